import { makeLazyDialog } from "#app/ui/lazy-dialog.tsx";

/** The confirmation of age. Few people need it, so its code is loaded when it is first opened. */
export const LazyAgeDialog = makeLazyDialog(async () => (await import("./age-dialog.tsx")).AgeDialog);
