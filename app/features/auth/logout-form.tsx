import type { ReactNode } from "react";
import { forgetPayments } from "#app/features/billing/kept-payments.ts";
import { clearKept, keepText } from "#app/features/storage/browser-storage.ts";
import { forgetUnsentCopies } from "#app/features/storage/unsent-text.ts";
import { forgetStories } from "#app/features/stories/reading/forget-offline-stories.ts";
import { LAST_READER_KEY, LOGGING_OUT } from "./last-reader.ts";

let isLeaving = false;

/** Whether the person has just logged out on this page. The page then does not open the sign-in when its session ends. */
export function isLoggingOut(): boolean {
  return isLeaving;
}

/** Logs the person out. The child is the submit button. The browser loads a new document, so nothing stays in memory. */
export function LogoutForm({ children }: { children: ReactNode }) {
  return (
    <form method="post" action="/logout" onSubmit={leave}>
      {children}
    </form>
  );
}

function leave(): void {
  isLeaving = true;
  forgetTexts();
}

/** Removes the person's texts and stories from this browser. Preferences stay. */
export function forgetTexts(): void {
  keepText("local", LAST_READER_KEY, LOGGING_OUT);
  clearKept("session");
  forgetUnsentCopies(null);
  forgetPayments();
  void forgetStories();
}
