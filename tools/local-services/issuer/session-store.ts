import { join } from "node:path";
import type { Adapter, AdapterPayload } from "oidc-provider";
import * as v from "valibot";
import { readStateFile, writeStateFile } from "../state-file.ts";

const entrySchema = v.object({
  payload: v.record(v.string(), v.unknown()),
  /** Milliseconds since 1970, null for never. */
  expiresAt: v.nullable(v.number()),
});
type Entry = v.InferOutput<typeof entrySchema>;

/** How long a sign-in may take. */
export const SIGN_IN_S = 10 * 60;
/** Entries of running sign-ins, of which each has two or three. Beyond it the oldest are forgotten. */
const RUNNING_MAX = 1_000;

/**
 * Sessions, grants, codes and running sign-ins of the issuer. What belongs to somebody who has signed in is also stored in
 * `sessions.json`, which is written whole at every change: a few kilobytes for each person. A sign-in that is not finished is
 * in memory only, so that visits write nothing.
 */
export class SessionStore {
  readonly #path: string;
  readonly #kept: Map<string, Entry>;
  readonly #running = new Map<string, Entry>();

  constructor(directory: string) {
    this.#path = join(directory, "sessions.json");
    const kept = readStateFile(this.#path, v.record(v.string(), entrySchema));
    this.#kept = new Map(Object.entries(kept ?? {}));
  }

  get(key: string): AdapterPayload | undefined {
    const entry = this.#kept.get(key) ?? this.#running.get(key);
    if (entry === undefined || isOver(entry)) return undefined;
    return entry.payload;
  }

  /** The entry of a model that has not expired and has this uid. There are few, so no index is needed. */
  findByUid(model: string, uid: string): AdapterPayload | undefined {
    for (const entries of [this.#kept, this.#running]) {
      for (const [key, entry] of entries) {
        if (key.startsWith(`${model}:`) && entry.payload["uid"] === uid && !isOver(entry))
          return entry.payload;
      }
    }
    return undefined;
  }

  set(key: string, payload: AdapterPayload, lifetimeSeconds: number | undefined): void {
    const toExpiry = (seconds: number) => Date.now() + seconds * 1000;
    if (isOfSignedIn(key, payload)) {
      this.#running.delete(key);
      const expiresAt = lifetimeSeconds === undefined ? null : toExpiry(lifetimeSeconds);
      this.#kept.set(key, { payload, expiresAt });
      this.#save();
      return;
    }
    this.#running.delete(key);
    this.#running.set(key, {
      payload,
      expiresAt: toExpiry(Math.min(lifetimeSeconds ?? SIGN_IN_S, SIGN_IN_S)),
    });
    const [oldest] = this.#running.keys();
    if (this.#running.size > RUNNING_MAX && oldest !== undefined) this.#running.delete(oldest);
  }

  delete(key: string): void {
    this.#running.delete(key);
    if (this.#kept.delete(key)) this.#save();
  }

  deleteWithGrant(grantId: string): void {
    this.#deleteWith("grantId", grantId);
  }

  /** Ends a person's sessions and running sign-ins. */
  deleteAccount(accountId: string): void {
    this.#deleteWith("accountId", accountId);
  }

  #deleteWith(field: string, value: string): void {
    for (const entries of [this.#kept, this.#running]) {
      for (const [key, { payload }] of entries) if (payload[field] === value) entries.delete(key);
    }
    this.#save();
  }

  #save(): void {
    for (const [key, entry] of this.#kept) if (isOver(entry)) this.#kept.delete(key);
    writeStateFile(this.#path, Object.fromEntries(this.#kept));
  }
}

/** Sessions and grants of an account. A session of nobody belongs to a sign-in that is not finished, as codes do. */
function isOfSignedIn(key: string, payload: AdapterPayload): boolean {
  return /^(?:Session|Grant):/u.test(key) && payload["accountId"] !== undefined;
}

function isOver(entry: Entry): boolean {
  return entry.expiresAt !== null && entry.expiresAt <= Date.now();
}

/** The store in the form that oidc-provider requires, one adapter per model. */
export function adapterFor(store: SessionStore): (model: string) => Adapter {
  return (model) => {
    const toKey = (id: string) => `${model}:${id}`;
    return {
      async upsert(id, payload, expiresIn) {
        store.set(toKey(id), payload, expiresIn);
      },
      async find(id) {
        return store.get(toKey(id));
      },
      async findByUid(uid) {
        return store.findByUid(model, uid);
      },
      async consume(id) {
        const payload = store.get(toKey(id));
        if (payload === undefined) return;
        const exp = payload["exp"];
        const secondsLeft = typeof exp === "number" ? Math.max(1, exp - Date.now() / 1000) : undefined;
        store.set(toKey(id), { ...payload, consumed: Math.floor(Date.now() / 1000) }, secondsLeft);
      },
      async destroy(id) {
        store.delete(toKey(id));
      },
      async revokeByGrantId(grantId) {
        store.deleteWithGrant(grantId);
      },
    };
  };
}
