import type * as v from "valibot";
import { parseKept } from "./parse-kept.ts";
import { keepUnsent, readUnsent, reclaimUnsent } from "./unsent-text.ts";

/** A value that a person has typed and not sent, kept as a text is. `prefix`: its key is this and an id. */
export class UnsentValue<Schema extends v.GenericSchema> {
  readonly #prefix: string;
  readonly #schema: Schema;

  constructor(prefix: string, schema: Schema) {
    this.#prefix = prefix;
    this.#schema = schema;
  }

  read(id: string): v.InferOutput<Schema> | null {
    return parseKept(this.#schema, readUnsent(this.#prefix + id));
  }

  async reclaim(readerId: string | null, id: string): Promise<v.InferOutput<Schema> | null> {
    return parseKept(this.#schema, await reclaimUnsent(readerId, this.#prefix + id));
  }

  keep(readerId: string | null, id: string, value: v.InferOutput<Schema> | null): void {
    keepUnsent(readerId, this.#prefix + id, value === null ? null : JSON.stringify(value));
  }
}
