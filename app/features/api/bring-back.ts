import { showSuccess } from "#app/ui/toaster.tsx";
import { attempt } from "./call-api.ts";

/** What Undo in a toast does. The page on which it would be seen may have been left meanwhile, so another toast says it. */
export async function bringBack(run: () => Promise<unknown>): Promise<void> {
  if (await attempt("This could not be brought back.", run)) showSuccess("Brought back");
}
