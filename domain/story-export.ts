import * as v from "valibot";
import { idSchema } from "./ids.ts";
import { atMost, boundedText } from "./input.ts";
import { countSchema } from "./record-parts.ts";

/** What a story or a chat can be taken out as. */
const STORY_FORMATS = ["epub", "markdown", "text", "json"] as const;
export type StoryFormat = (typeof STORY_FORMATS)[number];

/** In place of a path: every path, each message once. */
export const ALL_PATHS = "all";
export const AUTHOR_MAX = 80;

/** `GET …/export`. JSON is always everything; all that follows `path` is about books. */
export const exportChoiceSchema = v.object({
  format: v.optional(v.picklist(STORY_FORMATS, "Stories can't be taken out as this."), "json"),
  /** The message at the end of a path, or ALL_PATHS; absent: the open path. */
  path: v.optional(idSchema),
  /** The name on the cover; absent: none. */
  author: v.optional(boundedText(atMost(AUTHOR_MAX, "A name can be")), ""),
  /** What the cover is drawn from; absent: the story's own drawing. */
  cover: v.optional(idSchema),
  /** How the person's own lines are set. */
  ownLines: v.optional(v.picklist(["italic", "plain"]), "italic"),
  /** Whether the title page says that it was written with an AI. */
  credit: v.optional(v.picklist(["ai", "none"]), "ai"),
});
export type ExportChoice = v.InferOutput<typeof exportChoiceSchema>;

/** About how many bytes a book of those passages would have; `text`: as plain text or as Markdown. */
const bookSizesSchema = v.object({ passages: countSchema, epub: countSchema, text: countSchema });

/** `GET …/export/sizes`: what there is to take out, with estimates in bytes. */
export const exportSizesSchema = v.object({
  pathCount: countSchema,
  /** Of the open path; `null`: it has none. */
  pathName: v.nullable(v.string()),
  open: bookSizesSchema,
  all: bookSizesSchema,
  json: countSchema,
  /** Whether the plan includes books as EPUB. Absent where the version before answers a page during a deployment. */
  hasEpub: v.optional(v.boolean()),
});
export type ExportSizes = v.InferOutput<typeof exportSizesSchema>;
