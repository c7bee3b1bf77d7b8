import fc from "fast-check";
import { base64url } from "jose";
import { createId } from "#domain/ids.ts";
import type { ClientEvent, IdField } from "#domain/protocol.ts";
import { createApp } from "#workers/http/create-app.ts";
import { MARA } from "../characters/people.ts";
import { findBodySchema, Generator, OPERATIONS } from "../helpers/api-description.ts";
import { toCheckout } from "../helpers/billing.ts";
import { listRouteFiles, renderPages } from "../helpers/pages.ts";
import { CONSENT, ORIGIN } from "../helpers/site.ts";
import DICTIONARY from "./dictionary.json";
import {
  type Bytes,
  bodyFor,
  malformedUtf8,
  oddHeaderValue,
  oddText,
  oddUrlPart,
  weighted,
} from "./odd-values.ts";

const encoder = new TextEncoder();

/** A method and a path with parameters, such as `GET /api/stories/:storyId`. */
export type Operation = { method: string; path: string; isPage: boolean };

/** Every operation that the Worker answers: its routes, and the pages with their data and forms. */
export function listOperations(): Operation[] {
  const calls = createApp({ renderPage: renderPages })
    .routes.filter(({ method }) => method !== "ALL")
    .map(({ method, path }) => ({ method, path, isPage: false }));
  const pages = listRouteFiles().flatMap(({ path, module }): Operation[] => {
    if (path === null) return [];
    const data = path === "/" ? "/_root.data" : `${path}.data`;
    const methods = module.action === undefined ? ["GET"] : ["GET", "POST"];
    return methods.flatMap((method) => [
      { method, path, isPage: true },
      { method, path: data, isPage: true },
    ]);
  });
  const known = new Map([...calls, ...pages].map((one) => [`${one.method} ${one.path}`, one]));
  return [...known.values()];
}

/** Whose request it is; see `FuzzedSite`. */
export const CALLERS = ["ada", "adaByToken", "ben", "carl", "nobody"] as const;
export type CallerName = (typeof CALLERS)[number];

/** The value of a path parameter: one of the caller's ids, somebody else's id, or any text. */
type Param = { from: "own" | "others" | "anything"; anything: string };

/** One request to an operation. */
export type RequestCase = {
  caller: CallerName;
  method: string;
  params: Param[];
  /** The index of the id to use. It is the same for all parameters, so that the ids belong together. */
  index: number;
  query: string;
  headers: Record<string, string>;
  body: Bytes | null;
};

const param: fc.Arbitrary<Param> = fc.record({
  from: fc.constantFrom("own", "own", "own", "own", "others", "others", "anything"),
  anything: fc.oneof(
    oddUrlPart,
    fc.constantFrom(
      createId().toUpperCase(),
      `${createId()}%0a`,
      "0".repeat(36),
      "a".repeat(5_000),
      ".",
      "..",
    ),
  ),
});

/** A cursor in the product's format, with any content. */
const cursor = fc
  .oneof(fc.tuple(oddText, oddText), fc.jsonValue())
  .map((value) => btoa(encodeURIComponent(JSON.stringify(value).toWellFormed())));

const queryValue = fc.oneof(
  oddUrlPart,
  cursor.map(encodeURIComponent),
  fc.constantFrom("", "true", "1", "0", "-1", "999999", "9999999", "recent", "active", "1e3", createId()),
);
const query = fc
  .array(fc.tuple(weighted([4, fc.constantFrom(...DICTIONARY.queryKeys)], [1, oddUrlPart]), queryValue), {
    maxLength: 3,
  })
  .map((pairs) => (pairs.length === 0 ? "" : `?${pairs.map(([key, value]) => `${key}=${value}`).join("&")}`));

/** A token with any header and claims, and without a valid signature. */
const token = fc.tuple(fc.constantFrom("none", "HS256", "RS256", "ES256", "x"), oddText).map(([alg, sub]) => {
  const [head, claims] = [
    { alg, kid: sub },
    { sub, iss: sub, exp: 9e9 },
  ].map((part) => base64url.encode(JSON.stringify(part)));
  return `${head}.${claims}.AAAA`;
});

const OUR_COOKIES = ["session", "bookmark", "demo", "signin-abcdefgh"].map(
  (name) => `__Host-talespark-${name}`,
);
const cookie = fc
  .tuple(
    fc.constantFrom(...OUR_COOKIES, "talespark-theme", "theme", "__proto__", ""),
    fc.oneof(oddHeaderValue, oddUrlPart, token),
  )
  .map(([name, value]) => `${name}=${value}`);

/** Values of the headers that our code or the runtime reads, also of those that the Worker sets for the objects. */
const HEADER_VALUES: Record<string, fc.Arbitrary<string>> = {
  ...Object.fromEntries(
    Object.entries<string[]>(DICTIONARY.headers).map(([name, values]) => [name, fc.constantFrom(...values)]),
  ),
  Authorization: fc.oneof(
    fc.constantFrom(...DICTIONARY.headers.Authorization, `Bearer ${"a".repeat(8_000)}`),
    token.map((value) => `Bearer ${value}`),
  ),
  Cookie: cookie,
};
const header = fc
  .constantFrom(...Object.keys(HEADER_VALUES))
  .chain((name) =>
    fc.tuple(fc.constant(name), weighted([3, HEADER_VALUES[name] ?? oddHeaderValue], [1, oddHeaderValue])),
  );
/** Mostly none, so that most requests get past the checks of the headers. */
const headers = weighted(
  [3, fc.constant({})],
  [2, fc.array(header, { minLength: 1, maxLength: 3 }).map((pairs) => Object.fromEntries(pairs))],
);

/** The callers who have things of the kind that the operation needs. */
const MEMBERS: readonly CallerName[] = ["ada", "ada", "ada"];
const VISITORS: readonly CallerName[] = ["carl", "carl", "carl", "carl"];

const liveHeaders = fc.constantFrom<Record<string, string>>(
  { Upgrade: "websocket" },
  { Accept: "text/event-stream" },
  {},
);

const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "PROPFIND", "get"];

/** Requests to an operation. `examples`: its correct bodies, or `null`; of a page, the fields of its forms. */
export function requestsTo(
  { method, path }: Operation,
  examples: fc.Arbitrary<unknown> | null | FormField[],
): fc.Arbitrary<RequestCase> {
  const isLive = method === "GET" && path.startsWith("/live/");
  const count = path.split("/").filter((part) => isParam(part)).length;
  return fc.record({
    caller: fc.constantFrom(...(path.includes("/demo") ? VISITORS : MEMBERS), ...CALLERS),
    method: weighted([8, fc.constant(method)], [1, fc.constantFrom(...METHODS)]),
    index: fc.nat(11),
    params: fc.array(param, { minLength: count, maxLength: count }),
    query,
    headers: isLive ? fc.tuple(liveHeaders, headers).map(([live, odd]) => ({ ...live, ...odd })) : headers,
    body: Array.isArray(examples) ? formBody(examples) : bodyFor(examples),
  });
}

function isParam(part: string): boolean {
  return part.startsWith(":") || part.startsWith("*");
}

/** Fields of a form as its page has them: name and value. */
export type FormField = readonly [name: string, value: string];

/** A form as browsers send it, with up to three fields changed, left out or added; or anything else. */
function formBody(known: FormField[]): fc.Arbitrary<Bytes | null> {
  const kept = fc.subarray(known, { minLength: Math.max(0, known.length - 3) });
  const added = fc.array(
    fc.tuple(fc.oneof(fc.constantFrom("intent", ...known.map(([name]) => name)), oddText), oddText),
    { maxLength: 3 },
  );
  const encoded = fc
    .tuple(kept, added)
    .map(([old, odd]) =>
      encoder.encode(new URLSearchParams([...old, ...odd].map(([name, value]) => [name, value])).toString()),
    );
  return weighted(
    [8, encoded],
    [1, fc.tuple(oddUrlPart, oddUrlPart).map(([name, value]) => encoder.encode(`${name}=${value}`))],
    [1, malformedUtf8],
    [1, fc.constant(null)],
  );
}

/** The path of a request. `idsFor`: the ids that a parameter of that name may have, of the caller or of somebody else. */
export function toPath(
  { path }: Operation,
  { params, index, query: search }: RequestCase,
  idsFor: (name: string, isOwn: boolean) => readonly string[],
): string {
  let used = 0;
  const parts = path.split("/").map((part) => {
    if (!isParam(part)) return part;
    const { from, anything } = params[used] ?? { from: "anything", anything: "x" };
    used += 1;
    const [name = "", ...suffix] = part.slice(1).split(".");
    const ids = idsFor(name, from === "own");
    const id = from === "anything" ? undefined : ids[index % ids.length];
    return [id === undefined ? anything : encodeURIComponent(id), ...suffix].join(".");
  });
  return parts.join("/") + search;
}

/** Ids of things of the person who sends most of the requests, by the name of the parameter that takes them. */
export type Ids = Record<"userId" | "storyId" | "characterId" | "chatId", string>;

type Example = (ids: Ids, requestId: string) => Record<string, unknown>;

/** Fields of correct bodies that the API's description can't define: ids, and values that would end the test's session. */
const KNOWN_FIELDS: Record<string, Example> = {
  "POST /api/users": ({ userId }) => ({ auth0Id: userId }),
  "DELETE /api/users/:userId": () => ({ confirmation: "not the words" }),
  "PATCH /api/users/:userId/age-confirmation": () => CONSENT,
  "POST /api/stories/demo": () => ({ genre: "Mystery", subGenre: "Cold Case" }),
  "POST /api/stories": (_, requestId) => ({ genre: "Mystery", subGenre: "Cold Case", requestId }),
  "POST /api/character-chats": ({ characterId }, requestId) => ({ characterId, requestId }),
  "POST /api/stripe/create-checkout-session": ({ userId }) => toCheckout({ sub: userId }),
  "POST /api/stripe/create-portal-session": ({ userId }) => ({ userId, returnUrl: `${ORIGIN}/upgrade` }),
};

/** Correct bodies that are not described in JSON. */
const OTHERS: Record<string, Example> = {
  "POST /api/characters/import": () => ({ spec: "chara_card_v2", spec_version: "2.0", data: MARA }),
  "POST /api/stripe/webhook": () => ({ id: "evt_1", object: "event", type: "invoice.paid", data: {} }),
  "POST /live/stories/:id": ({ storyId }, id) => toFrame("stream-message", { storyId }, id),
  "POST /live/character-chats/:id": ({ chatId }, id) => toFrame("stream-message", { chatId }, id),
};

/** Correct bodies of an operation, generated from the API's description; `null`: it has none. */
export function examplesOf(operation: string, ids: Ids): fc.Arbitrary<unknown> | null {
  const other = OTHERS[operation];
  if (other !== undefined) return fc.uuid().map((requestId) => other(ids, requestId));
  const call = operation.replace(" /api", " ").replace(/:(\w+)/g, "{$1}");
  const described = OPERATIONS.find((one) => one.call === call);
  const schema = described === undefined ? null : findBodySchema(described);
  if (schema === null) return null;
  const known = KNOWN_FIELDS[operation] ?? (() => ({}));
  return fc.tuple(fc.nat(), fc.uuid()).map(([seed, requestId]) => {
    const generated = new Generator(seed).value(schema);
    return Object.assign({}, generated, known(ids, requestId));
  });
}

/** What a correct frame of each type has besides its conversation. `id`: of a request or a message. */
const FRAMES: Record<ClientEvent["type"], (id: string) => object> = {
  "join-story": (id) => ({ have: { messageId: id, offset: 3 } }),
  "stream-message": (id) => ({
    requestId: id,
    content: "I look around",
    userId: "somebody",
    metadata: { seen: true },
  }),
  "stream-continue": (id) => ({
    requestId: id,
    prompt: "Continue with more action",
    isInitialContinue: false,
  }),
  "stream-stop": () => ({}),
  "select-version": (id) => ({ messageId: id }),
  "keep-place": (id) => ({ messageId: id, offset: 12, at: 1_700_000_000_000 }),
  "read-until": (id) => ({ mark: id }),
};
export const FRAME_TYPES = Object.keys(FRAMES) as ClientEvent["type"][];

/** A correct frame that a reader sends. */
export function toFrame(
  type: ClientEvent["type"],
  conversation: { [field in IdField]?: string },
  id: string,
): Record<string, unknown> {
  return { type, ...conversation, ...FRAMES[type](id) };
}
