import { showSuccess } from "#app/ui/show-toast.tsx";
import { attempt } from "./call-api.ts";

/** Runs the Undo of a toast. The person may be on another page by now, so a toast says that it worked. */
export async function bringBack(run: () => Promise<unknown>): Promise<void> {
  if (await attempt("This could not be brought back.", run)) showSuccess("Brought back");
}
