import type { ReactNode } from "react";
import { Form } from "react-router";
import { clearKept } from "#app/features/storage/browser-storage.ts";
import { forgetStories } from "#app/features/stories/reading/forget-stories.ts";
import { forgetReader } from "./last-reader.ts";

let isLeaving = false;

/** Whether this page was left by a logout: then the end of its session leads to no sign-in. */
export function isLoggingOut(): boolean {
  return isLeaving;
}

/** The way out; its submit button is the child. A whole new document follows, so that nothing stays in memory. */
export function LogoutForm({ children }: { children: ReactNode }) {
  return (
    <Form method="post" action="/logout" reloadDocument onSubmit={leave}>
      {children}
    </Form>
  );
}

function leave(): void {
  isLeaving = true;
  forgetTexts();
}

/** Takes out what was written and read, and is kept in this browser for its owner. Preferences stay. */
export function forgetTexts(): void {
  forgetReader();
  clearKept("session");
  void forgetStories();
}
