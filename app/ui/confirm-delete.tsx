import { makeLazyDialog } from "./lazy-dialog.tsx";

/** The dialog that asks before something is deleted. Call `preload` when a menu opens that has a delete entry. */
export const ConfirmDelete = makeLazyDialog(async () => (await import("./delete-dialog.tsx")).DeleteDialog);
