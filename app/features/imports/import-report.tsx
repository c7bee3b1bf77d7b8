import { type CSSProperties, type ReactNode, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import * as v from "valibot";
import { asFailure, callApi } from "#app/features/api/call-api.ts";
import { BookCover } from "#app/features/stories/book-cover.tsx";
import { Booky } from "#app/ui/booky.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Flag, Options, Select } from "#app/ui/field.tsx";
import { showError } from "#app/ui/toast.tsx";
import { DEFAULT_GENRE, GENRES, type Genre } from "#domain/genres.ts";
import {
  type ImportRecord,
  OPEN_STATES,
  type ReportedConversation,
  type ReportedPath,
} from "#domain/imports.ts";
import { formatCount } from "#domain/plan.ts";
import { storyRecordSchema } from "#domain/story-record.ts";
import styles from "./imports.module.css";

/** A file of ours says the genre. */
const OWN_FORMAT = "Talespark";
const TALLY_MAX = 20;
/** Paths that are shown at first. */
const PATHS_SHOWN = 4;

export function isOpenImport({ state }: ImportRecord): boolean {
  return OPEN_STATES.some((open) => open === state);
}

/** The result in one line: what a person has now. */
export function toHeadline({ name, fileCount, state, report: { conversations } }: ImportRecord): string {
  if (state === "waiting" || state === "running") return `Bringing in ${name}`;
  if (state === "failed") return `${name} could not be brought in`;
  if (state === "cancelled") return `${name} was cancelled`;
  if (state === "undone") return `${name} was taken off your shelf`;
  const stories = conversations.filter(({ kind }) => kind === "story").length;
  const parts = [
    ...(stories > 0 ? [countOf(stories, "story", "stories")] : []),
    ...(conversations.length > stories ? [countOf(conversations.length - stories, "chat", "chats")] : []),
  ];
  const [only, ...others] = conversations;
  const paths =
    only && others.length === 0 && only.pathCount > 1 ? ` with ${formatCount(only.pathCount)} paths` : "";
  return `${countOf(fileCount, "file", "files")} became ${parts.join(" and ")}${paths}`;
}

function countOf(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** What became of an import: while it runs how far it is, then what came, what was left out and why. */
export function ImportReportView({ record }: { record: ImportRecord }) {
  const { state, report, progress } = record;
  const { written, total } = progress;
  if (isOpenImport(record)) {
    return (
      <EmptyState
        pose={<Booky pose="writing" size={104} />}
        title={total === 0 ? "Reading…" : `${formatCount(written)} of ${formatCount(total)} messages`}
      >
        <p role="status">You can leave this page: it goes on by itself.</p>
        <RemoveButton record={record} label="Cancel" busy="Cancelling…" />
      </EmptyState>
    );
  }
  const [first] = report.conversations;
  if (state !== "done" || first === undefined) {
    const isFailed = state === "failed";
    return (
      <>
        <EmptyState
          pose={isFailed ? "puzzled" : "asleep"}
          title={record.error ?? "Nothing of it is on your shelf now."}
        >
          {isFailed && <p>Nothing was brought in, and nothing of yours was changed.</p>}
          <ButtonLink to="/stories/bring-in">Bring in something else</ButtonLink>
        </EmptyState>
        {isFailed && <Remarks title="Left out, and why" list={report.leftOut} />}
      </>
    );
  }
  const isAlone = report.conversations.length === 1;
  return (
    <div className={styles.report}>
      <aside className="stack content-start gap-12">
        <div className={`${styles.cover} margin-bottom-12`}>
          <BookCover genre={first.genre ?? DEFAULT_GENRE} seed={first.id} first />
        </div>
        {isAlone && <h2 dir="auto">{first.title}</h2>}
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
          <Section title="The paths" aside={countMessages(first)}>
            <Paths conversation={first} shownFirst={PATHS_SHOWN} />
          </Section>
        ) : (
          <Section title="What came" aside="Untick what you do not want: it goes to Recently deleted">
            {report.conversations.map((one) => (
              <Choice key={one.id} conversation={one} />
            ))}
          </Section>
        )}
        <Remarks title="Came along" list={report.cameAlong} />
        <Remarks title="Left out, and why" aside="All of it is still in your file" list={report.leftOut} />
      </div>
    </div>
  );
}

/** The genre of a story that came in, which a file of others does not say. */
function GenreField({ story, came, bare }: { story: ReportedConversation; came: Genre; bare?: boolean }) {
  const [genre, setGenre] = useState(came);
  async function change(chosen: Genre): Promise<void> {
    setGenre(chosen);
    try {
      await callApi("PUT", `/api/stories/${story.id}`, storyRecordSchema, { body: { genre: chosen } });
    } catch (error) {
      setGenre(genre);
      showError("The genre could not be changed.", { description: asFailure(error).message });
    }
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
  const [isOnShelf, setOnShelf] = useState(conversation.isOnShelf);
  const [isBusy, setBusy] = useState(false);
  async function change(isWanted: boolean): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setOnShelf(isWanted);
    const path = `/api/${kind === "story" ? "stories" : "character-chats"}/${id}`;
    try {
      if (isWanted) await callApi("POST", `${path}/restore`, v.unknown());
      else await callApi("DELETE", path, v.unknown());
    } catch (error) {
      setOnShelf(!isWanted);
      showError(asFailure(error).message);
    } finally {
      setBusy(false);
    }
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
        aria-disabled={isBusy}
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

function countMessages({ messageCount, pathCount }: ReportedConversation): string {
  return `${countOf(messageCount, "message", "messages")} on ${countOf(pathCount, "path", "paths")}`;
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
      {paths.slice(0, isWhole ? undefined : shownFirst).map((path) => (
        <PathRow key={path.name + path.firstWords} path={path} />
      ))}
      {more > 0 && (
        <Button look="quiet" onClick={() => setWhole(true)}>
          Show {countOf(more, shownFirst > 0 ? "more path" : "path", shownFirst > 0 ? "more paths" : "paths")}
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
        {countOf(length, "passage", "passages")}
      </span>
    </div>
  );
}

/** A stroke for every three passages, as long as there is room. */
function toTallyStyle(length: number): CSSProperties {
  const strokes = Math.min(TALLY_MAX, Math.ceil(length / 3));
  return { width: `${strokes * 4 - 3}px` }; // of 1 px each, with 3 px between them
}

function Remarks({
  title,
  aside,
  list,
}: {
  title: string;
  aside?: string;
  list: ImportRecord["report"]["leftOut"];
}) {
  if (list.length === 0) return null;
  return (
    <Section title={title} aside={aside ?? null}>
      {list.map(({ what, why }) => (
        <div key={what + why} className={styles.remark}>
          <b dir="auto">{what}</b>
          <p dir="auto">{why}</p>
        </div>
      ))}
    </Section>
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
  const [isBusy, setBusy] = useState(false);
  async function remove(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      await callApi("DELETE", `/api/imports/${record.importId}`, v.null());
      if (isOpenImport(record)) await navigate("/stories/bring-in");
      else await revalidate();
    } catch (error) {
      showError(asFailure(error).message);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button aria-disabled={isBusy} onClick={() => void remove()}>
      {isBusy ? busy : label}
    </Button>
  );
}
