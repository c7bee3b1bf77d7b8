import { AppError } from "#domain/errors.ts";
import { PLAN_LIMITS } from "#domain/plan.ts";
import type { ExportChoice, ExportSizes, StoryFormat } from "#domain/story-export.ts";
import { type ExportAmounts, NOTHING_TO_EXPORT } from "#domain/story-file.ts";
import type { LoreUser } from "../lorebooks/used-lore-store.ts";
import type { SharedParts } from "../services.ts";
import { encodePieces, toStream, zipFiles, zipWhole } from "../zip/write-zip.ts";
import { findLanguage } from "./book-language.ts";
import { type ConversationSource, ConversationSources } from "./conversation-sources.ts";
import { openBook } from "./conversation-text.ts";
import { writeEpub } from "./epub.ts";
import { LibraryFiles, type LibraryParts, listNameWords } from "./library.ts";
import { writeMarkdown, writePlainText } from "./text-files.ts";

type ExportParts = LibraryParts & Pick<SharedParts, "settings">;

/** A file to be sent. */
export type ExportedFile = { body: ReadableStream<Uint8Array>; mediaType: string; name: string };

const FILE_TYPES = {
  epub: "application/epub+zip",
  markdown: "text/markdown; charset=utf-8",
  text: "text/plain; charset=utf-8",
  json: "application/json",
} as const satisfies Record<StoryFormat, string>;
const FILE_ENDINGS = { epub: "epub", markdown: "md", text: "txt", json: "json" } as const;

/** What files have besides the texts: bytes, or in proportion. Found by measuring; a test compares them with files. */
const SIZES = {
  textOfMessage: 4,
  bookFrame: 5_500,
  packed: 0.45,
  jpeg: 1.3,
  jsonFrame: 2_000,
  jsonOfMessage: 500,
};

/**
 * Takes out what belongs to the caller: a conversation in one of several formats, or everything. It uses the same services as the screens,
 * so it can't read another person's data. All of it is read while it is sent.
 */
export class ExportService {
  readonly #parts: ExportParts;
  readonly #sources: ConversationSources;

  constructor(parts: ExportParts) {
    this.#parts = parts;
    this.#sources = new ConversationSources(parts);
  }

  async #open({ kind, id }: LoreUser): Promise<ConversationSource> {
    const { stories, chats } = this.#parts;
    if (kind === "story") return this.#sources.toStorySource(await stories.get(id));
    await chats.get(id);
    const source = await this.#sources.openChat(id);
    if (source === null) throw new AppError("NOT_FOUND");
    return source;
  }

  /** How large the files of a conversation are, about. Throws NOT_FOUND. */
  async measure(conversation: LoreUser): Promise<ExportSizes> {
    const { taken, front, pictureBytes } = await this.#open(conversation);
    const [hasEpub, amounts, loreBytes, portrait] = await Promise.all([
      this.#hasEpub(),
      taken.conversations.measureExport(taken.id),
      this.#parts.lorebooks.measureForFile(conversation),
      "character" in front ? this.#sources.readPortrait(front.character) : null,
    ]);
    await portrait?.body.cancel();
    const { pathCount, pathName, open, all, whole } = amounts ?? NOTHING_TO_EXPORT;
    const toBook = ({ messages, bytes, pictures }: ExportAmounts["open"]) => {
      const text = bytes + messages * SIZES.textOfMessage;
      const shown = pictures === 0 ? 0 : pictureBytes * (pictures / whole.pictures);
      const jpegs = (shown + (portrait?.bytes ?? 0)) * SIZES.jpeg;
      const epub = SIZES.bookFrame + text * SIZES.packed + jpegs;
      return { passages: messages, epub: Math.round(epub), text };
    };
    const json = SIZES.jsonFrame + whole.bytes + whole.messages * SIZES.jsonOfMessage + loreBytes;
    return { pathCount, pathName, open: toBook(open), all: toBook(all), json, hasEpub };
  }

  async #hasEpub(): Promise<boolean> {
    const { accounts, settings } = this.#parts;
    // Where no plan can be bought, everybody may take what a plan would have.
    return settings.STRIPE_SECRET_KEY === undefined || PLAN_LIMITS[(await accounts.ensure()).tier].hasEpub;
  }

  /** Throws NOT_FOUND, also for a path that is not there, and EPUB_NOT_IN_PLAN. */
  async exportConversation(conversation: LoreUser, choice: ExportChoice): Promise<ExportedFile> {
    const source = await this.#open(conversation);
    const { format, path = null } = choice;
    const { taken } = source;
    const named = {
      mediaType: FILE_TYPES[format],
      name: `${toFileName(taken.title)}.${FILE_ENDINGS[format]}`,
    };
    switch (format) {
      case "markdown":
        return { ...named, body: toStream(encodePieces(writeMarkdown(taken, await openBook(taken, path)))) };
      case "text":
        return { ...named, body: toStream(encodePieces(writePlainText(taken, await openBook(taken, path)))) };
      case "json": {
        const start = await taken.conversations.exportStart(taken.id);
        const beside = await this.#sources.findBeside(source, "pictures");
        await beside.portrait?.body.cancel();
        return {
          ...named,
          body: toStream(encodePieces(await this.#sources.writeJson(source, start, beside))),
        };
      }
      case "epub":
        return { ...named, body: await this.#writeBook(source, choice) };
    }
  }

  async #writeBook(
    { taken, front }: ConversationSource,
    choice: ExportChoice,
  ): Promise<ReadableStream<Uint8Array>> {
    if (!(await this.#hasEpub())) throw new AppError("EPUB_NOT_IN_PLAN");
    const start = await taken.conversations.exportStart(taken.id);
    const sample = start?.messages.map(({ content }) => content).join("\n") || taken.description;
    const book = writeEpub(taken, await openBook(taken, choice.path ?? null, start), {
      author: choice.author,
      ownInItalics: choice.ownLines === "italic",
      namesAi: choice.credit === "ai",
      language: findLanguage(start?.head.notes.language ?? "", sample),
      cover: await this.#sources.makeCover(taken, front, choice),
      now: this.#parts.now(),
      readPicture: (file) => this.#sources.readJpeg(taken.id, file),
    });
    return toStream(zipWhole(book));
  }

  /** A ZIP archive of everything that belongs to the caller. Throws NOT_FOUND for another person. */
  async exportLibrary(userId: string): Promise<ExportedFile> {
    await this.#parts.accounts.get(userId);
    const body = zipFiles(new LibraryFiles(this.#parts, this.#sources).list(userId));
    return { body, mediaType: "application/zip", name: "talespark-library.zip" };
  }
}

function toFileName(title: string): string {
  return listNameWords(title).join("-").slice(0, 80).toWellFormed() || "talespark";
}
