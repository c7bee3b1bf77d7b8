import * as v from "valibot";
import { replyScript } from "#tests/fakes/reply-script.ts";

/** Somebody with a browser's cookies, without its scripts: follows no redirect, and sends an `Origin` with each change. */
export class WebVisitor {
  readonly #address: string;
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();

  /** `address`: where the product listens; `origin`: where it is for browsers. */
  constructor(address: string, origin: string) {
    this.#address = address;
    this.#origin = origin;
  }

  get cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.#cookies.size > 0) headers.set("Cookie", this.cookieHeader);
    if (init.method !== undefined && !headers.has("Origin")) headers.set("Origin", this.#origin);
    const response = await fetch(new URL(path, this.#address), { ...init, redirect: "manual", headers });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    return response;
  }

  /** Sends JSON and returns the parsed answer. Throws for an answer that is no success. */
  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await this.fetch(path, {
      method,
      headers: { "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? null : response.json();
  }

  /** Posts a form, as pages do without JavaScript. */
  submit(path: string, form: Record<string, string>): Promise<Response> {
    return this.fetch(path, { method: "POST", body: new URLSearchParams(form) });
  }

  #keep(cookie: string): void {
    const [pair = "", ...attributes] = cookie.split("; ");
    const [name = "", value = ""] = pair.split(/=(.*)/s);
    const isOver = attributes.some((attribute) => /^(Max-Age=0|Expires=Thu, 01 Jan 1970)/i.test(attribute));
    if (isOver) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

const idSchema = v.record(v.string(), v.unknown());
const paintedSchema = v.object({
  metadata: v.object({ images: v.object({ primary: v.object({ url: v.string() }) }) }),
});
const picturedSchema = v.object({ generatedImage: v.object({ url: v.string() }) });

/**
 * Makes a person a story, a character with a portrait, and a chat with a picture. Returns their ids and addresses, and the
 * person's id as a part of a path.
 */
export async function makeThings(reader: WebVisitor & { sub: string }): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  const make = async (path: string, body: unknown, key: string) =>
    String(v.parse(idSchema, await reader.call("POST", path, body))[key]);
  ids["user"] = encodeURIComponent(reader.sub);
  ids["story"] = await make(
    "/api/stories",
    {
      genre: "Mystery",
      character: "A relief operator",
      description: "A voice on the harbour radio reads out a name.",
    },
    "storyId",
  );
  const mara = { name: "Mara Voss", description: "Keeper of Harrow Light; says little." };
  ids["character"] = await make("/api/characters", mara, "characterId");
  const painted = await reader.call("POST", `/api/images/character/${ids["character"]}`, {
    style: "realistic",
  });
  ids["portrait"] = v.parse(paintedSchema, painted).metadata.images.primary.url;
  ids["chat"] = await make("/api/character-chats", { characterId: ids["character"] }, "chatId");
  const content = replyScript({ id: "headers", pieces: 3 });
  await reader.call("POST", `/api/character-chats/${ids["chat"]}/messages`, { content });
  const pictured = await reader.call("POST", `/api/character-chats/${ids["chat"]}/picture`);
  ids["picture"] = v.parse(picturedSchema, pictured).generatedImage.url;
  return ids;
}
