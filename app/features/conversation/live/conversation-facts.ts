import { pickGiven } from "#domain/json.ts";
import type { Message } from "#domain/message.ts";
import type { ServerEventOf } from "#domain/protocol.ts";
import type { CastMember, StoryStatus } from "#domain/story-record.ts";

/** What is told of a conversation beside its messages. */
export type ConversationFacts = {
  title: string;
  description: string;
  currentLocation: string | null;
  /** Everybody who is known so far; nobody in a chat. */
  cast: readonly CastMember[];
  status: StoryStatus;
};

/** The facts and the last messages as the server has them. */
export type LatestFacts = { facts: ConversationFacts; messages: readonly Message[] };

type UpdateEvent = ServerEventOf<"conversation-updated">;

/** The facts that an event brings. */
export function pickFacts(event: UpdateEvent): Partial<ConversationFacts> {
  const { title, description, currentLocation, cast, status } = event;
  return pickGiven({ title, description, currentLocation, cast, status });
}

type Shown = ConversationFacts & { messages: readonly Message[]; heard: ReadonlySet<string> };

/**
 * Brings what is shown up to date with what was read from the server. `heard` names the facts and messages that came over
 * the connection since it joined: what was read may be older than these.
 */
export function mergeLatest(shown: Shown, { facts, messages }: LatestFacts): Omit<Shown, "heard"> {
  const { heard } = shown;
  const latest = new Map(messages.map((message) => [message.messageId, message]));
  return {
    title: heard.has("title") ? shown.title : facts.title,
    description: heard.has("description") ? shown.description : facts.description,
    currentLocation: heard.has("currentLocation") ? shown.currentLocation : facts.currentLocation,
    cast: heard.has("cast") || isSame(shown.cast, facts.cast) ? shown.cast : facts.cast,
    status: heard.has("status") ? shown.status : facts.status,
    messages: shown.messages.map((message) => {
      const now = latest.get(message.messageId);
      const isKnown = now === undefined || heard.has(message.messageId) || isSame(now, message);
      return isKnown ? message : now;
    }),
  };
}

/** Whether two values that came as JSON are alike: what is alike is not drawn again. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
