import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { toTreeMessage } from "#domain/incoming-tree.ts";
import { PREVIEW_SIZE, type Share } from "#domain/share.ts";
import type { ConversationObject } from "#durable-objects/conversation-object.ts";
import type { RenderPage } from "#workers/http/create-app.ts";
import { givePremium, shardOf } from "./databases.ts";
import { renderPages } from "./pages.ts";
import { type Browser, bareSignInPages, ORIGIN, type Person, TestSite } from "./site.ts";
import { beginStory } from "./stories.ts";

export const LINES = ["The radio hissed at nine.", "I pull on the headset.", "A voice gave a bearing."];

/** Writes a conversation's messages, a reply and a line of its owner by turns; it is a story, unless its objects are given. */
export async function writeMessages(
  story: { storyId: string; userId: string },
  lines: readonly string[],
  objects: typeof env.STORY | typeof env.CHARACTER_CHAT = env.STORY,
): Promise<void> {
  const { storyId: conversationId, userId } = story;
  const object: DurableObjectStub<ConversationObject> = objects.get(objects.idFromName(conversationId));
  const owner = { conversationId, userId, shard: await shardOf(userId) };
  const timestamp = "2026-01-15T09:30:00.000Z";
  const messages = lines.map((content, index) => {
    const role = index % 2 === 0 ? "assistant" : "user";
    return toTreeMessage({ parent: index === 0 ? null : index - 1, role, content, timestamp });
  });
  for (let first = 0; first < messages.length; first += 100) {
    await object.takeTree(owner, first, messages.slice(first, first + 100));
  }
  const head = messages.length - 1;
  await object.endTree(owner, { count: messages.length, head, pathNames: [], notes: {}, exchangeCount: 0 });
}

/** A story of that person with these messages. */
export async function writeStory(
  person: Person,
  { lines = LINES, ...changes }: { lines?: readonly string[]; [field: string]: unknown } = {},
): Promise<string> {
  const { storyId } = await beginStory(person, { title: "The Ninth Signal", ...changes });
  await writeMessages({ storyId, userId: person.sub }, lines);
  return storyId;
}

/** Shares a story, and returns the share with the path of its page. */
export async function shareStory(
  person: Person,
  storyId: string,
  input: Record<string, unknown> = {},
): Promise<Share & { path: string; token: string }> {
  const response = await person.send("POST", `/api/stories/${storyId}/shares`, input);
  if (response.status !== 201) throw new Error(await response.text());
  const share = await response.json<Share>();
  const path = new URL(share.url ?? "").pathname;
  return { ...share, path, token: path.slice(3) };
}

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** A picture of one colour. */
export async function makePicture(
  size: { width: number; height: number } = PREVIEW_SIZE,
  format: "image/png" | "image/jpeg" = "image/jpeg",
): Promise<Uint8Array<ArrayBuffer>> {
  const pixel = Uint8Array.from(atob(PIXEL), (sign) => sign.charCodeAt(0));
  const drawn = env.IMAGES.input(new Blob([pixel]).stream()).transform({ ...size, fit: "cover" });
  return new Uint8Array(await (await drawn.output({ format })).response().arrayBuffer());
}

/** A story of that person with a copy of it. */
export async function writeAndShare(
  person: Person,
  input: Record<string, unknown> = {},
  story: Parameters<typeof writeStory>[1] = {},
) {
  const storyId = await writeStory(person, story);
  return { storyId, ...(await shareStory(person, storyId, input)) };
}

/** The pages as the build serves them, except those of the sign-in. */
export const pagesButSignIn: RenderPage = (request, parts) =>
  /^\/(login|auth|logout)/.test(new URL(request.url).pathname)
    ? bareSignInPages(request, parts)
    : renderPages(request, parts);

/** A site with the pages of reading copies. */
export class ShareSite extends TestSite {
  /** Somebody without an account. */
  readonly reader: Browser = this.browser();

  constructor(settings: Record<string, unknown> = {}) {
    super(settings, pagesButSignIn);
  }

  /** Everything that the address of a copy leads to, as a visitor asks for it. */
  async askEverywhere(path: string): Promise<Record<string, number>> {
    const token = path.slice(3);
    const ask = async (name: string, asked: Promise<Response>) => {
      const response = await asked;
      response.webSocket?.accept();
      response.webSocket?.close();
      await response.body?.cancel();
      return [name, response.status] as const;
    };
    const socket = { Upgrade: "websocket", Origin: ORIGIN };
    return Object.fromEntries(
      await Promise.all([
        ask("page", this.reader.get(path)),
        ask("data", this.reader.get(`${path}.data`)),
        ask("report", this.reader.get(`${path}/report`)),
        ask("live", this.reader.get(`/live/shares/${token}`, socket)),
        ask("readers", this.reader.sendRaw("POST", `${path}/readers`, "begun", {})),
      ]),
    );
  }
}

/** Such a site with an author on Premium, who shares new stories of theirs. */
export async function openShares(settings: Record<string, unknown> = {}) {
  const site = new ShareSite(settings);
  const claims = { name: "Nora Lindqvist", email: "nora@example.org", email_verified: true };
  const author = await site.consented(claims);
  await givePremium(author.sub);
  const share = (input: Record<string, unknown> = {}, story: Record<string, unknown> = {}) =>
    writeAndShare(author, input, story);
  return { site, reader: site.reader, author, share };
}

const EVERYWHERE = ["page", "data", "report", "live", "readers"];
export const everywhere = (status: number) => Object.fromEntries(EVERYWHERE.map((name) => [name, status]));

export async function allowAdult(person: Person): Promise<void> {
  const nsfwConsent = { version: "2025-08-11", timestamp: "2026-01-15T09:30:00.000Z" };
  const settings = { ageConfirmed18NSFW: true, nsfwEnabled: true, nsfwConsent };
  const path = `/api/users/${encodeURIComponent(person.sub)}/age-confirmation`;
  expect((await person.send("PATCH", path, { settings })).status).toBe(200);
}

export function postForm(browser: Browser, path: string, form: Record<string, string>): Promise<Response> {
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  return browser.sendRaw("POST", path, new URLSearchParams(form).toString(), headers);
}
