import * as v from "valibot";
import { AppError } from "./errors.ts";
import { pickChanged } from "./json.ts";

/**
 * Throws EDIT_CONFLICT if a field that changes is no longer what the change began from: `details.newer` has those fields as they are now. One
 * that is as wanted already is none of them, since the answer to the first request may have been lost. `before`: as the change began; a field
 * that is left out is changed whatever it is.
 */
export function requireUnchanged<Fields extends object>(
  current: Fields,
  before: Partial<Fields> | undefined,
  change: Partial<Fields>,
): void {
  const newer = pickChanged(pickChanged(current, { ...current, ...before }), { ...current, ...change });
  if (Object.keys(newer).length > 0) throw new AppError("EDIT_CONFLICT", { details: { newer } });
}

/** The texts of a story or a chat when a change of them began. */
const titlesBefore = v.partial(v.object({ title: v.string(), description: v.string() }));
export type TitlesBefore = v.InferOutput<typeof titlesBefore>;

/** Adds `before` to the schema of such a change. If a text is different by then, the answer is EDIT_CONFLICT. */
export function withTitlesBefore<Entries extends v.ObjectEntries>({
  entries,
}: v.ObjectSchema<Entries, undefined>) {
  return v.object({ ...entries, before: v.optional(titlesBefore) });
}

/** The fields that are something else by now; `null`: the change failed for another reason. */
export function readNewer<Fields>(
  { code, details }: AppError,
  fields: v.GenericSchema<unknown, Fields>,
): Fields | null {
  const conflict = v.safeParse(v.object({ newer: fields }), details);
  return code === "EDIT_CONFLICT" && conflict.success ? conflict.output.newer : null;
}

/** The fields that another object has as well, whatever their values: such as what a change began from. */
export function pickAlike<Fields extends object>(fields: Fields, like: object): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name in like)) as Partial<Fields>;
}
