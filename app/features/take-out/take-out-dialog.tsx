import { Download, RefreshCw } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { asFailure } from "#app/features/api/call-api.ts";
import { useLoaded } from "#app/features/api/use-loaded.ts";
import { useReaderId } from "#app/features/auth/last-reader.ts";
import { showIfLimit } from "#app/features/billing/limit-notice.tsx";
import { Portrait } from "#app/features/characters/portrait.tsx";
import { useIsOnline } from "#app/features/conversation/connection-notice.ts";
import { BookCover } from "#app/features/stories/book-cover.tsx";
import { Button } from "#app/ui/button.tsx";
import { Segments, Switch } from "#app/ui/choices.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Fieldset, TextField } from "#app/ui/field.tsx";
import { LeafMeter } from "#app/ui/leaf-meter.tsx";
import { showError, showSuccess } from "#app/ui/show-toast.tsx";
import { createId } from "#domain/ids.ts";
import { countThings, formatCount } from "#domain/numbers.ts";
import { ALL_PATHS, AUTHOR_MAX, type ExportChoice, type StoryFormat } from "#domain/story-export.ts";
import { fitText } from "#domain/text.ts";
import { fetchTaken, type TakenFacts, type TakenSubject, takeOut } from "./take-out-calls.ts";
import styles from "./take-out-dialog.module.css";

const FORMATS: readonly { format: StoryFormat; name: string; detail: string }[] = [
  {
    format: "epub",
    name: "EPUB",
    detail: "A book for an e-reader. The named turns are its chapters, your lines are set apart.",
  },
  { format: "markdown", name: "Markdown", detail: "Text with its headings, for any editor." },
  { format: "text", name: "Plain text", detail: "Only the words." },
  {
    format: "json",
    name: "JSON",
    detail: "Everything: every path and version, notes, lore and memory. Talespark can bring it in again.",
  },
];

type TakeOutDialogProps = { open: boolean; onClose: () => void; subject: TakenSubject };

/** Takes a story or a chat out as a file. */
export function TakeOutDialog({ open, onClose, subject }: TakeOutDialogProps) {
  const name = useId();
  const [chosenFormat, setFormat] = useState<StoryFormat | null>(null);
  const [part, setPart] = useState<"open" | "all">("open");
  const [isItalic, setItalic] = useState(true);
  const [namesAi, setNamesAi] = useState(true);
  const [typed, setTyped] = useState<string | null>(null);
  const [drawing, setDrawing] = useState<string | null>(null);
  /** Bytes that have come; `null`: nothing is being downloaded. */
  const [arrived, setArrived] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  const isOnline = useIsOnline();
  // Who closes it wants no file any more.
  useEffect(() => {
    if (open) return () => running.current?.abort();
  }, [open]);
  const facts = useTaken(open, subject);
  const format = chosenFormat ?? (facts?.hasEpub === false ? "markdown" : "epub");
  const author = typed ?? fitText(facts?.author ?? "", AUTHOR_MAX);
  const chosen = FORMATS.find((one) => one.format === format);
  const isBook = format === "epub";
  const isBusy = arrived !== null;
  const book = facts?.[part];
  const sizes = facts && { ...facts[part], markdown: facts[part].text, json: facts.json };
  const busy = isBook ? "Binding the book…" : "Downloading…";

  async function download(): Promise<void> {
    if (isBusy || !isOnline) return;
    const abort = new AbortController();
    running.current = abort;
    setArrived(0);
    const choice: Partial<ExportChoice> = {
      format,
      ...(format !== "json" && part === "all" ? { path: ALL_PATHS } : {}),
      ...(isBook ? { author: author.trim(), ownLines: isItalic ? "italic" : "plain" } : {}),
      ...(isBook ? { credit: namesAi ? "ai" : "none", ...(drawing === null ? {} : { cover: drawing }) } : {}),
    };
    try {
      await takeOut(subject, choice, { tell: setArrived, signal: abort.signal });
      onClose();
      showSuccess("Downloaded");
    } catch (error) {
      if (abort.signal.aborted) return;
      const failure = asFailure(error);
      if (!showIfLimit(failure))
        showError(`The file could not be made. The ${subject.kind} is untouched.`, {
          description: failure.message,
        });
    } finally {
      setArrived(null);
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      look="form"
      title={`Take this ${subject.kind} with you`}
      side={<Front subject={subject} facts={facts} author={author} drawing={drawing} onDraw={setDrawing} />}
      foot={
        <>
          {arrived === null ? (
            <p className={`${styles.note} grow-from-240 self-center note`}>
              {book &&
                book.passages > 0 &&
                format !== "json" &&
                `${countThings(book.passages, "passage", "passages")}. `}
              {isOnline ? `The ${subject.kind} stays here too.` : "Waiting for the network"}
            </p>
          ) : (
            <Arrived bytes={arrived} expected={sizes?.[format] ?? null} />
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" onClick={() => void download()} aria-disabled={isBusy || !isOnline}>
            <Download size={18} aria-hidden="true" />
            {isBusy ? busy : `Download ${chosen?.name}`}
          </Button>
        </>
      }
    >
      <div className="stack gap-20">
        <Fieldset legend="As what">
          {FORMATS.map((one) => (
            <label
              key={one.format}
              className={`${styles.format} flex gap-12 padding-block-12 note line-below`}
            >
              <input
                type="radio"
                name={name}
                checked={one.format === format}
                onChange={() => setFormat(one.format)}
              />
              <span className="grow">
                <b className="block name text-color">{one.name}</b>
                {one.detail}
                {one.format === "epub" && facts?.hasEpub === false && " Part of Premium."}
              </span>
              {sizes && <span className="nowrap">about {formatSize(sizes[one.format])}</span>}
            </label>
          ))}
        </Fieldset>
        {format !== "json" && facts !== null && facts.pathCount > 1 && (
          <Segments
            legend="Which part of it"
            values={["open", "all"] as const}
            toName={(value) => `${toPartName(facts, value)}: ${toPartDetail(facts, value)}`}
            toSign={(value) => (
              <>
                {toPartName(facts, value)}
                <small className="muted">{toPartDetail(facts, value)}</small>
              </>
            )}
            chosen={part}
            onChoose={setPart}
          />
        )}
        {isBook && (
          <>
            <TextField
              label="Name on the cover"
              optional
              name="author"
              max={AUTHOR_MAX}
              value={author}
              onChange={({ target }) => setTyped(target.value)}
            />
            <Switch
              label="Set my lines apart in italics"
              checked={isItalic}
              onChange={({ target }) => setItalic(target.checked)}
            />
            <Switch
              label="Say on the title page that I wrote it with an AI"
              checked={namesAi}
              onChange={({ target }) => setNamesAi(target.checked)}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}

function toPartName({ pathCount }: TakenFacts, part: "open" | "all"): string {
  return part === "all" ? `All ${formatCount(pathCount)} paths` : "This path";
}

function toPartDetail({ pathName, open, all }: TakenFacts, part: "open" | "all"): string {
  if (part === "all") return `${countThings(all.passages, "passage", "passages")}, each told once`;
  const passages = countThings(open.passages, "passage", "passages");
  return pathName === null ? passages : `${pathName}, ${passages}`;
}

const LEAVES = 12;

/** What has come of a file. The last leaf is turned when it is whole, since the size was an estimate. */
function Arrived({ bytes, expected }: { bytes: number; expected: number | null }) {
  return (
    <p className={`${styles.note} row grow-from-240 gap-4 note digits`}>
      {expected !== null && (
        <LeafMeter count={Math.min(LEAVES - 1, (bytes / expected) * LEAVES)} of={LEAVES} />
      )}
      <span>
        {formatSize(bytes)}
        {expected !== null && ` of about ${formatSize(expected)}`}
      </span>
    </p>
  );
}

/** Two digits say that it is not exact. */
function formatSize(bytes: number): string {
  const format = (count: number) => count.toLocaleString("en", { maximumSignificantDigits: 2 });
  return bytes < 1_000_000 ? `${format(Math.ceil(bytes / 1_000))} kB` : `${format(bytes / 1_000_000)} MB`;
}

type FrontProps = {
  subject: TakenSubject;
  facts: TakenFacts | null;
  author: string;
  drawing: string | null;
  onDraw: (seed: string) => void;
};

/** The front of the book. */
function Front({ subject: { id, title }, facts, author, drawing, onDraw }: FrontProps) {
  const { genre = null, character = null } = facts ?? {};
  return (
    <div className={`${styles.front} stack each-start gap-16 story-aside muted`}>
      <div className={`${styles.book} raised shadow`}>
        {genre !== null && <BookCover genre={genre} seed={drawing ?? id} first />}
        {character !== null && <Portrait character={character} width={200} />}
        <p className="stack gap-4 text-center break-anywhere text-color" dir="auto">
          {title}
          {author.trim() !== "" && <i className="muted size-14">{author}</i>}
        </p>
      </div>
      <p>The cover goes with the EPUB. Your name stands on it only if you leave it there.</p>
      {genre !== null && (
        <Button onClick={() => onDraw(createId())}>
          <RefreshCw size={18} aria-hidden="true" />
          Another drawing
        </Button>
      )}
    </div>
  );
}

/** What is known of it; `null`: not yet, or it could not be asked. Then it can be taken out all the same. */
function useTaken(open: boolean, subject: TakenSubject): TakenFacts | null {
  const userId = useReaderId();
  const key = open && userId !== null ? subject.id : null;
  return useLoaded(key, async (signal) => userId && fetchTaken(subject, userId, signal)).value || null;
}
