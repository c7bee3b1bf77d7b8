import type { DeleteDialogProps } from "./delete-dialog.tsx";
import { Lazily, LazyDialog } from "./lazy-dialog.tsx";

const deleteDialog = new Lazily(async () => (await import("./delete-dialog.tsx")).DeleteDialog);

/** Loads the dialog early, when a menu that leads to it opens. */
export const preloadConfirmDelete = deleteDialog.preload;

/** The dialog that asks before something is deleted, loaded when it is first opened. */
export function ConfirmDelete(props: DeleteDialogProps) {
  return (
    <LazyDialog of={deleteDialog} open={props.open} onClose={props.onClose}>
      {(DeleteDialog) => <DeleteDialog {...props} />}
    </LazyDialog>
  );
}
