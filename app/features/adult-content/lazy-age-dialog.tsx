import { Lazily, LazyDialog } from "#app/ui/lazy-dialog.tsx";
import type { AgeDialogProps } from "./age-dialog.tsx";

const ageDialog = new Lazily(async () => (await import("./age-dialog.tsx")).AgeDialog);

/** The confirmation of age. Few people need it, so its code is loaded when it is first opened. */
export function LazyAgeDialog(props: AgeDialogProps) {
  return (
    <LazyDialog of={ageDialog} open={props.open} onClose={props.onClose}>
      {(AgeDialog) => <AgeDialog {...props} />}
    </LazyDialog>
  );
}
