import { createHash } from "node:crypto";
import { join } from "node:path";
import * as v from "valibot";
import { readStateFile, writeStateFile } from "../state-file.ts";

const account = v.object({ name: v.string(), email: v.nullable(v.string()) });
const accountFile = v.record(v.string(), account);

/** What is known of a person: `email` in lower case, both trimmed; null for somebody on the list without an address. */
export type IssuerAccount = v.InferOutput<typeof account>;

/**
 * Derives the subject from the e-mail address: the same address is the same person on every machine and after every
 * reset.
 */
export function toSubject(email: string): string {
  return `local|${createHash("sha256").update(email.toLowerCase()).digest("hex").slice(0, 24)}`;
}

/** The people who have signed in, stored in `directory` so that their tokens can be renewed after a restart. */
export class Accounts {
  readonly #path: string;
  readonly #known: Map<string, IssuerAccount>;

  constructor(directory: string) {
    this.#path = join(directory, "accounts.json");
    this.#known = new Map(Object.entries(readStateFile(this.#path, accountFile) ?? {}));
  }

  /** Stores a person under the latest name. */
  signIn(sub: string, person: IssuerAccount): void {
    this.#known.set(sub, person);
    writeStateFile(this.#path, Object.fromEntries(this.#known));
  }

  find(sub: string): IssuerAccount | null {
    return this.#known.get(sub) ?? null;
  }
}
