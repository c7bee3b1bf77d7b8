import {
  type ReadContext,
  type ReadConversation,
  splitText,
  TreeBuilder,
  toStorable,
} from "../tree-builder.ts";

/** About a page, so that a reader can edit and branch where they like. In UTF-16 code units. */
const PASSAGE_LENGTH = 2_500;
const HEADING = /^#{1,6} +(.+)$/u;

/**
 * A draft of one's own, as text or Markdown: the first passages of a story that the AI goes on from. A passage ends at a heading or a line of
 * stars, else at a paragraph after about a page. A first heading of the first order is the title. Words stay as they are.
 */
export function readDraftText(source: string, context: ReadContext): ReadConversation {
  const builder = new TreeBuilder(context);
  const body = stripFrontMatter(source);
  context.leftOut.add("file head", "file heads", "Its settings are for an editor.", Number(body !== source));
  const text = toStorable(body);
  const [first = "", ...others] = text.split("\n");
  const title = /^# +(.+)$/u.exec(first)?.[1]?.trim() ?? "";
  const leaf = builder.addPassages(toPassages(title === "" ? text : others.join("\n")));
  if (leaf !== null) builder.endPath(leaf, { name: context.file });
  const format = /^#{1,6} /mu.test(text) ? "Markdown" : "Text";
  return builder.finish({ title: title || context.file, format }, leaf);
}

/** What some editors put before a text, between two lines of hyphens. */
function stripFrontMatter(text: string): string {
  if (!/^\ufeff?---\r?\n/u.test(text)) return text;
  const end = text.indexOf("\n---", 4);
  return end === -1 ? text : text.slice(end + 4).replace(/^-*\r?\n/u, "");
}

/** Divides text into passages; paragraphs stay whole. */
export function toPassages(text: string): string[] {
  const passages: string[] = [];
  let passage = "";
  const end = () => {
    passages.push(...splitText(passage.trim(), 4 * PASSAGE_LENGTH));
    passage = "";
  };
  for (const paragraph of text.split(/\n[ \t]*\n/u)) {
    const line = paragraph.trim();
    if (HEADING.test(line.split("\n", 1)[0] ?? "") || passage.length > PASSAGE_LENGTH) end();
    passage += `${passage === "" ? "" : "\n\n"}${paragraph}`;
    if (/^(?:[*\-_=~#] *){3,}$/u.test(line)) end();
  }
  end();
  return passages.filter((one) => one !== "");
}
