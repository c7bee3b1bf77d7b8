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

/**
 * Sessions, grants, codes and running sign-ins of the issuer, in memory and in `sessions.json`. The file is written
 * whole at every change: for one person's machine that is a few kilobytes per sign-in.
 */
export class SessionStore {
  readonly #path: string;
  readonly #entries: Map<string, Entry>;

  constructor(directory: string) {
    this.#path = join(directory, "sessions.json");
    const kept = readStateFile(this.#path, v.record(v.string(), entrySchema));
    this.#entries = new Map(Object.entries(kept ?? {}));
  }

  get(key: string): AdapterPayload | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || isOver(entry)) return undefined;
    return entry.payload;
  }

  /**
   * The first entry of a model that has not expired and has this value in a field. There are few sign-ins, so no index
   * is needed.
   */
  findBy(model: string, field: string, value: string): AdapterPayload | undefined {
    for (const [key, entry] of this.#entries) {
      if (key.startsWith(`${model}:`) && entry.payload[field] === value && !isOver(entry))
        return entry.payload;
    }
    return undefined;
  }

  set(key: string, payload: AdapterPayload, lifetimeSeconds: number | undefined): void {
    const expiresAt = lifetimeSeconds === undefined ? null : Date.now() + lifetimeSeconds * 1000;
    this.#entries.set(key, { payload, expiresAt });
    this.#save();
  }

  delete(key: string): void {
    if (this.#entries.delete(key)) this.#save();
  }

  deleteWithGrant(grantId: string): void {
    for (const [key, entry] of this.#entries) {
      if (entry.payload["grantId"] === grantId) this.#entries.delete(key);
    }
    this.#save();
  }

  /** Ends a person's sessions and running sign-ins. */
  deleteAccount(accountId: string): void {
    for (const [key, { payload }] of this.#entries) {
      if (payload["accountId"] === accountId) this.#entries.delete(key);
    }
    this.#save();
  }

  #save(): void {
    for (const [key, entry] of this.#entries) if (isOver(entry)) this.#entries.delete(key);
    writeStateFile(this.#path, Object.fromEntries(this.#entries));
  }
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
        return store.findBy(model, "uid", uid);
      },
      async findByUserCode(userCode) {
        return store.findBy(model, "userCode", userCode);
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
