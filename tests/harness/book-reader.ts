import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { close, listen } from "#tests/fakes/http.ts";
import { listChapters, makeBook, squeeze } from "#tests/fakes/taken-story.ts";
import { inProject } from "#tools/paths.ts";

/** Of a story with all its paths, and of the most hostile text. */
export const BOOK_SEED = 7;
const SCRIPTS = ["Latin", "Cyrillic", "Arabic", "Han", "Devanagari"];
const READER = inProject("node_modules", "foliate-js");
const PAGE = '<!doctype html><title>A reader</title><script type="module" src="/view.js"></script>';

/** A browser, as far as a book needs it; see `tests/engines/drivers.ts`. */
type Browser = {
  goto: (url: string) => Promise<unknown>;
  run: <Result>(script: () => Promise<Result>) => Promise<Result>;
};

/**
 * Opens a book in foliate-js, the reader of Foliate, in this browser and turns to each of its pages. Throws unless the contents list, the
 * titles, each visible word, once and in order, and the cover are shown. `taken`: the book as the product gave it. Returns the origin of the
 * page, for the errors in its console.
 */
export async function readBookIn({ goto, run }: Browser, taken?: Uint8Array): Promise<string> {
  const book = taken ?? (await makeBook(BOOK_SEED));
  const chapters = await listChapters(BOOK_SEED);
  const server = createServer(({ url = "/" }, response) => {
    const isCode = url.endsWith(".js");
    response.setHeader("Content-Type", isCode ? "text/javascript" : url === "/" ? "text/html" : "image/png");
    response.end(isCode ? readFileSync(READER + url) : url === "/" ? PAGE : url === "/book" ? book : "");
  });
  try {
    const origin = await listen(server);
    await goto(origin);
    const { contents, pages } = await run(showBook);
    const [cover, , list, ...told] = pages;
    assert.ok(
      cover?.pictures.some(({ width, height }) => width > 100 && height > 100),
      "no cover",
    );
    const titles = chapters.map(({ title }) => title);
    assert.deepEqual(contents.map(squeeze), titles);
    assert.equal(squeeze(list?.text ?? ""), titles.join(""));
    const shown = told.map(({ title, text }) => ({ title: squeeze(title), text: squeeze(text) }));
    assert.deepEqual(
      shown,
      chapters.map(({ title, text }) => ({ title, text })),
    );
    const all = shown.map(({ text }) => text).join("");
    for (const script of SCRIPTS) assert.match(all, new RegExp(`\\p{Script=${script}}`, "u"));
    return origin;
  } finally {
    await close(server);
  }
}

type Shown = { title: string; text: string; pictures: { width: number; height: number }[] };
type View = HTMLElement & {
  open: (book: File) => Promise<void>;
  book: { toc: { label: string }[]; sections: unknown[] };
  renderer: {
    goTo: (place: { index: number }) => Promise<void>;
    getContents: () => { doc: Document }[];
  };
};

/** Runs in the page. */
async function showBook(): Promise<{ contents: string[]; pages: Shown[] }> {
  await customElements.whenDefined("foliate-view");
  const view = document.createElement("foliate-view") as View;
  view.style.cssText = "display: block; width: 600px; height: 800px";
  document.body.append(view);
  await view.open(new File([await (await fetch("/book")).blob()], "book.epub"));
  // The reader sets its page out in its first frame. If that came while a page loads, it would fail on an empty document.
  await new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)));
  const pages: Shown[] = [];
  for (const index of view.book.sections.keys()) {
    await view.renderer.goTo({ index });
    const doc = view.renderer.getContents()[0]?.doc;
    if (doc === undefined) throw new Error(`Page ${index} was not shown.`);
    const images = [...doc.images];
    await Promise.all(images.map((image) => image.decode()));
    pages.push({
      title: doc.querySelector("h2")?.textContent ?? "",
      // biome-ignore lint/performance/useDomNodeTextContent: only what is laid out is shown
      text: doc.body.innerText,
      pictures: images.map((image) => image.getBoundingClientRect().toJSON()),
    });
  }
  return { contents: view.book.toc.map(({ label }) => label), pages };
}
