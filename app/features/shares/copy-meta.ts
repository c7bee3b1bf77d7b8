import type { MetaDescriptor } from "react-router";
import { findPictureUrl } from "#app/features/site/pictures.ts";
import { isPassage } from "#domain/message.ts";
import { toFirstWords } from "#domain/passage-markup.ts";
import type { ReadingCopy } from "#workers/shares/reading-copies.ts";

const DESCRIPTION_MAX = 180;

type Described = { copy: ReadingCopy | null; origin: string; path: string };

/** What search engines and the previews of messengers are told of a copy. Of a story for adults they learn nothing. */
export function describeCopy(described: Described | undefined): MetaDescriptor[] {
  const copy = described?.copy;
  if (!described || !copy?.isForEverybody) {
    return [{ title: copy ? `${copy.title} · Talespark` : "A reading copy · Talespark" }, NOT_INDEXED_META];
  }
  const { origin, path } = described;
  const { title, genre, penName, isIndexed, page, messages, preview } = copy;
  const by = penName === "" ? "A story" : `A story by ${penName}`;
  const words = messages.find(isPassage)?.content ?? "";
  const description = toFirstWords(words, DESCRIPTION_MAX);
  const address = origin + path;
  return [
    { title: page === 1 ? `${title} · Talespark` : `${title}, page ${page} · Talespark` },
    { name: "description", content: `${by}, written with an AI. ${description}` },
    ...(isIndexed
      ? [{ tagName: "link", rel: "canonical", href: page === 1 ? address : `${address}?page=${page}` }]
      : [NOT_INDEXED_META]),
    { property: "og:site_name", content: "Talespark" },
    { property: "og:type", content: "article" },
    { property: "og:title", content: title },
    { property: "og:description", content: `${by}, written with an AI. ${description}` },
    { property: "og:url", content: address },
    {
      property: "og:image",
      content: preview ? `${address}/preview/${preview}` : origin + findPictureUrl(`preview-${genre}.png`),
    },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: "The cover of a book." },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/** What search engines are told of a copy that its author does not want to be found, in the page and in the header `X-Robots-Tag`. */
export const NOT_INDEXED = "noindex, nofollow";
const NOT_INDEXED_META = { name: "robots", content: NOT_INDEXED };
