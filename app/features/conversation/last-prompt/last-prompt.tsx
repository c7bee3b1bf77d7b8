import { Lazily, LazyDialog } from "#app/ui/lazy-dialog.tsx";
import type { LastPromptDialogProps } from "./last-prompt-dialog.tsx";

const lastPromptDialog = new Lazily(async () => (await import("./last-prompt-dialog.tsx")).LastPromptDialog);

/** The dialog that shows the prompt of the last reply. Its code is loaded when it is first opened. */
export function LastPromptView(props: LastPromptDialogProps) {
  return (
    <LazyDialog of={lastPromptDialog} open={props.open} onClose={props.onClose}>
      {(LastPromptDialog) => <LastPromptDialog {...props} />}
    </LazyDialog>
  );
}
