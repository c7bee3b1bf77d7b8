import { Download, Pencil, Plus, Trash2, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { attempt } from "#app/features/api/call-api.ts";
import { useLoaded } from "#app/features/api/use-loaded.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Flag, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { useLast } from "#app/ui/lazy-dialog.tsx";
import { LoadState } from "#app/ui/load-state.tsx";
import { Menu, MenuItem, MoreIcon } from "#app/ui/menu.tsx";
import { showError, showSuccess } from "#app/ui/show-toast.tsx";
import { parseInput } from "#domain/input.ts";
import { pickChanged } from "#domain/json.ts";
import {
  BOOK_NAME_MAX,
  BOOKS_IN_USE,
  type CreateLorebook,
  createLorebookSchema,
  type ImportReport,
  LORE_FILES_MAX,
  type LorebookRecord,
  USUAL_DEPTH,
} from "#domain/lore.ts";
import { countThings } from "#domain/numbers.ts";
import styles from "./lore.module.css";
import {
  changeBook,
  chooseBooks,
  createBook,
  deleteBook,
  downloadBook,
  fetchBooks,
  fetchDeletedBooks,
  fetchUsedBooks,
  importBooks,
  restoreBook,
} from "./lore-calls.ts";
import { describeImport } from "./lore-wording.ts";
import type { Lore } from "./use-lore.ts";

type BooksLayerProps = { open: boolean; lore: Lore; onBack: () => void; onCloseSheet: () => void };
/** The book that is changed, or a new one; `null`: none. */
type Naming = LorebookRecord | "new" | null;

/** Which books the conversation uses, and what can be done about the person's own. */
export function BooksLayer({ open, lore, onBack, onCloseSheet }: BooksLayerProps) {
  const { used, apiPath, subject, reload } = lore;
  const loaded = useLoaded(open ? "books" : null, () => Promise.all([fetchBooks(), fetchDeletedBooks()]));
  const { value: all, reload: load } = loaded;
  const [isBusy, setBusy] = useState(false);
  const [reports, setReports] = useState<readonly ImportReport[]>([]);
  const [naming, setNaming] = useState<Naming>(null);
  const input = useRef<HTMLInputElement>(null);
  /** What is being done, or was done last. */
  const last = useRef<Promise<unknown>>(Promise.resolve());

  const own = used?.own ?? [];
  const chosen = used?.chosen ?? [];
  const [books, deleted] = all ?? [[], []];
  const worlds = books.filter(({ storyId, characterId }) => storyId === null && characterId === null);
  // A book of another story or character that is in use can be put away here.
  const others = chosen.filter(({ lorebookId }) => !worlds.some((book) => book.lorebookId === lorebookId));

  /** Does one thing after the other. Returns whether it was done; says why not. */
  async function run(call: () => Promise<unknown>, failed: string): Promise<boolean> {
    const turn = last.current.then(async () => {
      setBusy(true);
      const isDone = await attempt(failed, async () => {
        await call();
        await Promise.all([load(), reload()]);
      });
      setBusy(false);
      return isDone;
    });
    last.current = turn;
    return turn;
  }

  /** Changes which books are used. Begins from the list that the server has now. */
  async function choose(change: (ids: readonly string[]) => readonly string[]): Promise<void> {
    const ids = (await fetchUsedBooks(apiPath)).chosen.map(({ lorebookId }) => lorebookId);
    await chooseBooks(apiPath, change(ids));
  }
  const add = (added: readonly string[]) =>
    choose((ids) => [...new Set([...ids, ...added])].slice(0, BOOKS_IN_USE));

  function use({ lorebookId }: LorebookRecord, isUsed: boolean): void {
    const change = () =>
      choose((ids) => (isUsed ? [...ids, lorebookId] : ids.filter((id) => id !== lorebookId)));
    void run(change, "The books could not be changed.");
  }

  async function remove({ lorebookId }: LorebookRecord): Promise<void> {
    const wasUsed = chosen.some((book) => book.lorebookId === lorebookId);
    if (await run(() => deleteBook(lorebookId), "This book could not be deleted.")) {
      showSuccess("Book deleted", { undo: () => void restore(lorebookId, wasUsed) });
    }
  }

  async function restore(lorebookId: string, isUsed: boolean): Promise<void> {
    const change = async () => {
      await restoreBook(lorebookId);
      if (isUsed) await add([lorebookId]);
    };
    if (await run(change, "This book could not be brought back.")) showSuccess("Brought back");
  }

  /** What comes in is used here at once, as far as there is room. A request takes some files; if a later one fails, the reports of the others stay. */
  async function take(files: readonly File[]): Promise<void> {
    const found: ImportReport[] = [];
    for (let at = 0; at < files.length; at += LORE_FILES_MAX) {
      const some = files.slice(at, at + LORE_FILES_MAX);
      const isDone = await run(
        async () => {
          found.push(...(await importBooks(some)));
          setReports([...found]);
          const added = found.slice(at).flatMap(({ lorebook }) => lorebook?.lorebookId ?? []);
          if (added.length > 0) await add(added);
        },
        at === 0 ? "Nothing was imported." : `Only the first ${at} files were imported.`,
      );
      if (!isDone) return;
    }
  }

  const row = (book: LorebookRecord, isOwn: boolean) => (
    <Book
      key={book.lorebookId}
      book={book}
      isOwn={isOwn}
      isUsed={isOwn || chosen.some(({ lorebookId }) => lorebookId === book.lorebookId)}
      isDisabled={isBusy}
      onUse={(isUsed) => use(book, isUsed)}
      onName={() => setNaming(book)}
      onDelete={() => void remove(book)}
    />
  );
  return (
    <Dialog
      open={open}
      onClose={onCloseSheet}
      back={{ label: "Back to the lore", onBack }}
      look="sheet"
      over={subject === "story" ? "Story notes, Lore" : "Chat notes, Lore"}
      title="Books"
      foot={
        <>
          <Button aria-disabled={isBusy} onClick={() => !isBusy && input.current?.click()}>
            <Upload size={17} aria-hidden="true" />
            {isBusy ? "One moment…" : "Import files"}
          </Button>
          <Button aria-disabled={isBusy} onClick={() => !isBusy && setNaming("new")}>
            <Plus size={17} aria-hidden="true" />
            New book
          </Button>
        </>
      }
    >
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept=".json,.png,.charx,.lorebook,application/json,image/png"
        onChange={({ target }) => {
          void take([...(target.files ?? [])]);
          target.value = "";
        }}
      />
      <div className={`${styles.books} stack gap-24`}>
        {reports.length > 0 && <Reports reports={reports} />}
        {own.length > 0 && (
          <section>
            <h3 className="padding-bottom-12">Always used here</h3>
            <ul>{own.map((book) => row(book, true))}</ul>
          </section>
        )}
        <section>
          <h3 className="padding-bottom-12">Your worlds</h3>
          <LoadState of={loaded} loading="Looking up your books…" failed="Your books could not be loaded." />
          {all !== null && worlds.length + others.length === 0 && (
            <p className="muted">
              None yet. A world is a book that any story or chat of yours can use. Files of SillyTavern,
              NovelAI, AI Dungeon, Agnai, RisuAI and character cards can be imported.
            </p>
          )}
          <ul>{[...worlds, ...others].map((book) => row(book, false))}</ul>
        </section>
        {deleted.length > 0 && (
          <section>
            <h3 className="padding-bottom-12">Deleted in the last 30 days</h3>
            <ul>
              {deleted.map((book) => (
                <li key={book.lorebookId} className={BOOK_ROW}>
                  <BookName book={book} />
                  <Button
                    aria-disabled={isBusy}
                    aria-label={`Restore: ${book.name}`}
                    onClick={() => !isBusy && void restore(book.lorebookId, false)}
                  >
                    Restore
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      <NameBook
        naming={naming}
        onClose={() => setNaming(null)}
        onSave={async (book, input) => {
          if (book !== null)
            await changeBook(book.lorebookId, pickChanged<Partial<LorebookRecord>>(input, book));
          else {
            const { lorebookId } = await createBook(input);
            const failed = "The book is made, but it is not used here yet.";
            await attempt(failed, () => add([lorebookId]));
          }
          await Promise.all([load(), reload()]);
        }}
      />
    </Dialog>
  );
}

type BookProps = {
  book: LorebookRecord;
  isOwn: boolean;
  isUsed: boolean;
  isDisabled: boolean;
  onUse: (isUsed: boolean) => void;
  onName: () => void;
  onDelete: () => void;
};

const BOOK_ROW = `${styles.book} row gap-8 padding-block-8 line-above`;

function BookName({ book, isUsed = false }: { book: LorebookRecord; isUsed?: boolean }) {
  return (
    <span className="stack grow min-width-0 gap-4">
      <bdi className="name">{book.name}</bdi>
      <span className="note">
        {countThings(book.entryCount, "entry", "entries")}
        {isUsed && " · used here"}
      </span>
    </span>
  );
}

function Book({ book, isOwn, isUsed, isDisabled, onUse, onName, onDelete }: BookProps) {
  const { name, lorebookId } = book;
  return (
    <li className={BOOK_ROW}>
      <BookName book={book} isUsed={!isOwn && isUsed} />
      {!isOwn && (
        <Button
          aria-disabled={isDisabled}
          aria-label={`${isUsed ? "Stop using" : "Use"}: ${name}`}
          onClick={() => !isDisabled && onUse(!isUsed)}
        >
          {isUsed ? "Stop using" : "Use"}
        </Button>
      )}
      <Menu label="Book menu" of={name} icon={<MoreIcon />}>
        <MenuItem icon={<Pencil size={18} />} onSelect={onName}>
          Edit
        </MenuItem>
        <MenuItem icon={<Download size={18} />} onSelect={() => downloadBook(lorebookId, "sillytavern")}>
          Export for SillyTavern
        </MenuItem>
        <MenuItem icon={<Download size={18} />} onSelect={() => downloadBook(lorebookId, "v3")}>
          Export as V3
        </MenuItem>
        <MenuItem icon={<Trash2 size={18} />} danger onSelect={onDelete}>
          Delete
        </MenuItem>
      </Menu>
    </li>
  );
}

/** What became of each imported file. */
export function Reports({ reports }: { reports: readonly ImportReport[] }) {
  return (
    <section
      className={`${styles.reports} bordered rounded raised`}
      role="status"
      aria-label="What was imported"
    >
      <ul>
        {reports.map((report, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and the list never changes
          <li key={index}>
            <bdi className="strong break-anywhere">{report.file}</bdi>
            <p data-failed={report.error !== null || undefined} dir="auto">
              {describeImport(report)}
            </p>
            <Lines title="Different here" lines={report.changed} />
            <Lines title="Not understood" lines={report.notUnderstood} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <p className="note">{title}:</p>
      <ul className="note bulleted">
        {lines.map((line) => (
          <li key={line} dir="auto">
            {line}
          </li>
        ))}
      </ul>
    </>
  );
}

type NameBookProps = {
  naming: Naming;
  onClose: () => void;
  onSave: (book: LorebookRecord | null, input: CreateLorebook) => Promise<void>;
};

function NameBook({ naming, onClose, onSave }: NameBookProps) {
  const shown = useLast(naming);
  const book = shown === "new" ? null : shown;
  async function save(form: FormData): Promise<void> {
    await onSave(
      book,
      parseInput(createLorebookSchema, {
        name: String(form.get("name") ?? ""),
        depth: Number(String(form.get("depth")).trim() || USUAL_DEPTH),
        isRecursive: form.get("isRecursive") !== null,
      }),
    );
  }
  return (
    <FormDialog
      open={naming !== null}
      onClose={onClose}
      title={book === null ? "New book" : "Edit the book"}
      submit={book === null ? "Create" : "Save"}
      submitting={book === null ? "Creating…" : "Saving…"}
      onSubmit={save}
      onFailed={({ message }) => showError("This book could not be saved.", { description: message })}
    >
      <TextField label="Name" name="name" max={BOOK_NAME_MAX} defaultValue={book?.name ?? ""} />
      <TextField
        label="Messages in which its entries are looked for"
        name="depth"
        inputMode="numeric"
        defaultValue={String(book?.depth ?? USUAL_DEPTH)}
      />
      <Flag
        label="Its entries call each other"
        name="isRecursive"
        defaultChecked={book?.isRecursive ?? false}
      />
    </FormDialog>
  );
}
