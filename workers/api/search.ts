import * as v from "valibot";
import { ROLES } from "#domain/message.ts";
import { SEARCH_KINDS, SEARCH_RESULTS_MAX, searchPageSchema } from "#domain/search.ts";
import { ok } from "./answers.ts";
import { ApiArea } from "./operation.ts";
import { cursorSchema, flagSchema, limitSchema, linkNext } from "./paging.ts";

const timeSchema = v.optional(
  v.pipe(v.string(), v.isoTimestamp("This is not a time, such as 2026-11-26T00:00:00Z.")),
);

const searchQuery = v.object({
  q: v.optional(v.string(), ""),
  kind: v.optional(v.picklist(SEARCH_KINDS)),
  storyId: v.optional(v.string()),
  chatId: v.optional(v.string()),
  role: v.optional(v.picklist(ROLES)),
  since: timeSchema,
  until: timeSchema,
  withoutArchived: flagSchema,
  perKind: limitSchema(SEARCH_RESULTS_MAX),
  limit: limitSchema(SEARCH_RESULTS_MAX),
  cursor: cursorSchema,
});

/** `/api/search`: all that the caller has written. */
export const searchArea = new ApiArea({ base: "/search", tag: "Search", access: "account" }).on("GET", "/", {
  id: "search",
  summary: "Search all that you have written",
  description:
    'Finds texts with all words: `"a phrase"`, `-without`, and the beginning of the last word. Accents and case do not matter. A typo in one word is forgiven when nothing fits. Messages are found on all paths. Sorted by fit, then the newest first.',
  query: searchQuery,
  answer: ok(searchPageSchema, "A page of places, and how many there are."),
  handle: async ({ context, services, query }) => {
    const page = await services.search.find(query);
    linkNext(context, "cursor", page.next);
    return page;
  },
});
