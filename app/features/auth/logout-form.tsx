import type { ReactNode } from "react";
import { Form } from "react-router";
import { clearKept } from "#app/features/storage/browser-storage.ts";
import { forgetStories } from "#app/features/stories/reading/forget-stories.ts";
import { forgetReader } from "./last-reader.ts";

/** The way out; its submit button is the child. A whole new document follows, so that nothing stays in memory. */
export function LogoutForm({ children }: { children: ReactNode }) {
  return (
    <Form method="post" action="/logout" reloadDocument onSubmit={forgetTexts}>
      {children}
    </Form>
  );
}

/** Takes out what was written and read, and is kept in this browser for its owner. Preferences stay. */
export function forgetTexts(): void {
  forgetReader();
  clearKept("session");
  void forgetStories();
}
