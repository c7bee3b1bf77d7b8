import { Search, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { Portrait } from "#app/features/characters/portrait.tsx";
import { LoreMark } from "#app/features/conversation/lore/lore-mark.tsx";
import { BookCover } from "#app/features/stories/book-cover.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Switch } from "#app/ui/choices.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Select } from "#app/ui/field.tsx";
import { isOfInputMethod } from "#app/ui/input-method.ts";
import { RetryButton } from "#app/ui/load-state.tsx";
import { LocalMoment } from "#app/ui/local-time.tsx";
import type { SearchItem, SearchKind } from "#domain/search.ts";
import { SEARCH_TEXT_MAX } from "#domain/search.ts";
import { NO_FILTERS, type SearchFilters, toAddress } from "./search-calls.ts";
import styles from "./search-dialog.module.css";
import { type SearchResults, useSearchResults } from "./use-search-results.ts";

/** The kinds in the order in which they are shown, and what their places are called. */
const RESULT_KIND_NAMES: Record<SearchKind, string> = {
  story: "Stories",
  character: "Characters",
  lore: "Lore",
  passage: "Passages",
  chat: "Chats",
  path: "Paths",
  note: "Notes",
  memory: "Memory",
};
const KINDS = Object.keys(RESULT_KIND_NAMES) as SearchKind[];

/** What was looked for last: it is there again when the box is opened again. */
let kept = { typed: "", filters: NO_FILTERS };

export function SearchDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const box = useRef<HTMLInputElement>(null);
  return (
    <Dialog open={open} onClose={onClose} look="page" title="Search" initialFocus={box}>
      {open && <SearchBox box={box} onClose={onClose} />}
    </Dialog>
  );
}

function SearchBox({ box, onClose }: { box: React.RefObject<HTMLInputElement | null>; onClose: () => void }) {
  const [typed, setTyped] = useState(kept.typed);
  const [filters, setFilters] = useState(kept.filters);
  kept = { typed, filters };
  const { results, showMore, again } = useSearchResults(typed, filters);
  const list = useRef<HTMLDivElement>(null);
  /** The first place is to be opened. While it is looked for, those of another text are still shown. */
  const [opensFirst, setOpensFirst] = useState(false);
  const { page, isLoading } = results;
  const total = Object.values(page?.counts ?? {}).reduce((sum, count) => sum + count, 0);

  useEffect(() => {
    if (!opensFirst || isLoading) return;
    setOpensFirst(false);
    list.current?.querySelector<HTMLElement>("a[data-place]")?.click();
  }, [opensFirst, isLoading]);

  function type(text: string): void {
    setTyped(text);
    setOpensFirst(false);
  }

  function clear(): void {
    type("");
    box.current?.focus();
  }

  /** From the box through the places and back; Escape clears first, then closes. */
  function move(event: KeyboardEvent): void {
    if (isOfInputMethod(event)) {
      event.stopPropagation();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const links = [...(list.current?.querySelectorAll<HTMLElement>("a[data-place]") ?? [])];
    const isInBox = event.target === box.current;
    if (event.key === "Escape" && typed !== "") {
      event.stopPropagation();
      clear();
      return;
    }
    if (isInBox && event.key === "Enter") {
      event.preventDefault();
      setOpensFirst(true);
      return;
    }
    const at = links.indexOf(event.target as HTMLElement);
    if (step === undefined || (at < 0 && !isInBox)) return;
    event.preventDefault();
    (at + step < 0 ? box.current : links[at + step])?.focus();
  }

  const change = (changed: Partial<SearchFilters>) => setFilters((before) => ({ ...before, ...changed }));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys are a second way; Tab goes there too
    <div className={`${styles.search} stack center-block`} onKeyDown={move}>
      <div className={`${styles.box} sticky row whole-row gap-12 card-corners controlled raised`}>
        <Search size={22} aria-hidden="true" />
        <input
          ref={box}
          type="search"
          className="grow min-width-0 bare-field"
          dir="auto"
          aria-label="Search everything you have written"
          placeholder="Search everything"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={SEARCH_TEXT_MAX}
          value={typed}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => type(target.value)}
        />
        <span className="spoken-on-phone note" role="status">
          {page && results.failure === null ? countResults(total, page.isCut) : ""}
        </span>
        {typed !== "" && <IconButton label="Clear" icon={<X size={20} />} onClick={clear} />}
      </div>
      <Filters filters={filters} results={results} total={total} onChange={change} />
      <div ref={list} className={`${styles.places} min-width-0`} aria-busy={isLoading}>
        <Results
          results={results}
          filters={filters}
          onChange={change}
          onType={type}
          onFollow={onClose}
          onAgain={again}
        />
        {filters.kind !== null && page?.next && (
          <Button onClick={showMore} aria-disabled={isLoading}>
            Show more
          </Button>
        )}
      </div>
    </div>
  );
}

type FiltersProps = {
  filters: SearchFilters;
  results: SearchResults;
  total: number;
  onChange: (changed: Partial<SearchFilters>) => void;
};

/** A button over the whole of its line, with a number at its end. */
const LINE_BUTTON = "row space-between full-width tap-height gap-8 text-start nowrap";

function Filters({ filters, results: { page }, total, onChange }: FiltersProps) {
  if (page === null) return null;
  const { counts, stories } = page;
  const kinds = KINDS.filter((kind) => (counts[kind] ?? 0) > 0 || kind === filters.kind);
  const isListed = filters.storyId === null || stories.some(({ storyId }) => storyId === filters.storyId);
  const toKind = (kind: SearchKind | null, name: string, count: number) => (
    <li key={name}>
      <button
        type="button"
        className={LINE_BUTTON}
        aria-pressed={filters.kind === kind}
        onClick={() => onChange({ kind })}
      >
        {name} <span>{count.toLocaleString("en")}</span>
      </button>
    </li>
  );
  return (
    <section className={styles.filters} aria-label="Look in">
      <ul>
        {toKind(null, "Everything", total)}
        {kinds.map((kind) => toKind(kind, RESULT_KIND_NAMES[kind], counts[kind] ?? 0))}
      </ul>
      <div className={`${styles.choices} stack gap-8 margin-top-12`}>
        <Choice label="Story" value={filters.storyId} onChoose={(storyId) => onChange({ storyId })}>
          <option value="">All stories</option>
          {isListed || <option value={filters.storyId ?? ""}>Another story</option>}
          {stories.map(({ storyId, title, count }) => (
            <option key={storyId} value={storyId}>{`${title} (${count})`}</option>
          ))}
        </Choice>
        <Choice
          label="Who said it"
          value={filters.role}
          onChoose={(role) => onChange({ role: role as SearchFilters["role"] })}
        >
          <option value="">Said by anybody</option>
          <option value="user">Said by you</option>
          <option value="assistant">Said by the AI</option>
        </Choice>
        <Choice
          label="When"
          value={filters.days}
          onChoose={(days) => onChange({ days: days === null ? null : Number(days) })}
        >
          <option value="">At any time</option>
          <option value="7">In the last week</option>
          <option value="31">In the last month</option>
          <option value="366">In the last year</option>
        </Choice>
        <Switch
          label="Archived too"
          checked={filters.archived}
          onChange={({ target }) => onChange({ archived: target.checked })}
        />
      </div>
    </section>
  );
}

type ChoiceProps = {
  label: string;
  value: string | number | null;
  onChoose: (value: string | null) => void;
  children: ReactNode;
};

function Choice({ label, value, onChoose, children }: ChoiceProps) {
  return (
    <Select label={label} bare value={value ?? ""} onChange={({ target }) => onChoose(target.value || null)}>
      {children}
    </Select>
  );
}

type ResultsProps = {
  results: SearchResults;
  filters: SearchFilters;
  onChange: (changed: Partial<SearchFilters>) => void;
  onType: (typed: string) => void;
  onFollow: () => void;
  onAgain: () => void;
};

function Results({ results, filters, onChange, onType, onFollow, onAgain }: ResultsProps) {
  const { q, page, items, failure, isLoading } = results;
  if (failure !== null) {
    return (
      <EmptyState pose="asleep" title="Nothing could be looked up" text={failure}>
        <RetryButton onRetry={onAgain} />
      </EmptyState>
    );
  }
  if (page === null || q === null) {
    return (
      <p className="whole-row margin-bottom-20 muted">
        {isLoading ? (
          "Looking…"
        ) : (
          <>
            Words, a “phrase in quotation marks”, or <span className="nowrap">-without</span>. In every story,
            on every path.
          </>
        )}
      </p>
    );
  }
  const building = page.isBuilding && (
    <p className="whole-row margin-bottom-20 muted" role="status">
      Your older texts are still being read. More may be found in a minute.
    </p>
  );
  if (items.length === 0) {
    const isFiltered = JSON.stringify(filters) !== JSON.stringify(NO_FILTERS);
    return (
      <>
        {building}
        <EmptyState
          pose="puzzled"
          title={
            <>
              Nothing says “<bdi>{q.trim()}</bdi>”
            </>
          }
          text={isFiltered ? "Nothing that you chose to look in, at least." : "Fewer words may find more."}
        >
          {isFiltered && <Button onClick={() => onChange(NO_FILTERS)}>Look in everything</Button>}
        </EmptyState>
        {page.near.length > 0 && (
          <section className={styles.near} aria-label="Near it">
            <h3 className="line-below">Near it</h3>
            <ul>
              {page.near.map(({ word, count }) => (
                <li key={word}>
                  <button type="button" className={LINE_BUTTON} onClick={() => onType(word)}>
                    <bdi>{word}</bdi> <span>{countResults(count)}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </>
    );
  }
  const kinds = KINDS.filter((kind) => items.some((item) => item.kind === kind));
  return (
    <>
      {building}
      {page.corrected && (
        <p className="whole-row margin-bottom-20 muted">
          Nothing says “<bdi>{page.corrected.typed}</bdi>”. These say “<bdi>{page.corrected.read}</bdi>” or a
          word like it.
        </p>
      )}
      {kinds.map((kind) => {
        const count = page.counts[kind] ?? 0;
        const shown = items.filter((item) => item.kind === kind);
        return (
          <section key={kind} aria-label={RESULT_KIND_NAMES[kind]}>
            <h3 className="flex space-between line-below">
              {RESULT_KIND_NAMES[kind]} <span>{count.toLocaleString("en")}</span>
            </h3>
            <ul>
              {shown.map((item) => (
                <li key={`${item.storyId} ${item.id}`}>
                  <Place item={item} q={q} onFollow={onFollow} />
                </li>
              ))}
            </ul>
            {filters.kind === null && count > shown.length && (
              <button type="button" className="tap-height primary strong" onClick={() => onChange({ kind })}>
                {count - shown.length} more {RESULT_KIND_NAMES[kind].toLowerCase()}
              </button>
            )}
          </section>
        );
      })}
    </>
  );
}

function Place({ item, q, onFollow }: { item: SearchItem; q: string; onFollow: () => void }) {
  const address = toAddress(item, q);
  const content = (
    <>
      <span className={styles.picture} aria-hidden="true">
        <Picture item={item} />
      </span>
      <span className={styles.head}>
        <b className="name" dir="auto">
          <Marked text={item.title} ranges={item.titleRanges} />
        </b>{" "}
        <small className="note">
          {describeResult(item)}, <LocalMoment at={item.createdAt} />
        </small>
      </span>
      <span className="story-text break-anywhere" dir="auto">
        <Marked text={item.snippet} ranges={item.ranges} />
      </span>
    </>
  );
  if (address === null)
    return <div className={`${styles.place} stack text-color no-underline rounded`}>{content}</div>;
  return (
    <Link
      to={address}
      data-place=""
      className={`${styles.place} stack text-color no-underline rounded`}
      preventScrollReset
      onClick={onFollow}
    >
      {content}
    </Link>
  );
}

function Picture({ item: { picture, title, id, storyId } }: { item: SearchItem }) {
  if (picture === null) return null;
  if ("face" in picture) return <Portrait character={picture.face} width={40} />;
  if ("loreKind" in picture) return <LoreMark name={title} kind={picture.loreKind} />;
  return <BookCover genre={picture.genre} seed={storyId ?? id} />;
}

/** A text with the words that were looked for marked. */
function Marked({ text, ranges }: { text: string; ranges: SearchItem["ranges"] }) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const [from, to] of ranges) {
    if (from < end) continue;
    parts.push(text.slice(end, from), <mark key={from}>{text.slice(from, to)}</mark>);
    end = to;
  }
  return [...parts, text.slice(end)];
}

function countResults(count: number, isCut = false): string {
  return `${count.toLocaleString("en")}${isCut ? "+" : ""} ${count === 1 ? "place" : "places"}`;
}

/** Where a place stands, in a few words. */
function describeResult({ kind, within, depth, isOnOpenPath, isArchived, messageId }: SearchItem): string {
  const path = isOnOpenPath ? "" : `${within ?? "another path"}, `;
  const words = {
    story: "Story",
    character: "Character",
    lore: within ? `Lore of ${within}` : "Lore",
    passage: `${path}passage ${depth}`,
    chat: messageId === null ? "Chat" : `${path}message ${depth}`,
    path: "Name of a path",
    note: "Notes",
    memory: "Memory",
  }[kind];
  return isArchived ? `${words}, archived` : words;
}
