import type { ThingKind } from "#workers/db/account-data.ts";

export type Thing = { kind: ThingKind; id: string };

/** In this order. In `settle` the rows are deleted already, and everything is cleared once more. */
export type Step = "payment" | "things" | "rows" | "settle";

export type Customer = { customerId: string; checkoutSessionId: string | null };

/**
 * The progress of a deletion, in its object's storage. A thing is stored here before it is cleared, and stays until the
 * end: once its row is deleted, nothing else names it.
 */
export class DeletionProgress {
  readonly #kv: SyncKvStorage;

  constructor(kv: SyncKvStorage) {
    this.#kv = kv;
  }

  /** `null`: this object has nothing to do. */
  get deletionId(): string | null {
    return this.#kv.get<string>("deletion") ?? null;
  }

  /** `shard`: the number of the database with the account's rows. */
  begin(deletionId: string, shard: number): void {
    this.#kv.put("deletion", deletionId);
    this.#kv.put("shard", shard);
  }

  get shard(): number {
    return this.#kv.get<number>("shard") ?? 0;
  }

  get step(): Step {
    return this.#kv.get<Step>("step") ?? "payment";
  }

  /** A step is done: the count of failures starts again. */
  moveTo(step: Step): void {
    this.#kv.put("step", step);
    this.#kv.delete("failures");
  }

  /** Counts one more failure of this step. */
  countFailure(): number {
    const failures = (this.#kv.get<number>("failures") ?? 0) + 1;
    this.#kv.put("failures", failures);
    return failures;
  }

  get customer(): Customer | null {
    return this.#kv.get<Customer>("customer") ?? null;
  }

  set customer(customer: Customer) {
    this.#kv.put("customer", customer);
  }

  /** When the rows were deleted, in milliseconds since 1970. */
  get rowsGoneAt(): number {
    return this.#kv.get<number>("rows-gone-at") ?? 0;
  }

  set rowsGoneAt(at: number) {
    this.#kv.put("rows-gone-at", at);
  }

  remember({ kind, id }: Thing): void {
    const key = toKey(kind, id);
    if (this.#kv.get(key) === undefined) this.#kv.put(key, "waiting");
  }

  markCleared({ kind, id }: Thing): void {
    this.#kv.put(toKey(kind, id), "cleared");
  }

  /** All stored things of a kind, cleared or not. */
  list(kind: ThingKind): { id: string; isCleared: boolean }[] {
    const prefix = toKey(kind, "");
    return [...this.#kv.list<string>({ prefix })].map(([key, state]) => ({
      id: key.slice(prefix.length),
      isCleared: state === "cleared",
    }));
  }
}

function toKey(kind: ThingKind, id: string): string {
  return `thing/${kind}/${id}`;
}
