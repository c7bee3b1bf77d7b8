import { EpubCheck } from "@likecoin/epubcheck-ts";
import { strFromU8, unzipSync } from "fflate";
import { Lexer, type MarkedToken, type Token } from "marked";
import { expect, it } from "vitest";
import { readRichMarkdown } from "#domain/rich-text.ts";
import { ALL_PATHS } from "#domain/story-export.ts";
import { listChapters, listText, makeBook, squeeze, takeBook, takeStory } from "#tests/fakes/taken-story.ts";
import { findLanguage } from "#workers/exports/book-language.ts";
import { divideIntoChapters, type ToldMessage } from "#workers/exports/chapters.ts";
import { openBook, readMessage, type TakenConversation } from "#workers/exports/conversation-text.ts";
import { writeEpub } from "#workers/exports/epub.ts";
import { toMarkdown, toPlainText, toXhtml } from "#workers/exports/render-rich-text.ts";
import { writeMarkdown, writePlainText } from "#workers/exports/text-files.ts";

const CASES = 500;

async function gather<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

async function join(pieces: AsyncIterable<string>): Promise<string> {
  return (await gather(pieces)).join("");
}

/** What a page of Markdown shows, by a reader of its own. */
function showMarkdown(tokens: readonly Token[] | undefined): string {
  return ((tokens ?? []) as readonly MarkedToken[])
    .map((token) => {
      if (token.type === "list") return showMarkdown(token.items);
      if (token.type === "html" || token.type === "image" || token.type === "table") return "";
      if (token.type === "code" || token.type === "codespan" || token.type === "escape") return token.text;
      return "tokens" in token && token.tokens
        ? showMarkdown(token.tokens)
        : "text" in token
          ? token.text
          : "";
    })
    .join("");
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** What an XHTML page shows of its body. */
function showXhtml(page: string): string {
  const body = page.slice(page.indexOf("<body>") + 6, page.indexOf("</body>"));
  return body.replace(/<[^>]*>/g, "").replace(/&(\w+);/g, (_, name) => ENTITIES[name] ?? "");
}

/** The words of a path as its page shows them, each once and in order. */
function toVisible(taken: TakenConversation & { path: Parameters<typeof readMessage>[1][] }): string {
  return taken.path
    .map((message) => {
      const { speaker, content } = readMessage(taken, message);
      return (speaker === null ? "" : `${speaker}:`) + listText(content);
    })
    .join("");
}

it(`a path that is taken out has each visible word once and in order, as Markdown and as text, in ${CASES} stories and chats`, async () => {
  for (let seed = 1; seed <= CASES; seed += 1) {
    const kind = seed % 3 === 0 ? "character-chat" : "story";
    const options = { seed, kind, messages: 1 + (seed % 14), hostile: 0.35 } as const;
    const taken = { ...takeStory(options), title: "", description: "" };
    for (const message of taken.messages) message.heading = null;
    const markdown = await join(writeMarkdown(taken, await openBook(taken, null)));
    const shown = squeeze(showMarkdown(new Lexer({ gfm: true }).lex(markdown)));
    expect(shown, `seed ${seed}:\n${markdown}`).toBe(squeeze(toVisible(taken)));

    const text = await join(writePlainText(taken, await openBook(taken, null)));
    const bare = (words: string) => squeeze(words).replace(/[*>]/gu, ""); // of breaks and of the person's own lines
    if (kind === "story") expect(bare(text), `seed ${seed}`).toBe(bare(toVisible(taken)));
  }
});

it("a path that is taken out has them in a book too, whose pages are well-formed", async () => {
  for (let seed = 2; seed <= 40; seed += 1) {
    const files = Object.entries(unzipSync(await makeBook(seed)));
    const chapters = files.filter(([path]) => path.includes("chapter-")).map(([, bytes]) => strFromU8(bytes));
    const told = await listChapters(seed);
    const shown = squeeze(chapters.map(showXhtml).join(""));
    expect(shown, `seed ${seed}`).toBe(told.map(({ text }) => text).join(""));
    const { taken, path } = takeBook(seed);
    expect(told.flatMap(({ messageIds }) => messageIds).sort()).toEqual(
      (path === null ? taken.path : taken.messages).map(({ messageId }) => messageId).sort(),
    );
  }
});

it("a path that is taken out begins a chapter with a named passage once the one before is long enough, and with the line that it answers", async () => {
  const say = (role: "user" | "assistant", heading: string | null, length = 10): ToldMessage => ({
    path: null,
    message: { messageId: `${heading}`, role, content: "x".repeat(length), heading, picture: null },
  });
  async function* told() {
    yield say("assistant", "The lamp");
    yield say("assistant", "Too soon");
    yield say("assistant", null, 5_000);
    yield say("user", null);
    yield say("assistant", "The stairs", 50_000);
    yield say("assistant", null);
    yield { ...say("assistant", "Elsewhere"), path: { name: "What if" } };
  }
  const pieces = await gather(divideIntoChapters(told()));
  expect(pieces.flatMap(({ chapter }, index) => (chapter ? [[index, chapter.title]] : []))).toEqual([
    [0, "The lamp"],
    [3, "The stairs"],
    [5, null],
    [6, "What if"],
  ]);
});

it("a path that is taken out tells each message once, whatever the size of a page, and breaks off where a path is not there", async () => {
  for (const perPage of [1, 3, 1_000]) {
    const taken = takeStory({ messages: 60, seed: 5, perPage });
    const told = await gather(await openBook(taken, ALL_PATHS));
    expect(told.map(({ message }) => message.messageId).sort()).toEqual(
      taken.messages.map(({ messageId }) => messageId).sort(),
    );
    expect(told.slice(0, taken.path.length).map(({ message }) => message)).toEqual(taken.path);
  }
  await expect(openBook(takeStory({ messages: 3, seed: 1 }), "m99")).rejects.toThrow("no such message");
});

it("a book gives each picture away before it reads the next one", async () => {
  const taken = takeStory({ messages: 60, seed: 3, kind: "character-chat" });
  for (const message of taken.messages) message.picture = { file: message.messageId, prompt: "A lamp." };
  let read = 0;
  let given = 0;
  const book = writeEpub(taken, await openBook(taken, null), {
    ...{ author: "", ownInItalics: true, namesAi: true, language: "en", now: new Date(0) },
    cover: { name: "cover.svg", mediaType: "image/svg+xml", bytes: "<svg/>" },
    readPicture: async () => {
      read += 1;
      return new Uint8Array(1);
    },
  });
  for await (const { path } of book) {
    given += Number(path.startsWith("EPUB/pictures/"));
    expect(read - given).toBeLessThanOrEqual(0);
  }
  expect(given).toBeGreaterThan(10);
});

const RICH =
  "## Dawn\n\n1. *one*\n2. two\n   - deep\n\n> said [there](https://a.test/x?y=1&z=é#q)\n\n```\na < b\n```";

it("markup of a chat stays what it is in each format", () => {
  const parts = readRichMarkdown(RICH);
  expect(toXhtml(parts)).toBe(
    '<p dir="auto"><strong>Dawn</strong></p><ol><li dir="auto"><em>one</em></li><li dir="auto">two<ul><li dir="auto">deep</li></ul></li></ol><blockquote><p dir="auto">said <a href="https://a.test/x?y=1&amp;z=%C3%A9#q">there</a></p></blockquote><pre>a &lt; b</pre>',
  );
  expect(readRichMarkdown(toMarkdown(parts)).map((part) => listText([part]))).toEqual(
    parts.map((part) => listText([part])),
  );
  expect(toPlainText(parts)).toBe("Dawn\n\n1. one\n2. two\n\n   - deep\n\n> said there\n\na < b");
});

it("a line of one's own in a story is set with its emphasis", () => {
  const line = { messageId: "m0", role: "user", content: "I *wait*.", heading: null, picture: null } as const;
  const { isOwn, content } = readMessage(takeStory({ messages: 1, seed: 1 }), line);
  expect([isOwn, toXhtml(content)]).toEqual([true, '<p dir="auto">I <em>wait</em>.</p>']);
});

it("markup of a chat never becomes an address that is none", () => {
  const linked = (address: string) => toXhtml([{ tag: "a", children: ["x"], href: address }]);
  expect(linked("https://exa mple.test/")).toBe("x");
  expect(linked("https://[::1]/")).toBe("x");
  expect(linked("https://a.test/%zz|^#a#b")).toBe('<a href="https://a.test/%25zz%7C%5E#a%23b">x</a>');
});

it("the language is the one that was asked for, or that of the text", () => {
  expect(findLanguage("Deutsch", "the lamp")).toBe("de");
  expect(findLanguage("french", "the lamp")).toBe("fr");
  expect(findLanguage("pirate talk", "the lamp was out and you were with the keeper")).toBe("en");
  expect(findLanguage("", "Die Lampe ist aus, und der Wärter ist nicht da mit dem Boot")).toBe("de");
  expect(findLanguage("", "Свет погас, и никто не сказал почему")).toBe("ru");
  expect(findLanguage("", "انطفأ المصباح ولم يقل أحد لماذا")).toBe("ar");
  expect(findLanguage("", "燈滅了，沒有人說為什麼")).toBe("zh");
  expect(findLanguage("", "灯りが消えて、誰も何も言わなかった")).toBe("ja");
  expect(findLanguage("", "Hm.")).toBe("und");
});

it("ten books have no error and no warning, as a port of epubcheck reads them", {
  timeout: 60_000,
}, async () => {
  for (let seed = 1; seed <= 10; seed += 1) {
    const { errorCount, warningCount, messages } = await EpubCheck.validate(await makeBook(seed));
    expect([errorCount, warningCount], `book ${seed}: ${JSON.stringify(messages)}`).toEqual([0, 0]);
  }
});
