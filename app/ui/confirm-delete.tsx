import { makeLazyDialog } from "./lazy-dialog.tsx";

/** The dialog that asks before something is deleted. `preload`: when a menu that leads to it opens. */
export const ConfirmDelete = makeLazyDialog(async () => (await import("./delete-dialog.tsx")).DeleteDialog);
