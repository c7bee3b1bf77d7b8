import { createHash } from "node:crypto";
import { join } from "node:path";
import * as v from "valibot";
import { toAddressKey } from "#workers/http/client-address.ts";
import { readStateFile, writeStateFile } from "../state-file.ts";

const account = v.object({ name: v.string(), email: v.nullable(v.string()) });
/** `networks`: where the person has signed in, as hashes, the latest last. */
const storedAccount = v.object({ ...account.entries, networks: v.optional(v.array(v.string()), []) });
const accountFile = v.record(v.string(), storedAccount);
/** Networks that are remembered of one person: home, work, a phone, some journeys. */
const NETWORKS_MAX = 20;

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
  readonly #known: Map<string, v.InferOutput<typeof storedAccount>>;

  constructor(directory: string) {
    this.#path = join(directory, "accounts.json");
    this.#known = new Map(Object.entries(readStateFile(this.#path, accountFile) ?? {}));
  }

  /** Stores a person under the latest name, and the network of the address from which they sign in. */
  async signIn(sub: string, person: IssuerAccount, address: string): Promise<void> {
    const network = await toAddressKey(address, sub);
    const before = (this.#known.get(sub)?.networks ?? []).filter((known) => known !== network);
    this.#known.set(sub, { ...person, networks: [...before, network].slice(-NETWORKS_MAX) });
    writeStateFile(this.#path, Object.fromEntries(this.#known));
  }

  /** Whether a person has signed in from the network of an address: an IPv4 address, or the first 64 bits of an IPv6 address. */
  async hasSignedInFrom(sub: string, address: string): Promise<boolean> {
    const known = this.#known.get(sub)?.networks ?? [];
    return known.length > 0 && known.includes(await toAddressKey(address, sub));
  }

  find(sub: string): IssuerAccount | null {
    return this.#known.get(sub) ?? null;
  }
}
