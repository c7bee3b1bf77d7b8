import { toPortraitPrefix } from "#domain/portraits.ts";
import {
  type AccountDeletion,
  deleteFeedback,
  deleteRows,
  findCustomer,
  finishDeletion,
  type Inventory,
  isLeaving,
  pseudonymise,
  takeInventory,
  toPseudonym,
} from "#workers/account-deletion/store.ts";
import { cancelEverything, createStripeClient } from "#workers/billing/stripe-client.ts";
import { THING_KINDS, type ThingKind } from "#workers/db/account-data.ts";
import { runBatch } from "#workers/db/client.ts";
import { forgetAccount } from "#workers/db/directory.ts";
import { openDirectories, openShard } from "#workers/db/shards.ts";
import { describeError, logLine, logWith } from "#workers/logging.ts";
import { removeFolder } from "#workers/pictures/stored-pictures.ts";
import { parseSettings } from "#workers/settings.ts";
import type { ConversationObject } from "../conversation-object.ts";
import type { DeletionProgress, Thing } from "./progress.ts";

/** How many objects, folders or keys are cleared at the same time. */
const AT_ONCE = 6;

/** The steps of a deletion. A crash may end a step at any point; the step is then repeated from its beginning. */
export class DeletionSteps {
  readonly #env: Env;
  readonly #deletion: AccountDeletion;
  readonly #progress: DeletionProgress;

  constructor(env: Env, deletion: AccountDeletion, progress: DeletionProgress) {
    this.#env = env;
    this.#deletion = deletion;
    this.#progress = progress;
  }

  /** All steps up to the deletion of the rows: payment, objects, pictures, sessions, rows. */
  async clear(): Promise<void> {
    // Once the rows are deleted, rows with the same id belong to a new account, even if an interrupted run has stored
    // another step.
    if (!(await isLeaving(this.#openDatabase(), this.#deletion.userId))) this.#progress.moveTo("settle");
    if (this.#progress.step === "payment") await this.#beginWithPayment();
    if (this.#progress.step === "things") await this.#clearThings();
    if (this.#progress.step === "rows") await this.#deleteRows();
  }

  /**
   * Clears everything once more. By now no request from before the deletion can still run; such a request may have
   * added a picture or a session after the first clearing. Then the deletion is complete.
   */
  async settle(): Promise<void> {
    const { id, userId } = this.#deletion;
    await this.#cancelPayment();
    for (const kind of THING_KINDS) await this.#clearAll(kind, { again: true });
    await this.#purgeIndex();
    const before = new Date(this.#progress.rowsGoneAt);
    const pseudonym = await this.#toPseudonym();
    await runBatch(this.#openDatabase(), pseudonymise(this.#openDatabase(), userId, { pseudonym, before }));
    await deleteFeedback(openDirectories(this.#env), userId, before);
    await forgetAccount(this.#env, userId);
    await finishDeletion(this.#openDatabase(), id);
  }

  /** If the payment provider can't be reached, the other steps go on; `settle` asks it again until it answers. */
  async #beginWithPayment(): Promise<void> {
    const { id, userId } = this.#deletion;
    const customer = await findCustomer(this.#openDatabase(), userId);
    if (customer !== null) this.#progress.customer = customer;
    try {
      await this.#cancelPayment();
    } catch (error) {
      logLine("warn", "account.deletion-payment", { deletionId: id, ...describeError(error) });
    }
    this.#progress.moveTo("things");
  }

  async #cancelPayment(): Promise<void> {
    const { customer } = this.#progress;
    const stripe = createStripeClient(parseSettings(this.#env), logWith({ job: "account-deletion" }));
    if (customer !== null && stripe !== null) await cancelEverything(stripe, customer);
  }

  async #clearThings(): Promise<void> {
    const found = await takeInventory(this.#openDatabase(), this.#deletion.userId, new Date());
    for (const kind of THING_KINDS) for (const id of found[kind]) this.#progress.remember({ kind, id });
    for (const kind of THING_KINDS) await this.#clearAll(kind, { again: false });
    await this.#purgeIndex();
    this.#progress.moveTo("rows");
  }

  async #clearAll(kind: ThingKind, { again }: { again: boolean }): Promise<void> {
    const waiting = this.#progress.list(kind).filter(({ isCleared }) => again || !isCleared);
    for (let first = 0; first < waiting.length; first += AT_ONCE) {
      await Promise.all(
        waiting.slice(first, first + AT_ONCE).map(async ({ id }) => {
          await this.#clearThing({ kind, id });
          this.#progress.markCleared({ kind, id });
        }),
      );
    }
  }

  async #clearThing({ kind, id }: Thing): Promise<void> {
    switch (kind) {
      case "story":
        return this.#purge(this.#env.STORY, id);
      case "character-chat":
        return this.#purge(this.#env.CHARACTER_CHAT, id);
      case "character":
        return removeFolder(this.#env.PORTRAITS, toPortraitPrefix(id));
      case "import":
        return this.#env.IMPORT.getByName(id).remove(id);
      case "session":
        return this.#env.KV.delete(id);
    }
  }

  async #purge(objects: DurableObjectNamespace<ConversationObject>, conversationId: string): Promise<void> {
    const { userId } = this.#deletion;
    const { shard } = this.#progress;
    await objects.getByName(conversationId).purgeNow({ conversationId, userId, shard });
  }

  /** A new account of the same person builds its index again at the first search. */
  async #purgeIndex(): Promise<void> {
    await this.#env.SEARCH.getByName(this.#deletion.userId).purge();
  }

  async #deleteRows(): Promise<void> {
    const { userId } = this.#deletion;
    const now = new Date();
    const cleared = Object.fromEntries(
      THING_KINDS.map((kind) => [kind, this.#progress.list(kind).map(({ id }) => id)]),
    ) as Inventory;
    this.#progress.rowsGoneAt = now.getTime();
    await deleteFeedback(openDirectories(this.#env), userId, now);
    try {
      await deleteRows(this.#openDatabase(), userId, {
        pseudonym: await this.#toPseudonym(),
        cleared,
        now,
      });
    } catch (error) {
      // A request that was still running has added something. It is found and cleared before the next try to delete the
      // rows.
      this.#progress.moveTo("things");
      throw error;
    }
    this.#progress.moveTo("settle");
  }

  async #toPseudonym(): Promise<string> {
    return toPseudonym(this.#deletion.userId, parseSettings(this.#env).SESSION_SECRET);
  }

  #openDatabase() {
    // Without `openAccountDatabase`: an account is not moved while it is deleted, and the row of its deletion is in this database.
    return openShard(this.#env, this.#progress.shard);
  }
}
