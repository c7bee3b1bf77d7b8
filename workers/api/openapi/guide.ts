import { BINDING_LIMITS, type RateLimit } from "#domain/rate-limits.ts";
import { makeErrorExample } from "./example.ts";

/** The guide at the beginning of the reference, about all calls. Text between backquotes is code. */
export type GuideSection = { id: string; title: string; paragraphs: readonly string[]; code?: string };

export const GUIDE: readonly GuideSection[] = [
  {
    id: "authentication",
    title: "Authentication",
    paragraphs: [
      "A call is made with an access token of the identity provider (`Authorization: Bearer …`, RS256, for the audience of this API; if it names scopes, `openid` is one of them), or with the session cookie that a browser has after the sign-in. A wrong token is refused with 401, even with a valid cookie.",
      "A request that changes something and comes with the cookie must come from this site: its `Origin` is checked. A request with a token need not.",
      "`{userId}` in a path is the `sub` of the token. Somebody else's, an unknown and a malformed id all answer 404.",
    ],
    code: 'curl https://talespark.example/api/users/auth0%7C5f7c8ec7c33c6c004bbafe82 \\\n  -H "Authorization: Bearer $TOKEN"',
  },
  {
    id: "bodies",
    title: "Requests and answers",
    paragraphs: [
      "Bodies are JSON (`Content-Type: application/json`) of at most 64 KiB. Anything else is refused with 415, more with 413. Unknown fields are ignored. Only character cards are sent as files.",
      "Times are ISO 8601 in UTC. Lengths of texts are counted after trimming, in characters that a person sees. `maxLength` in a schema counts code points, so a text within it is never too long.",
    ],
  },
  {
    id: "paging",
    title: "Pages of a list",
    paragraphs: [
      'A list is an array. Where there is more, the answer has `Link: <…>; rel="next"` with the address of the next page; follow it until there is none. `limit` sets how many come at once.',
    ],
  },
  {
    id: "polling",
    title: "Polling",
    paragraphs: [
      "Every answer to a `GET` has an `ETag`. Send it back as `If-None-Match`: if nothing has changed, the answer is 304 without a body. To follow a conversation as it is written, open its live connection instead.",
    ],
    code: 'curl https://talespark.example/api/stories/{storyId}/messages \\\n  -H \'If-None-Match: "…"\' -H "Authorization: Bearer $TOKEN"',
  },
  {
    id: "errors",
    title: "Errors",
    paragraphs: [
      "A failed call answers with a status and the body below. Branch on `error.code`, never on the text; `error.message` is for a person to read. `field` names the input at fault. `code`, `message` and `field` stand at the top level as well.",
      "`error.requestId` is the id of the request in our log; the header `X-Request-Id` has it too. Send it along when you report a problem.",
    ],
    code: JSON.stringify(makeErrorExample("NOT_FOUND"), null, 2),
  },
  {
    id: "rate-limits",
    title: "Rate limits",
    paragraphs: [
      `One person may make ${describeLimit(BINDING_LIMITS.REQUESTS_PER_USER)}, one address ${describeLimit(BINDING_LIMITS.REQUESTS_PER_ADDRESS)}. Some calls have a limit of their own. Beyond a limit the answer is 429 with \`Retry-After\` in seconds.`,
    ],
  },
];

/** `200 requests in 10 seconds`. */
function describeLimit({ limit, windowS }: RateLimit): string {
  return `${limit.toLocaleString("en")} requests in ${windowS} seconds`;
}
