import { DEMO_INTERACTIONS, DEMO_LIFE_MS, type DemoPremise } from "#domain/demo.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { type AskedTurn, TURN_KINDS, type TurnKind } from "#domain/turn-kinds.ts";
import type { Conversation } from "../conversation/conversation.ts";
import type { TurnOutcome, TurnRefusal } from "../conversation/events.ts";
import type { Owner } from "../conversation/record.ts";
import type { StoryKind } from "./story-kind.ts";
import type { StoryParts } from "./story-parts.ts";

export type DemoConversation = Pick<
  Conversation<StoryKind>,
  "claim" | "findOpenRow" | "direct" | "waitUntilFree" | "hasSeen" | "settle"
>;

/** `used`: interactions so far. */
export type DemoFacts = { title: string; currentLocation: string | null; used: number };

type DemoParts = Pick<StoryParts, "demo" | "state" | "record" | "transaction" | "addProjection"> & {
  conversation: DemoConversation;
};

/**
 * What a visitor may do with their story until a person takes it over. Only the visitor who began the story finds it,
 * until it expires.
 */
export class Demo {
  readonly #parts: DemoParts;

  constructor(parts: DemoParts) {
    this.#parts = parts;
  }

  /** Begins the story, which is deleted after a day. */
  async begin(owner: Owner, { title, premise }: { title: string; premise: DemoPremise }): Promise<void> {
    const { conversation, demo, transaction } = this.#parts;
    const now = Date.now();
    transaction(() => {
      conversation.claim(owner);
      demo.begin({ title, premise, createdAt: new Date(now).toISOString(), expiresAt: now + DEMO_LIFE_MS });
    });
    await conversation.settle();
  }

  /** `null`: no such story. */
  read(owner: Owner): DemoFacts | null {
    const row = this.#find(owner);
    return (
      row && {
        title: row.title,
        currentLocation: this.#parts.state.find().currentLocation,
        used: this.#countUsed(),
      }
    );
  }

  /** Answers when the turn has ended. Requests at the same time run one after another, so that the limit is exact. */
  async ask(owner: Owner, request: AskedTurn): Promise<TurnOutcome> {
    return (await this.#refuse(owner, request)) ?? this.#parts.conversation.direct.ask(request);
  }

  /** The same as an event stream. */
  async follow(owner: Owner, request: AskedTurn): Promise<Response | TurnRefusal> {
    return (await this.#refuse(owner, request)) ?? this.#parts.conversation.direct.askAndFollow(request);
  }

  /**
   * Gives the story to a person: it is no longer deleted, the person's plan applies from now on, and the result of the
   * projection to D1 is returned if D1 can be reached. Returns `false` if it no longer belongs to this visitor, or has
   * expired. Repeating it for the same person changes nothing.
   */
  async adopt(owner: Owner, person: { userId: string; shard: number }): Promise<boolean> {
    const { conversation, demo, record, transaction, addProjection } = this.#parts;
    if (conversation.findOpenRow()?.userId === person.userId) {
      await conversation.settle();
      return true;
    }
    if (this.#find(owner) === null) return false;
    transaction(() => {
      demo.adopt(person.userId);
      record.setOwner(person);
      addProjection();
    });
    await conversation.settle();
    return true;
  }

  async #refuse(owner: Owner, request: AskedTurn): Promise<TurnRefusal | null> {
    const { conversation } = this.#parts;
    if (this.#find(owner) === null) return toRefusal("NOT_FOUND");
    // A repeated request gets the answer of the first one. The others are counted again when they are admitted.
    if (conversation.hasSeen(request.requestId)) return null;
    await conversation.waitUntilFree();
    if (this.#find(owner) === null) return toRefusal("NOT_FOUND");
    if (conversation.hasSeen(request.requestId)) return null;
    const code = refuseInteraction(request.kind, this.#countUsed());
    return code && toRefusal(code);
  }

  #find(owner: Owner) {
    const { conversation, demo } = this.#parts;
    const row = conversation.findOpenRow()?.userId === owner.userId ? demo.findRunning() : null;
    return row !== null && Date.now() < row.expiresAt ? row : null;
  }

  #countUsed(): number {
    return this.#parts.conversation.findOpenRow()?.exchangeCount ?? 0;
  }
}

/** The code for an interaction that a demo does not have any more; `null`: it has it. `used`: interactions so far. */
export function refuseInteraction(kind: TurnKind, used: number): "DEMO_LIMIT_REACHED" | null {
  return TURN_KINDS[kind].countsAsExchange && used >= DEMO_INTERACTIONS ? "DEMO_LIMIT_REACHED" : null;
}

function toRefusal(code: ErrorCode): TurnRefusal {
  return { ok: false, code, retryAfterSeconds: null };
}
