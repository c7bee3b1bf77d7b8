import { DEMO_INTERACTIONS, DEMO_LIFE_MS, type DemoReply, type DemoStory } from "#domain/demo.ts";
import { AppError } from "#domain/errors.ts";
import { createId } from "#domain/ids.ts";
import { DEFAULT_STORY_TITLE } from "#domain/story-record.ts";
import type { NewDemo } from "#domain/story-schemas.ts";
import type { AskedTurn } from "#domain/turn-kinds.ts";
import type { StoryObject } from "#durable-objects/story.ts";
import { getOwnerId, type Visitor } from "../auth/caller.ts";
import type { VisitorCookie } from "../auth/visitor-cookie.ts";
import { type ConversationAccess, readOutcome, toTurnError } from "../conversations/access.ts";
import type { DailyLimit } from "../http/daily-limit.ts";
import { describeError } from "../logging.ts";
import type { SharedParts } from "../services.ts";

type DemoServiceParts = Pick<SharedParts, "clientIp" | "now" | "log"> & {
  /** Access to the stories in the visitor's cookie. */
  conversations: ConversationAccess<{ id: string; userId: string }, StoryObject>;
  visitor: Visitor | null;
  cookie: VisitorCookie;
  limit: DailyLimit;
};

/** A visitor's request. The same `requestId` again is the same turn. */
type DemoRequest = Omit<AskedTurn, "requestId"> & { requestId?: string | undefined };

/**
 * The demo: stories of visitors without an account. A story that is not in this browser's cookie is NOT_FOUND, without a
 * call to its object.
 */
export class DemoService {
  readonly #parts: DemoServiceParts;

  constructor(parts: DemoServiceParts) {
    this.#parts = parts;
  }

  /** Begins a demo story. Throws DEMO_RATE_LIMIT_EXCEEDED. `setCookie` names the story, so that this browser can open it. */
  async create(input: NewDemo): Promise<{ storyId: string; title: string; setCookie: string }> {
    const { conversations, visitor, cookie, limit, clientIp, now } = this.#parts;
    const { title: chosen, ...premise } = input;
    const title = chosen || DEFAULT_STORY_TITLE;
    const giveBack = await limit.take(clientIp);
    // A random id can't be guessed. Our other ids begin with the time.
    const storyId = crypto.randomUUID();
    const { visitorId, demos } = visitor ?? { visitorId: crypto.randomUUID(), demos: [] };
    const owner = {
      conversationId: storyId,
      userId: getOwnerId({ kind: "visitor", visitorId, demos }),
      shard: 0, // a demo has no rows in any database
    };
    try {
      await conversations.object(storyId).beginDemo(owner, {
        title,
        premise: { ...premise, storyLength: "short", isNSFW: false },
      });
    } catch (error) {
      await giveBack();
      throw error;
    }
    const begun = { storyId, expiresAt: now().getTime() + DEMO_LIFE_MS };
    return { storyId, title, setCookie: await cookie.write({ visitorId, demos: [begun, ...demos] }) };
  }

  /** The visitor's story with its messages. Throws NOT_FOUND. */
  async get(storyId: string): Promise<DemoStory> {
    const { conversations } = this.#parts;
    const owner = await this.#findOwner(storyId);
    const [story, { messages }] = await Promise.all([
      conversations.object(storyId).readDemo(owner),
      conversations.readMessages(storyId),
    ]);
    if (story === null) throw new AppError("NOT_FOUND");
    const { title, currentLocation, used } = story;
    return { storyId, title, currentLocation, messages, interactions: toInteractions(used) };
  }

  /**
   * Runs one turn and returns the whole reply. Throws DEMO_LIMIT_REACHED after the free interactions, and the error with
   * which a turn fails; a failed turn does not count.
   */
  async ask(storyId: string, request: DemoRequest): Promise<DemoReply> {
    const owner = await this.#findOwner(storyId);
    const object = this.#parts.conversations.object(storyId);
    const outcome = await object.askDemo(owner, withRequestId(request));
    const { messageId, content } = readOutcome(outcome);
    const story = await object.readDemo(owner);
    return { aiMessage: { messageId, content }, interactions: toInteractions(story?.used ?? 0) };
  }

  /** The same as an event stream, which ends with the turn. */
  async follow(storyId: string, request: DemoRequest): Promise<Response> {
    const owner = await this.#findOwner(storyId);
    const answer = await this.#parts.conversations.object(storyId).followDemo(owner, withRequestId(request));
    if (answer instanceof Response) return answer;
    throw toTurnError(answer);
  }

  /**
   * Gives this browser's demo stories to the person who has just signed in, the latest first, because the plan may have
   * room for one only. Returns the latest one (`null`: there was none) and the `Set-Cookie` values that delete the visitor's
   * cookie. It never throws, so that the sign-in succeeds: if a story can't be given now, the browser keeps the cookie, and the
   * next sign-in tries again.
   */
  async adoptAll(person: {
    userId: string;
    shard: number;
  }): Promise<{ storyId: string | null; setCookies: string[] }> {
    const { conversations, visitor, cookie, log } = this.#parts;
    if (visitor === null) return { storyId: null, setCookies: [] };
    let latest: string | null = null;
    try {
      for (const { storyId } of visitor.demos) {
        const owner = { conversationId: storyId, userId: getOwnerId(visitor) };
        await conversations.tell(storyId, async (object) => {
          if (await object.adoptDemo(owner, person)) latest ??= storyId;
        });
      }
      return { storyId: latest, setCookies: [cookie.forget()] };
    } catch (error) {
      log("error", "demo-not-adopted", describeError(error));
      return { storyId: null, setCookies: [] };
    }
  }

  /** The owner of a story that the cookie names. Throws NOT_FOUND. */
  async #findOwner(storyId: string): Promise<{ conversationId: string; userId: string }> {
    if (this.#parts.visitor === null) throw new AppError("NOT_FOUND");
    const { id, userId } = await this.#parts.conversations.find(storyId);
    return { conversationId: id, userId };
  }
}

function withRequestId({ requestId = createId(), ...request }: DemoRequest) {
  return { ...request, requestId };
}

function toInteractions(used: number): DemoReply["interactions"] {
  return { used, limit: DEMO_INTERACTIONS };
}
