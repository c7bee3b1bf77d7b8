import { v5 } from "uuid";
import { escapeXml } from "#domain/text.ts";
import type { WholeFile } from "../zip/write-zip.ts";
import { isRightToLeft } from "./book-language.ts";
import type { BookPiece } from "./chapters.ts";
import { readMessage, type TakenConversation } from "./conversation-text.ts";
import { toXhtml } from "./render-rich-text.ts";

export type EpubCover = { name: string; mediaType: string; bytes: Uint8Array | string };

type BookParts = {
  /** Empty: nobody is named. */
  author: string;
  /** Whether the person's own lines are set in italics. */
  ownInItalics: boolean;
  /** Whether the title page says that it was written with an AI. */
  namesAi: boolean;
  /** As a tag (BCP 47). */
  language: string;
  cover: EpubCover;
  now: Date;
  /** A picture as JPEG by the name in its message; `null`: it is not there, or can't be read. */
  readPicture: (file: string) => Promise<Uint8Array | null>;
};

type Page = { file: string; title: string | null };

/** The namespace of the books' ids, which say nothing of the conversation's. */
const BOOKS = "6f1d3a1e-7c0b-4a53-9d0e-0d5f0a3f6b11";

/** No colours and no fonts: those are the reader's. */
const BOOK_CSS = `body { margin: 5%; line-height: 1.5; }
h1, h2 { font-weight: normal; line-height: 1.2; text-align: center; margin: 2em 0; }
p { margin: 0; text-indent: 1.2em; }
h2 + div > p:first-child, hr + p, blockquote p { text-indent: 0; }
hr { width: 20%; margin: 1.5em auto; }
pre { white-space: pre-wrap; }
.own { margin: 1em 8%; }
.italic { font-style: italic; }
.italic em { font-style: normal; }
.said { margin: 0.8em 0; }
.said p { text-indent: 0; }
.speaker { font-variant: small-caps; }
.front { margin-top: 25%; text-align: center; }
.front p { margin: 1em 0; text-indent: 0; }
figure { margin: 1em 0; text-align: center; }
img { max-width: 100%; max-height: 95vh; }
nav ol { list-style: none; padding: 0; }
`;

/** A path as an EPUB 3: its files in their order, a chapter at a time. */
export async function* writeEpub(
  taken: TakenConversation,
  pieces: AsyncIterable<BookPiece>,
  parts: BookParts,
): AsyncGenerator<WholeFile> {
  const { cover, language } = parts;
  const toPage = (title: string, body: string) => wrapPage(language, title, body);
  yield { path: "mimetype", bytes: "application/epub+zip", isStored: true };
  yield {
    path: "META-INF/container.xml",
    bytes: `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="EPUB/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
`,
  };
  yield { path: "EPUB/book.css", bytes: BOOK_CSS };
  yield { path: `EPUB/${cover.name}`, bytes: cover.bytes, isStored: typeof cover.bytes !== "string" };
  const alt = escapeXml(taken.title);
  yield {
    path: "EPUB/cover.xhtml",
    bytes: toPage(taken.title, `<div><img src="${cover.name}" alt="${alt}"/></div>`),
  };
  yield { path: "EPUB/title.xhtml", bytes: toPage(taken.title, writeTitlePage(taken, parts)) };
  const pages: Page[] = [];
  const pictures: string[] = [];
  for await (const chapter of gatherChapters(taken, pieces, parts)) {
    if ("name" in chapter) {
      pictures.push(chapter.name);
      yield { path: `EPUB/${chapter.name}`, bytes: chapter.bytes, isStored: true };
      continue;
    }
    const number = pages.length + 1;
    const file = `chapter-${String(number).padStart(4, "0")}.xhtml`;
    const title = chapter.title ?? `${number}`;
    pages.push({ file, title });
    yield {
      path: `EPUB/${file}`,
      bytes: toPage(title, `<h2 dir="auto">${escapeXml(title)}</h2>\n${chapter.body}`),
    };
  }
  if (pages.length === 0) {
    pages.push({ file: "chapter-0001.xhtml", title: taken.title });
    yield { path: "EPUB/chapter-0001.xhtml", bytes: toPage(taken.title, `<h2 dir="auto">${alt}</h2>`) };
  }
  yield { path: "EPUB/contents.xhtml", bytes: toPage("Contents", writeContents(pages)) };
  yield { path: "EPUB/book.opf", bytes: writePackage(taken, parts, { pages, pictures }) };
}

type Chapter = { title: string | null; body: string };

/** Chapters, each with its pictures before it: no more than one picture is in memory. */
async function* gatherChapters(
  taken: TakenConversation,
  pieces: AsyncIterable<BookPiece>,
  { readPicture, ownInItalics }: BookParts,
): AsyncGenerator<Chapter | { name: string; bytes: Uint8Array }> {
  let chapter: Chapter | null = null;
  for await (const { chapter: begun, message } of pieces) {
    if (begun !== null || chapter === null) {
      if (chapter !== null) yield chapter;
      chapter = { title: begun?.title ?? null, body: "" };
    }
    const { isOwn, speaker, content } = readMessage(taken, message);
    const text = toXhtml(content);
    const style = isOwn && ownInItalics ? " italic" : "";
    if (speaker !== null) {
      chapter.body += `<div class="said${style}"><p class="speaker" dir="auto">${escapeXml(speaker)}</p>${text}</div>\n`;
    } else {
      chapter.body += isOwn
        ? `<blockquote class="own${style}">${text}</blockquote>\n`
        : `<div>${text}</div>\n`;
    }
    const bytes = message.picture && (await readPicture(message.picture.file));
    if (!message.picture || !bytes) continue;
    const name = `pictures/${message.messageId}.jpg`;
    yield { name, bytes };
    chapter.body += `<figure><img src="${name}" alt="${escapeXml(message.picture.prompt)}"/></figure>\n`;
  }
  if (chapter !== null) yield chapter;
}

function wrapPage(language: string, title: string, body: string): string {
  const direction = isRightToLeft(language) ? ' dir="rtl"' : "";
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${language}" xml:lang="${language}"${direction}>
<head><title>${escapeXml(title) || "-"}</title><link rel="stylesheet" type="text/css" href="book.css"/></head>
<body>
${body}
</body>
</html>
`;
}

function writeTitlePage({ title, description }: TakenConversation, { author, namesAi }: BookParts): string {
  const lines = [
    `<h1 dir="auto">${escapeXml(title)}</h1>`,
    ...(author === "" ? [] : [`<p dir="auto">${escapeXml(author)}</p>`]),
    ...(description.trim() === "" ? [] : [`<p dir="auto"><em>${escapeXml(description)}</em></p>`]),
    ...(namesAi ? ['<p lang="en" xml:lang="en">Written with an AI on Talespark</p>'] : []),
  ];
  return `<div class="front">${lines.join("\n")}</div>`;
}

function writeContents(pages: readonly Page[]): string {
  const lines = pages.map(({ file, title }) => `<li><a href="${file}">${escapeXml(title ?? "")}</a></li>`);
  return `<nav epub:type="toc" role="doc-toc"><ol>\n${lines.join("\n")}\n</ol></nav>`;
}

function writePackage(
  { id, title, description }: TakenConversation,
  { author, language, cover, now }: BookParts,
  { pages, pictures }: { pages: readonly Page[]; pictures: readonly string[] },
): string {
  const items = [
    `<item id="contents" href="contents.xhtml" media-type="application/xhtml+xml" properties="nav"/>`,
    `<item id="css" href="book.css" media-type="text/css"/>`,
    `<item id="cover-image" href="${cover.name}" media-type="${cover.mediaType}" properties="cover-image"/>`,
    ...["cover.xhtml", "title.xhtml", ...pages.map(({ file }) => file)].map(
      (file) =>
        `<item id="${file.replace(".xhtml", "")}" href="${file}" media-type="application/xhtml+xml"/>`,
    ),
    ...pictures.map(
      (name, index) => `<item id="picture-${index + 1}" href="${name}" media-type="image/jpeg"/>`,
    ),
  ];
  const order = ["cover", "title", "contents", ...pages.map(({ file }) => file.replace(".xhtml", ""))];
  const direction = isRightToLeft(language) ? ' page-progression-direction="rtl"' : "";
  const about = description.trim();
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${language}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:${v5(id, BOOKS)}</dc:identifier>
<dc:title>${escapeXml(title)}</dc:title>
<dc:language>${language}</dc:language>
${author === "" ? "" : `<dc:creator>${escapeXml(author)}</dc:creator>\n`}${about === "" ? "" : `<dc:description>${escapeXml(about)}</dc:description>\n`}<meta property="dcterms:modified">${now.toISOString().slice(0, 19)}Z</meta>
<meta property="schema:accessMode">textual</meta>
<meta property="schema:accessModeSufficient">textual</meta>
<meta property="schema:accessibilityFeature">tableOfContents</meta>
<meta property="schema:accessibilityHazard">none</meta>
<meta name="cover" content="cover-image"/>
</metadata>
<manifest>
${items.join("\n")}
</manifest>
<spine${direction}>
${order.map((item) => `<itemref idref="${item}"/>`).join("\n")}
</spine>
</package>
`;
}
