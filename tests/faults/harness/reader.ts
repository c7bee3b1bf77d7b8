import * as v from "valibot";
import type { AgeConfirmation } from "#domain/account.ts";
import { LEGAL_CONSENT_VERSION } from "#domain/legal.ts";
import { type Message, messageSchema } from "#domain/message.ts";
import { StorySocket } from "#tests/harness/story-socket.ts";

const settings: AgeConfirmation = {
  ageConfirmed13: true,
  acceptedTermsAt: true,
  acceptedPrivacyAt: true,
  legalConsent: { version: LEGAL_CONSENT_VERSION },
};
/** The age and terms gate, as the API takes it. */
export const CONSENT = { settings };

/** What a program must know about each kind of conversation. */
export const CONVERSATIONS = {
  story: { path: "stories", toIdField: (storyId: string) => ({ storyId }) },
  chat: { path: "character-chats", toIdField: (chatId: string) => ({ chatId }) },
} as const;
export type ConversationName = keyof typeof CONVERSATIONS;

/**
 * A program that reads and writes for one person, with a bearer token, through the API and the socket. It uses one kind
 * of conversation.
 */
export class Reader {
  readonly origin: string;
  readonly sub: string;
  readonly token: string;
  readonly kind: ConversationName;

  constructor(origin: string, sub: string, token: string, kind: ConversationName = "story") {
    this.origin = origin;
    this.sub = sub;
    this.token = token;
    this.kind = kind;
  }

  /** Makes the account and gives the consents. */
  async settleIn(): Promise<void> {
    await this.call("POST", "/api/users", { auth0Id: this.sub, name: "A reader" });
    await this.call("PATCH", `/api/users/${encodeURIComponent(this.sub)}/age-confirmation`, CONSENT);
  }

  /** Begins a story and returns its id. `chosen`: choices that replace those of a mystery. */
  async beginStory(chosen: Record<string, string> = {}): Promise<string> {
    const story = await this.call("POST", "/api/stories", {
      genre: "Mystery",
      character: "A relief operator",
      description: "A voice on the harbour radio reads out the name of a lost boat.",
      ...chosen,
    });
    return v.parse(v.object({ storyId: v.string() }), story).storyId;
  }

  /** Begins a conversation of the reader's kind and returns its id. */
  begin(): Promise<string> {
    return this.kind === "story" ? this.beginStory() : this.beginChat();
  }

  /** Creates a character, begins a chat with her and returns the chat's id. */
  async beginChat(): Promise<string> {
    const mara = { name: "Mara Voss", description: "Keeper of Harrow Light; says little." };
    const { characterId } = v.parse(
      v.object({ characterId: v.string() }),
      await this.call("POST", "/api/characters", mara),
    );
    const chat = await this.call("POST", "/api/character-chats", { characterId });
    return v.parse(v.object({ chatId: v.string() }), chat).chatId;
  }

  /** The last messages of a conversation, 50 unless `limit` is given, oldest first, as the API returns them. */
  async messages(conversationId: string, limit = 50): Promise<Message[]> {
    const path = `/api/${CONVERSATIONS[this.kind].path}/${conversationId}/messages?limit=${limit}`;
    return v.parse(v.array(messageSchema), await this.call("GET", path));
  }

  /** Of a call with a JSON body. */
  get headers(): Record<string, string> {
    return { Authorization: `Bearer ${this.token}`, "Content-Type": "application/json" };
  }

  /** A conversation's socket while it opens; the caller has to join. */
  socketTo(conversationId: string): WebSocket {
    const { path } = CONVERSATIONS[this.kind];
    const url = `${this.origin.replace(/^http/, "ws")}/live/${path}/${conversationId}`;
    // Node's WebSocket takes headers in its second parameter; the types are those of a browser, which does not.
    return Reflect.construct(WebSocket, [url, { headers: { Authorization: `Bearer ${this.token}` } }]);
  }

  /** Opens a conversation's socket and joins, from the text that the reader already has of a running reply. */
  async open(conversationId: string, have?: { messageId: string; offset: number }): Promise<StorySocket> {
    const idField = CONVERSATIONS[this.kind].toIdField(conversationId);
    const opening = this.socketTo(conversationId);
    const socket = new StorySocket(opening, idField);
    await new Promise((resolve) => {
      for (const type of ["open", "close"]) opening.addEventListener(type, resolve, { once: true });
    });
    socket.send({ type: "join-story", ...idField, ...(have === undefined ? {} : { have }) });
    await socket.waitFor("joined");
    return socket;
  }

  /** Calls the API and returns the body. Throws for an answer that is not a success. */
  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(this.origin + path, {
      method,
      headers: this.headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === "" ? null : JSON.parse(text);
  }
}
