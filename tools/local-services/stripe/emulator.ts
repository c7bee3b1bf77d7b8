import { join } from "node:path";
import { readStateFile, writeStateFile } from "../state-file.ts";
import { EmulatedAccount } from "./account.ts";
import { Faults } from "./control.ts";
import { StripeFailure } from "./failure.ts";
import { toEvent } from "./objects.ts";
import { accountStateSchema, emptyAccountState } from "./records.ts";
import { runDue } from "./subscriptions.ts";
import { Webhooks, type WebhookTarget } from "./webhooks.ts";

type Kept = { request: string; answer: { status: number; body: string } };
type Answer = { status: number; body: string; replayed: boolean };

/** Answers to requests with an `Idempotency-Key`: the same request again gets the same answer, also a server error, and does nothing. */
class IdempotencyKeys {
  readonly #kept = new Map<string, Kept>();

  /**
   * Runs a request unless one with its key was answered before. Throws Stripe's failure if that was a different
   * request.
   */
  answer(key: string, request: string, run: () => { status: number; body: string }): Answer {
    const known = this.#kept.get(key);
    if (known !== undefined) {
      if (known.request !== request) {
        throw new StripeFailure(
          400,
          "Keys for idempotent requests can only be used with the same parameters they were first used with.",
          { type: "idempotency_error" },
        );
      }
      return { ...known.answer, replayed: true };
    }
    const answer = run();
    this.#kept.set(key, { request, answer });
    return { ...answer, replayed: false };
  }
}

export type EmulatorOptions = {
  /** The emulator's URL, without a slash at the end. */
  origin: string;
  /** The key of its only account; null: every key has an account of its own, so that tests do not affect each other. */
  secretKey: string | null;
  /** The URL for webhooks; null: events can only be read. */
  webhook: WebhookTarget | null;
  /** The folder that stores the account; null: nothing is kept after the process ends. */
  directory: string | null;
};

/** An account with what belongs to it. */
export type Tenant = { account: EmulatedAccount; webhooks: Webhooks; keys: IdempotencyKeys; faults: Faults };

/** The emulated accounts, each made at its first use. */
export class Emulator {
  readonly #options: EmulatorOptions;
  readonly #tenants = new Map<string, Tenant>();

  constructor(options: EmulatorOptions) {
    this.#options = options;
    if (options.secretKey !== null) this.#open(options.secretKey); // continues the deliveries of the last run
  }

  /** The account of a secret key, after processing everything that is due; null if there is none. */
  findTenant(secretKey: string): Tenant | null {
    const { secretKey: only } = this.#options;
    const isKnown = only === null ? /^sk_test_\w+$/u.test(secretKey) : secretKey === only;
    if (!isKnown) return null;
    const tenant = this.#tenants.get(secretKey) ?? this.#open(secretKey);
    runDue(tenant.account);
    return tenant;
  }

  /** The account of a hosted page, found by the id in the page's address. */
  tenantWith(kind: "checkoutSessions" | "portalSessions", id: string): Tenant | null {
    for (const [secretKey, { account }] of this.#tenants) {
      if (Object.hasOwn(account.state[kind], id)) return this.findTenant(secretKey);
    }
    return null;
  }

  stop(): void {
    for (const { webhooks } of this.#tenants.values()) webhooks.stop();
  }

  #open(secretKey: string): Tenant {
    const { origin, webhook, directory } = this.#options;
    const file = directory === null ? null : join(directory, "account.json");
    const state = (file === null ? null : readStateFile(file, accountStateSchema)) ?? emptyAccountState();
    const save = () => {
      if (file !== null) writeStateFile(file, state);
    };
    const webhooks = new Webhooks({
      state,
      target: webhook,
      toBody: (event) => JSON.stringify(toEvent(event)),
      save,
    });
    const account = new EmulatedAccount({ state, origin, save, onEvent: (event) => webhooks.add(event) });
    const tenant = { account, webhooks, keys: new IdempotencyKeys(), faults: new Faults() };
    this.#tenants.set(secretKey, tenant);
    return tenant;
  }
}
