import * as v from "valibot";

/** How the API fails on demand. `odd` answers 400 with a body that has no `error`, as a proxy might. */
export const faultSchema = v.object({
  path: v.string(),
  kind: v.union([v.picklist(["drop", "odd"]), v.pipe(v.number(), v.minValue(400), v.maxValue(599))]),
  times: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
type Fault = v.InferOutput<typeof faultSchema>;

/** The failures that an account's API will still return. */
export class Faults {
  readonly #left: Fault[] = [];

  add(fault: Fault): void {
    this.#left.push({ ...fault });
  }

  /** The failure that this call must return, or null. Each one is returned as often as was requested. */
  next(path: string): Fault["kind"] | null {
    const fault = this.#left.find((candidate) => candidate.path === path && candidate.times > 0);
    if (fault === undefined) return null;
    fault.times -= 1;
    return fault.kind;
  }
}
