import { useId, useState } from "react";
import { useLoaded } from "#app/features/api/use-loaded.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { LoadState } from "#app/ui/load-state.tsx";
import { TabPanel, Tabs } from "#app/ui/tabs.tsx";
import { isOwnLine, type Message } from "#domain/message.ts";
import type { ConversationPath } from "#domain/paths.ts";
import type { PromptSubject } from "../last-prompt/part-text.ts";
import type { MessageLook } from "../list/message-item.tsx";
import styles from "./compare-paths.module.css";
import { fetchEndOfPath } from "./path-calls.ts";
import { countShared, findSharedTurn, type Parting } from "./path-tree.ts";
import { Ticks } from "./path-tree-view.tsx";
import { formatLength, nameTurn, toDay, toPathTitle } from "./path-wording.ts";

/** Messages of a path that are shown at first, and added by each press of "Show more". */
const SHOWN = 60;

type ComparePathsProps = {
  open: boolean;
  onClose: () => void;
  apiPath: string;
  /** The conversation's. */
  title: string;
  paths: readonly ConversationPath[];
  turns: readonly Parting[];
  /** The two that are shown when it opens. */
  firstIds: readonly [string, string];
  subject: PromptSubject;
  look: MessageLook;
  onRead: (leafId: string) => void;
};

const SIDES = ["one", "other"] as const;
type Side = (typeof SIDES)[number];

/** Two paths side by side, from where they part; on a phone one after the other. */
export function ComparePaths({ open, firstIds, ...rest }: ComparePathsProps) {
  const { onClose, title } = rest;
  return (
    <Dialog open={open} onClose={onClose} look="page" over={title} title="Compare two paths">
      {open && <Comparison firstIds={firstIds} {...rest} />}
    </Dialog>
  );
}

/** `shared`: messages that both have, counted from the beginning; `known`: those of them that are on the open path. */
type Both = { shared: number; known: number; messages: Record<Side, Message[]> };

type ComparisonProps = Omit<ComparePathsProps, "open" | "onClose" | "title">;

function Comparison({ apiPath, paths, turns, firstIds, subject, look, onRead }: ComparisonProps) {
  const [ids, setIds] = useState<Record<Side, string>>({ one: firstIds[0], other: firstIds[1] });
  const [side, setSide] = useState<Side>("other");
  const [count, setCount] = useState(SHOWN);
  const panelId = useId();
  const find = (wantedId: string) =>
    // The open path has another end once it has grown.
    paths.find(({ leafId }) => leafId === wantedId) ?? paths.find(({ isOpen }) => isOpen);
  const one = find(ids.one);
  const other = find(ids.other);

  const both = useLoaded<Both | null>(`${ids.one} ${ids.other}`, async (signal) =>
    one && other ? loadBoth(apiPath, one, other, signal) : null,
  );
  const loaded = both.failure === null ? both.value : null;
  const pathOf = { one, other };
  const at = loaded && findSharedTurn(turns, loaded);
  return (
    <div className={`${styles.comparison} center-block`}>
      {loaded && (
        <p className={`${styles.same} row between-lines gap-20 margin-bottom-20 muted`}>
          <span>
            {loaded.shared === 0
              ? "They begin differently"
              : `The same for ${formatLength(loaded.shared, subject)}`}
            {at && at.depth > 0 && at.title !== "" && (
              <>
                , up to{" "}
                <b className="text-color" dir="auto">
                  {nameTurn(at, subject)}
                </b>
              </>
            )}
          </span>
        </p>
      )}
      <div className={`${styles.sides} only-on-phone margin-bottom-12 line-below`}>
        <Tabs
          label="Which of the two is shown"
          panelId={panelId}
          chosen={side}
          onChoose={setSide}
          tabs={SIDES.map((name) => ({ name, text: toPathTitle(pathOf[name] ?? NO_PATH) }))}
        />
      </div>
      {loaded === null && (
        <div className="stack each-center padding-block-12 muted">
          <LoadState of={both} loading="Reading both…" failed="These paths could not be loaded." />
        </div>
      )}
      <div className={`${styles.columns} stack`}>
        {SIDES.map((name) => (
          <TabPanel
            key={name}
            id={name === side ? panelId : `${panelId}-away`}
            chosen={name}
            className={
              name === side ? `${styles.column} min-width-0` : `${styles.column} min-width-0 ${styles.away}`
            }
          >
            <header className={`${styles.head} sticky page-color row space-between gap-16 margin-bottom-8`}>
              <div className="min-width-0">
                <select
                  className={`${styles.choice} tap-height`}
                  aria-label={name === "one" ? "First path" : "Second path"}
                  value={pathOf[name]?.leafId}
                  onChange={({ target }) => setIds((before) => ({ ...before, [name]: target.value }))}
                >
                  {paths.map((path) => (
                    <option className="body-text raised" key={path.leafId} value={path.leafId}>
                      {toPathTitle(path)}
                    </option>
                  ))}
                </select>
                {loaded && (
                  <p className={`${styles.facts} row wrap column-gap-12 note digits`}>
                    <Ticks count={loaded.messages[name].length} />
                    {formatLength(loaded.messages[name].length, subject)} after it
                    {pathOf[name] && `, last changed ${toDay(pathOf[name].updatedAt)}`}
                  </p>
                )}
              </div>
              {pathOf[name]?.isOpen ? (
                <p className={`${styles.here} row gap-8 primary strong`}>You are here</p>
              ) : (
                <Button look="primary" onClick={() => onRead(ids[name])}>
                  Read this path
                </Button>
              )}
            </header>
            {loaded && <Texts messages={loaded.messages[name].slice(0, count)} look={look} />}
          </TabPanel>
        ))}
      </div>
      {loaded && SIDES.some((name) => loaded.messages[name].length > count) && (
        <p className="stack each-center gap-12 padding-block-12 muted">
          <Button onClick={() => setCount(count + SHOWN)}>Show more</Button>
        </p>
      )}
    </div>
  );
}

const NO_PATH = { name: null, firstWords: "" };

function Texts({ messages, look }: { messages: readonly Message[]; look: MessageLook }) {
  if (messages.length === 0)
    return <p className="stack each-center gap-12 padding-block-12 muted">This path ends here.</p>;
  return (
    <div className={`${styles.texts} stack gap-24`}>
      {messages.map((message) =>
        isOwnLine(message) ? (
          <look.Words key={message.messageId} text={message.content} />
        ) : (
          // Names open nobody here: the sheet of a character would lie over both.
          <look.Reply
            key={message.messageId}
            message={{ ...message, metadata: { ...message.metadata, analysis: null } }}
            onMention={openNobody}
          />
        ),
      )}
    </div>
  );
}

function openNobody(): void {}

/** What each of the two has after their parting. A list says only where each of them leaves the open path, so the earlier of the two counts. */
async function loadBoth(
  apiPath: string,
  one: ConversationPath,
  other: ConversationPath,
  signal: AbortSignal,
): Promise<Both> {
  const known = Math.min(
    ...[one, other].map(({ isOpen, partsAtDepth, length }) => (isOpen ? length : partsAtDepth)),
  );
  const read = ({ leafId, isOpen, partsAtDepth, length }: ConversationPath) =>
    fetchEndOfPath(apiPath, { leafId, count: (isOpen ? length : partsAtDepth + length) - known, signal });
  const [ofOne, ofOther] = await Promise.all([read(one), read(other)]);
  const shared = countShared(ofOne, ofOther);
  return {
    shared: known + shared,
    known,
    messages: { one: ofOne.slice(shared), other: ofOther.slice(shared) },
  };
}
