import { makeLazyDialog } from "#app/ui/lazy-dialog.tsx";

/** The dialog that shows the prompt of the last reply. */
export const LastPromptView = makeLazyDialog(
  async () => (await import("./last-prompt-dialog.tsx")).LastPromptDialog,
);
