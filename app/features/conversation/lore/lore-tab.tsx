import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { bringBack } from "#app/features/api/bring-back.ts";
import { attempt } from "#app/features/api/call-api.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { LoadState } from "#app/ui/load-state.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import { showSuccess } from "#app/ui/show-toast.tsx";
import type { LoreEntryRecord, LoreProposal } from "#domain/lore.ts";
import { formatCount } from "#domain/numbers.ts";
import { BooksLayer } from "./books-layer.tsx";
import { EntryLayer } from "./entry-layer.tsx";
import styles from "./lore.module.css";
import { keepProposal, settleProposal } from "./lore-calls.ts";
import { LoreMark } from "./lore-mark.tsx";
import { describeEntry, nameLastUse, searchEntries, WHEN_NAMES } from "./lore-wording.ts";
import { Proposals } from "./proposals.tsx";
import type { Lore, LoreLayer } from "./use-lore.ts";

/** From so many entries on they can be searched. */
const SEARCHED_FROM = 9;

type LoreTabProps = {
  open: boolean;
  onClose: () => void;
  lore: Lore;
  layer: LoreLayer;
  onLayer: (layer: LoreLayer) => void;
  /** Closes the sheet with all of its layers. */
  onCloseSheet: () => void;
  onGoTo: (messageId: string) => void;
};

/** What the AI is told of the world: what the story proposes for it, then the entries of the books in use. */
export function LoreTab({ lore, layer, onLayer, onCloseSheet, onGoTo }: LoreTabProps) {
  const { entries, books, failure, reload, apiPath } = lore;
  /** The proposal that is being kept or dismissed. */
  const [busyId, setBusyId] = useState<string | null>(null);
  const back = () => onLayer(null);
  // A search result names its entry in the address, until it is opened. One of a book that is not used here leads to the books.
  const [parameters, setParameters] = useSearchParams();
  const [soughtId, soughtBookId] = [parameters.get("entry"), parameters.get("book")];
  const sought = entries?.find(({ entryId }) => entryId === soughtId);
  const isElsewhere =
    entries !== null && soughtBookId !== null && !books.some((book) => book.lorebookId === soughtBookId);
  const isFound = sought !== undefined || isElsewhere;
  const openSought = useEffectEvent(() => {
    onLayer(sought === undefined ? { kind: "books" } : { kind: "entry", entry: sought });
    setParameters({ sheet: "lore" }, { replace: true, preventScrollReset: true });
  });
  useEffect(() => {
    if (isFound) openSought();
  }, [isFound]);

  /** Returns whether it was done; a toast says why not. */
  async function settle(proposalId: string, run: () => Promise<unknown>, failed: string): Promise<boolean> {
    if (busyId !== null) return false;
    setBusyId(proposalId);
    const isDone = await attempt(failed, async () => {
      await run();
      await reload();
    });
    setBusyId(null);
    return isDone;
  }

  async function dismiss({ proposalId, name }: LoreProposal): Promise<void> {
    const run = () => settleProposal(apiPath, proposalId, "dismiss");
    if (!(await settle(proposalId, run, "This could not be put aside. It still waits here."))) return;
    const restore = () => settleProposal(apiPath, proposalId, "restore").then(reload);
    showSuccess(`“${name}” is not proposed again.`, { undo: () => void bringBack(restore) });
  }

  return (
    <>
      <LoadState
        of={{ value: entries, failure, reload }}
        loading="Looking up the lore…"
        failed="The lore could not be loaded."
      />
      {entries !== null && (
        <>
          <Proposals
            lore={lore}
            busyId={busyId}
            onKeep={({ proposalId }) =>
              void settle(
                proposalId,
                () => keepProposal(apiPath, proposalId, {}),
                "This could not be kept. It still waits here.",
              )
            }
            onChange={(proposal) => onLayer({ kind: "proposal", proposal })}
            onDismiss={(proposal) => void dismiss(proposal)}
            onGoTo={onGoTo}
          />
          <Entries lore={lore} entries={entries} onOpen={onLayer} />
        </>
      )}
      <EntryLayer lore={lore} layer={layer} onBack={back} onCloseSheet={onCloseSheet} onGoTo={onGoTo} />
      <BooksLayer open={layer?.kind === "books"} lore={lore} onBack={back} onCloseSheet={onCloseSheet} />
    </>
  );
}

type EntriesProps = {
  lore: Lore;
  entries: readonly LoreEntryRecord[];
  onOpen: (layer: LoreLayer) => void;
};

function Entries({ lore, entries, onOpen }: EntriesProps) {
  const { subject, proposals } = lore;
  const [query, setQuery] = useState("");
  const found = useMemo(() => searchEntries(entries, query), [entries, query]);
  if (entries.length === 0) {
    return (
      <EmptyState
        pose="asleep"
        title="No lore yet."
        text={
          subject === "story" && proposals.length === 0
            ? "Write down what is true of your world: people, places, rules. What the story itself tells is proposed here."
            : "Write down what is true of this world: people, places, rules. The AI is told when it matters."
        }
      >
        <Button onClick={() => onOpen({ kind: "new" })}>Write the first entry</Button>
        <Button onClick={() => onOpen({ kind: "books" })}>Use a book</Button>
      </EmptyState>
    );
  }
  const books = new Map(lore.books.map((book) => [book.lorebookId, book]));
  return (
    <section className="stack gap-8" aria-labelledby="lore-entries">
      <h3 id="lore-entries">
        In the {subject} ({formatCount(entries.length)})
      </h3>
      {entries.length >= SEARCHED_FROM && (
        <SearchField
          label="Find an entry"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          onEmpty={() => setQuery("")}
        />
      )}
      {found.length === 0 && <p className="muted">No entry has these words.</p>}
      <ul>
        {found.map((entry) => {
          const last = nameLastUse(entry, lore);
          return (
            <li className="line-above" key={entry.entryId}>
              <button
                type="button"
                className={`${styles.entry} row full-width gap-12 padding-block-8 text-start`}
                data-off={entry.when === "off" || undefined}
                onClick={() => onOpen({ kind: "entry", entry })}
              >
                <LoreMark name={entry.name} kind={entry.kind} />
                <span className={`${styles.what} grow each-start`}>
                  <bdi className={`${styles.name} name`}>{entry.name || "Without a name"}</bdi>
                  <bdi className="note break-anywhere">{describeEntry(entry)}</bdi>
                  {books.size > 1 && (
                    <bdi className="note break-anywhere">{books.get(entry.lorebookId)?.name}</bdi>
                  )}
                </span>
                <span className={`${styles.told} no-shrink small`}>
                  <span>{WHEN_NAMES[entry.when].toLowerCase()}</span>
                  {last !== null && <span className="note break-anywhere">{last}</span>}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
