import * as v from "valibot";
import { keepUnsent, readUnsent, reclaimUnsent } from "./unsent-text.ts";

/** Reads a value that was kept as JSON; `null`: nothing was kept, or not such a value. */
export function parseKept<Schema extends v.GenericSchema>(
  schema: Schema,
  kept: string | null,
): v.InferOutput<Schema> | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), kept);
  return parsed.success ? parsed.output : null;
}

/** Values of one kind that a person has made and not sent, each under an id. They are kept as unsent texts are. */
export class UnsentValues<Value> {
  readonly #prefix: string;
  readonly #schema: v.GenericSchema<unknown, Value>;

  /** `prefix`: of the keys. */
  constructor(prefix: string, schema: v.GenericSchema<unknown, Value>) {
    this.#prefix = prefix;
    this.#schema = schema;
  }

  /** What this tab has kept; `null`: nothing that can be read. */
  read(id: string): Value | null {
    return parseKept(this.#schema, readUnsent(this.#prefix + id));
  }

  /** Takes over what a closed tab has left; `null`: nothing that can be read. */
  async reclaim(readerId: string | null, id: string): Promise<Value | null> {
    return parseKept(this.#schema, await reclaimUnsent(readerId, this.#prefix + id));
  }

  /** `null` takes away what was kept. */
  keep(readerId: string | null, id: string, value: Value | null): void {
    keepUnsent(readerId, this.#prefix + id, value === null ? null : JSON.stringify(value));
  }
}
