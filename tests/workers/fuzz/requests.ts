import fc from "fast-check";
import { createId } from "#domain/ids.ts";
import { createApp } from "#workers/http/create-app.ts";
import { listRouteFiles, renderPages } from "../helpers/pages.ts";
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
  ].map(toBase64Url);
  return `${head}.${claims}.AAAA`;
});

function toBase64Url(value: unknown): string {
  const text = String.fromCharCode(...encoder.encode(JSON.stringify(value)));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

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
