import { type CSSProperties, type ReactNode, useEffect, useState } from "react";
import { Link, useNavigate, useRevalidator } from "react-router";
import * as v from "valibot";
import { attempt, callApi } from "#app/features/api/call-api.ts";
import { deleteChat } from "#app/features/character-chats/chat-calls.ts";
import { restoreChat } from "#app/features/characters/character-calls.ts";
import { BookCover } from "#app/features/stories/book-cover.tsx";
import { useStoryActions } from "#app/features/stories/changes/story-changes.tsx";
import { Booky } from "#app/ui/booky.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Flag, Options, Select } from "#app/ui/field.tsx";
import { useStillOpen } from "#app/ui/use-still-open.ts";
import { formatShortDate } from "#domain/dates.ts";
import { DEFAULT_GENRE, GENRES, type Genre } from "#domain/genres.ts";
import {
  type BroughtRemark,
  type ImportRecord,
  importSchema,
  isOpenImport,
  type ReportedConversation,
  type ReportedPath,
} from "#domain/imports.ts";
import { countThings, formatCount } from "#domain/numbers.ts";
import { storyRecordSchema } from "#domain/story-record.ts";
import styles from "./imports.module.css";

/** A file of ours says the genre. */
const OWN_FORMAT = "Talespark";
const CHATS_FORMAT = "SillyTavern chat";
const TALLY_MAX = 20;
/** Paths that are shown at first. */
const PATHS_SHOWN = 4;

/** The result in one line: what a person has now. */
export function toHeadline({ name, fileCount, state, report: { conversations } }: ImportRecord): string {
  if (state === "waiting" || state === "running") return `Bringing in ${name}`;
  if (state === "failed") return `${name} could not be brought in`;
  if (state === "cancelled") return `${name} was cancelled`;
  if (state === "undone") return `${name} was taken off your shelf`;
  const stories = conversations.filter(({ kind }) => kind === "story").length;
  const parts = [
    ...(stories > 0 ? [countThings(stories, "story", "stories")] : []),
    ...(conversations.length > stories ? [countThings(conversations.length - stories, "chat", "chats")] : []),
  ];
  const [only, ...others] = conversations;
  const count = only && others.length === 0 && only.pathCount > 1 ? only.pathCount : null;
  const paths = count === null ? "" : ` with ${formatCount(count)} paths`;
  // Of several chats each path is one.
  const from =
    count !== null && only?.format === CHATS_FORMAT
      ? `${formatCount(count)} chats`
      : countThings(fileCount, "file", "files");
  return `${from} became ${parts.join(" and ")}${paths}`;
}

type ImportReportProps = {
  record: ImportRecord;
  /** There is a larger plan, and it can be bought. */
  sellsPremium: boolean;
};

/** What became of an import: while it runs how far it is, then what came, what was left out and why. */
export function ImportReportView({ record, sellsPremium }: ImportReportProps) {
  const { state, report, progress } = record;
  const { written, total } = progress;
  if (isOpenImport(record)) {
    return (
      <EmptyState
        pose={<Booky pose="writing" size={104} />}
        title={total === 0 ? "Reading…" : `${formatCount(written)} of ${formatCount(total)} messages`}
        text={<span role="status">You can leave this page: it goes on by itself.</span>}
      >
        <RemoveButton record={record} label="Cancel" busy="Cancelling…" />
      </EmptyState>
    );
  }
  const [first] = report.conversations;
  const leftOut = <LeftOut record={record} sellsPremium={sellsPremium} />;
  if (state === "undone" || first === undefined) {
    const isFailed = state === "failed";
    return (
      <>
        <EmptyState
          pose={isFailed ? "puzzled" : "asleep"}
          title={record.error ?? "Nothing of it is on your shelf now."}
          text={isFailed && "Nothing was brought in."}
        >
          <ButtonLink to="/stories/bring-in">Bring in something else</ButtonLink>
        </EmptyState>
        {isFailed && leftOut}
      </>
    );
  }
  const isAlone = report.conversations.length === 1;
  return (
    <div className={`${styles.report} stack`}>
      <aside className="stack content-start gap-12">
        <div className={`${styles.cover} margin-bottom-12`}>
          <BookCover genre={first.genre ?? DEFAULT_GENRE} seed={first.id} first />
        </div>
        {isAlone && (
          <h2 className="break-anywhere" dir="auto">
            {first.title}
          </h2>
        )}
        {isAlone && <p className="note">{first.format}</p>}
        {isAlone && first.genre && <GenreField story={first} came={first.genre} />}
        {isAlone ? (
          <ButtonLink look="primary" to={toConversationPath(first)}>
            {first.kind === "story" ? "Open the story" : "Open the chat"}
          </ButtonLink>
        ) : (
          <ButtonLink look="primary" to="/stories">
            Your Library
          </ButtonLink>
        )}
        <RemoveButton record={record} label="Undo this import" busy="Undoing…" />
        <p className="note">
          Undo takes all of it off your shelf again. It then waits in Recently deleted for 30 days.
        </p>
      </aside>
      <div>
        {isAlone ? (
          <Section title="The paths" aside={countPassages(first)}>
            <Paths conversation={first} shownFirst={PATHS_SHOWN} />
          </Section>
        ) : (
          <Section title="What came" aside="Untick what you do not want: it goes to Recently deleted">
            {report.conversations.map((one) => (
              <Choice key={one.id} conversation={one} />
            ))}
          </Section>
        )}
        <CameAlong report={report} />
        {leftOut}
      </div>
    </div>
  );
}

/** The genre of a story that came in, which a file of others does not say. */
function GenreField({ story, came, bare }: { story: ReportedConversation; came: Genre; bare?: boolean }) {
  const [genre, setGenre] = useState(came);
  async function change(chosen: Genre): Promise<void> {
    setGenre(chosen);
    const isChanged = await attempt("The genre could not be changed.", () =>
      callApi("PUT", `/api/stories/${story.id}`, storyRecordSchema, { body: { genre: chosen } }),
    );
    if (!isChanged) setGenre(genre);
  }
  const label = story.format === OWN_FORMAT ? "Genre" : "Genre (guessed, change it any time)";
  return (
    <Select
      label={bare ? `Genre of ${story.title}` : label}
      bare={bare}
      value={genre}
      onChange={({ target }) => void change(target.value as Genre)}
    >
      <Options values={GENRES} />
    </Select>
  );
}

/** One of several that came, with a tick while it is on the shelf. */
function Choice({ conversation }: { conversation: ReportedConversation }) {
  const { kind, id, title, genre } = conversation;
  const { drop, restore } = useStoryActions();
  const { revalidate } = useRevalidator();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const isOnShelf = wanted ?? conversation.isOnShelf;
  async function change(isWanted: boolean): Promise<void> {
    if (wanted !== null) return;
    setWanted(isWanted);
    if (kind === "story") await (isWanted ? restore(id) : drop(id));
    else await attempt(`“${title}” stays as it is.`, () => (isWanted ? restoreChat(id) : deleteChat(id)));
    await revalidate();
    setWanted(null);
  }
  return (
    <div className={styles.choice}>
      <Flag
        label={
          <>
            <b dir="auto">{title}</b>
            <small className="block muted">{countMessages(conversation)}</small>
          </>
        }
        checked={isOnShelf}
        aria-disabled={wanted !== null}
        onChange={({ target }) => void change(target.checked)}
      />
      {isOnShelf && genre && <GenreField story={conversation} came={genre} bare />}
      {isOnShelf && (
        <ButtonLink look="quiet" to={toConversationPath(conversation)} aria-label={`Open ${title}`}>
          Open
        </ButtonLink>
      )}
      {conversation.pathCount > 1 && <Paths conversation={conversation} shownFirst={0} />}
    </div>
  );
}

/** The messages that can be read: those of its paths, if all paths are listed. `messageCount` also counts other versions. */
function countReadable({ messageCount, pathCount, paths }: ReportedConversation): number {
  return paths.length === pathCount ? paths.reduce((sum, { length }) => sum + length, 0) : messageCount;
}

/** With what all paths have in common, where all of them are listed. */
function countPassages(conversation: ReportedConversation): string {
  const { pathCount, paths } = conversation;
  const [, ...others] = paths;
  const common = paths.length === pathCount ? Math.min(...others.map(({ leavesAt }) => leavesAt)) : 0;
  const begin =
    others.length > 0 && common > 0
      ? ` The paths begin with the same ${formatCount(common)}, told once.`
      : "";
  return `${countThings(countReadable(conversation), "passage", "passages")}.${begin}`;
}

function countMessages(conversation: ReportedConversation): string {
  const messages = countThings(countReadable(conversation), "message", "messages");
  return `${messages} on ${countThings(conversation.pathCount, "path", "paths")}`;
}

function toConversationPath({ kind, id }: ReportedConversation): string {
  return kind === "story" ? `/stories/${id}` : `/character-chats/${id}`;
}

function Paths({
  conversation: { paths },
  shownFirst,
}: {
  conversation: ReportedConversation;
  shownFirst: number;
}) {
  const [isWhole, setWhole] = useState(false);
  const more = isWhole ? 0 : paths.length - shownFirst;
  return (
    <div className={styles.paths}>
      {paths.slice(0, isWhole ? undefined : shownFirst).map((path, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paths of a report never change places, and two may begin with the same words
        <PathRow key={index} path={path} />
      ))}
      {more > 0 && (
        <Button look="quiet" onClick={() => setWhole(true)}>
          Show{" "}
          {countThings(more, shownFirst > 0 ? "more path" : "path", shownFirst > 0 ? "more paths" : "paths")}
        </Button>
      )}
    </div>
  );
}

function PathRow({ path: { name, firstWords, leavesAt, length } }: { path: ReportedPath }) {
  return (
    <div className={styles.row}>
      <p>
        <span className="block name" dir="auto">
          {firstWords}
        </span>
        <small dir="auto">from “{name}”</small>
      </p>
      <span>{leavesAt > 0 && `leaves at passage ${formatCount(leavesAt)}`}</span>
      <span className="row gap-12">
        <i className={styles.tally} style={toTallyStyle(length)} aria-hidden="true" />
        {countThings(length, "passage", "passages")}
      </span>
    </div>
  );
}

/** A stroke for every three passages, as long as there is room. */
function toTallyStyle(length: number): CSSProperties {
  const strokes = Math.min(TALLY_MAX, Math.ceil(length / 3));
  return { width: `${strokes * 4 - 3}px` }; // of 1 px each, with 3 px between them
}

function CameAlong({ report: { cameAlong, conversations } }: Pick<ImportRecord, "report">) {
  if (cameAlong.length === 0) return null;
  return (
    <Section title="Came along" aside={null}>
      {cameAlong.map(({ what, why, place }) => {
        const story = conversations.length > 1 && conversations.find(({ id }) => id === place?.id);
        return (
          <Remark
            key={`${what} ${why} ${place?.id}`}
            what={what}
            why={story ? `${story.title}: ${why}` : why}
          >
            {place && (
              <Link
                className="inline-row tap-height strong no-underline"
                to={toPlacePath(place)}
                aria-label={`Look at ${what}${story ? ` of ${story.title}` : ""}`}
              >
                Look
              </Link>
            )}
          </Remark>
        );
      })}
    </Section>
  );
}

function toPlacePath({ kind, id, sheet }: NonNullable<BroughtRemark["place"]>): string {
  if (kind === "character") return id === null ? "/characters" : `/characters?character=${id}`;
  return `${kind === "story" ? "/stories" : "/character-chats"}/${id}?sheet=${sheet}`;
}

/** With a way to bring in what there is nothing wrong with, as long as the files are kept. */
function LeftOut({ record, sellsPremium }: ImportReportProps) {
  const { leftOut, filesKeptUntil } = record.report;
  if (leftOut.length === 0) return null;
  const aside =
    filesKeptUntil === null
      ? "All of it is still in your file"
      : `Kept here until ${formatShortDate(filesKeptUntil, { now: new Date() })}, and still in your file`;
  return (
    <Section title="Left out, and why" aside={aside}>
      {leftOut.map(({ what, why, number, isPlanLimit }) => (
        <Remark
          key={`${what} ${why} ${number}`}
          what={what}
          why={
            <>
              {why}
              {isPlanLimit && sellsPremium && (
                <>
                  {" "}
                  <Link to="/upgrade">See Premium</Link>
                </>
              )}
              {(isPlanLimit || number !== undefined) &&
                filesKeptUntil === null &&
                " To bring it in later, choose the file again."}
            </>
          }
        >
          {number !== undefined && filesKeptUntil !== null && (
            <BringButton
              record={record}
              number={number}
              what={what}
              label={isPlanLimit ? "Bring it in" : "Bring it in anyway"}
            />
          )}
        </Remark>
      ))}
    </Section>
  );
}

/** How long after an answer a page asks again how far an import is. To ask before it is there would throw it away. */
const ASK_AFTER_MS = 1_000;

/** Reads an import again and again while something of it is to come. */
export function useImportUpdates(isAwaited: boolean): void {
  const { revalidate, state } = useRevalidator();
  const mayAsk = isAwaited && state === "idle";
  useEffect(() => {
    if (!mayAsk) return;
    const timer = setTimeout(() => void revalidate(), ASK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [mayAsk, revalidate]);
}

type BringButtonProps = { record: ImportRecord; number: number; what: string; label: string };

function BringButton({ record: { importId, updatedAt }, number, what, label }: BringButtonProps) {
  /** The state of the import at which it was asked for. */
  const [askedAt, setAskedAt] = useState<string | null>(null);
  const isAwaited = askedAt === updatedAt;
  useImportUpdates(isAwaited);
  async function bring(): Promise<void> {
    if (isAwaited) return;
    setAskedAt(updatedAt);
    const isAsked = await attempt(`“${what}” could not be brought in.`, () =>
      callApi("POST", `/api/imports/${importId}/left-out/${number}`, importSchema),
    );
    if (!isAsked) setAskedAt(null);
  }
  return (
    <Button
      look="quiet"
      aria-label={isAwaited ? undefined : `${label}: ${what}`}
      aria-disabled={isAwaited}
      onClick={() => void bring()}
    >
      {isAwaited ? "Bringing it in…" : label}
    </Button>
  );
}

function Remark({ what, why, children }: { what: string; why: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.remark}>
      <b dir="auto">{what}</b>
      <p dir="auto">{why}</p>
      {children}
    </div>
  );
}

function Section({ title, aside, children }: { title: string; aside: string | null; children: ReactNode }) {
  return (
    <section className="margin-bottom-44">
      <header className="spread gap-20 padding-bottom-12 line-below">
        <h2 dir="auto">{title}</h2>
        <p className="note">{aside}</p>
      </header>
      {children}
    </section>
  );
}

/** Cancels an import, or undoes it. */
function RemoveButton({ record, label, busy }: { record: ImportRecord; label: string; busy: string }) {
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const isStillOpen = useStillOpen();
  const [isBusy, setBusy] = useState(false);
  async function remove(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    await attempt("This import stays as it is.", async () => {
      await callApi("DELETE", `/api/imports/${record.importId}`, v.null());
      if (isOpenImport(record) && isStillOpen()) return navigate("/stories/bring-in");
      await revalidate();
      if (isStillOpen()) document.querySelector("h1")?.focus(); // this button is gone
    });
    setBusy(false);
  }
  return (
    <Button aria-disabled={isBusy} onClick={() => void remove()}>
      {isBusy ? busy : label}
    </Button>
  );
}
