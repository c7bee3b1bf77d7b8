import { Pencil, Trash2 } from "lucide-react";
import { useId, useMemo, useRef, useState } from "react";
import { attempt } from "#app/features/api/call-api.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { useLast } from "#app/ui/lazy-dialog.tsx";
import { LoadState } from "#app/ui/load-state.tsx";
import { Menu, MenuItem, MoreIcon } from "#app/ui/menu.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import { showError, showSuccess } from "#app/ui/show-toast.tsx";
import { TabPanel, Tabs } from "#app/ui/tabs.tsx";
import { useStillOpen } from "#app/ui/use-still-open.ts";
import { formatShortDate } from "#domain/dates.ts";
import { parseInput } from "#domain/input.ts";
import { countThings } from "#domain/numbers.ts";
import { type ConversationPath, namePathSchema, PATH_NAME_MAX, type RemovedPart } from "#domain/paths.ts";
import type { PromptSubject } from "../last-prompt/part-text.ts";
import type { MessageLook } from "../list/message-item.tsx";
import { isBusy } from "../live/conversation-selectors.ts";
import type { LeftPath } from "../live/conversation-state.ts";
import type { LiveConversation } from "../live/use-conversation.ts";
import { useSheet } from "../live/use-sheet.ts";
import { ComparePaths } from "./compare-paths.tsx";
import { fetchEndOfPath, fetchPaths, namePath, openPath, removePart, restorePart } from "./path-calls.ts";
import { CameFrom } from "./path-notice.tsx";
import { ALL_OPEN_MAX, countShared, listFound, listPathRows, listTurns } from "./path-tree.ts";
import { PathTreeView } from "./path-tree-view.tsx";
import { formatLength, takeFirstWords, toPathTitle } from "./path-wording.ts";
import styles from "./paths-sheet.module.css";

/** Loaded with the sheet: whoever opens another path mostly has it already. */
export { PathNotice } from "./path-notice.tsx";

const WAIT = "Please wait for the current message to complete";

export type PathsSheetProps = {
  open: boolean;
  onClose: () => void;
  conversation: LiveConversation;
  look: MessageLook;
  /** The path that was open before. */
  left: LeftPath | null;
};

type Shown = "this" | "all" | "named";

/** All paths of a conversation: where they leave the open one, and what can be done about them. */
export function PathsSheet({ open, onClose, conversation, look, left }: PathsSheetProps) {
  const { apiPath, subject, state } = conversation;
  const loaded = useSheet(conversation, { sheet: "paths", isOpen: open }, (signal) =>
    fetchPaths(apiPath, signal),
  );
  const { paths, removed } = loaded.value ?? NOTHING;
  const reload = () => void loaded.reload();
  const isStillOpen = useStillOpen(open);
  const [chosenId, setChosenId] = useState<string | null>(null);
  if (!open && chosenId !== null) setChosenId(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState<Shown>("this");
  const [query, setQuery] = useState("");
  const [naming, setNaming] = useState<ConversationPath | null>(null);
  /** The comparison that is open; `otherId`: the path that is compared, `null` for the next one. */
  const [compared, setCompared] = useState<{ otherId: string | null } | null>(null);
  const otherId = useLast(compared)?.otherId ?? null;
  const panelId = useId();
  const box = useRef<HTMLDivElement>(null);

  const here = paths.find(({ isOpen }) => isOpen) ?? null;
  const turns = useMemo(() => listTurns(paths, state.messages), [paths, state.messages]);
  const isLarge = paths.length > ALL_OPEN_MAX;
  // The search and its tabs are there only for many.
  const isTree = !isLarge || (shown === "this" && query.trim() === "");
  const rows = useMemo(() => {
    if (here === null) return [];
    return isTree
      ? listPathRows(turns, here, { isLarge, opened })
      : listFound(paths, turns, { query, onlyNamed: shown === "named" });
  }, [here, isTree, turns, isLarge, opened, paths, query, shown]);

  /** Runs a change; says why it can't be made. Returns whether it was made. */
  async function change(run: () => Promise<unknown>, failed: string): Promise<boolean> {
    if (!isBusy(state)) return attempt(failed, run);
    showError(WAIT, { id: WAIT });
    return false;
  }

  async function read(leafId: string): Promise<void> {
    if (!(await change(() => openPath(apiPath, leafId), "This path could not be opened."))) return;
    if (!isStillOpen()) return;
    setCompared(null);
    setChosenId(null);
    onClose();
  }

  function nameTo({ leafId, isOpen }: ConversationPath, name: string): Promise<void> {
    // Messages may have been added to the open path while its name was typed.
    const hasGrown = isOpen && state.messages.some(({ messageId }) => messageId === leafId);
    return namePath(apiPath, (hasGrown && state.headMessageId) || leafId, name).then(reload);
  }

  async function bringBack(run: () => Promise<unknown>): Promise<void> {
    if (await change(run, "This part could not be restored.")) {
      showSuccess("Restored");
      reload();
      // The button that was pressed is removed.
      box.current?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus();
    }
  }

  async function remove(path: ConversationPath): Promise<void> {
    let back: (() => Promise<unknown>) | null = null;
    const run = async () => {
      const messageId = await findOwnBeginning(apiPath, path, paths);
      if (messageId === null) {
        // All of it is on another path, which stays: only the mark with its name goes.
        await namePath(apiPath, path.leafId, "");
        back = () => namePath(apiPath, path.leafId, path.name ?? "");
      } else {
        await removePart(apiPath, messageId);
        back = () => restorePart(apiPath, messageId);
      }
    };
    if (!(await change(run, "This path could not be removed."))) return;
    setChosenId(null);
    reload();
    showSuccess(`“${takeFirstWords(toPathTitle(path))}” was removed.`, {
      undo: () => void (back && bringBack(back)),
    });
  }

  const renderTools = (path: ConversationPath) => (
    <>
      <Button look="primary" onClick={() => void read(path.leafId)}>
        Read this path
      </Button>
      <Button onClick={() => setCompared({ otherId: path.leafId })}>Compare</Button>
      <Menu label="More" of={toPathTitle(path)} icon={<MoreIcon />}>
        <MenuItem icon={<Pencil size={18} />} onSelect={() => setNaming(path)}>
          {path.name === null ? "Name" : "Rename"}
        </MenuItem>
        <MenuItem icon={<Trash2 size={18} />} danger onSelect={() => void remove(path)}>
          Remove
        </MenuItem>
      </Menu>
    </>
  );

  const found =
    rows.length === 0 ? (
      <p className={`${styles.note} muted`}>
        {query.trim() === ""
          ? "No path has a name yet."
          : `No path has “${query.trim()}” in its name or words.`}
      </p>
    ) : (
      <PathTreeView
        label={`Paths of ${state.title}`}
        rows={rows}
        subject={subject}
        beganAt={state.before === null ? (state.messages[0]?.timestamp ?? null) : null}
        chosenId={chosenId}
        onChoose={setChosenId}
        onRead={(path) => void read(path.leafId)}
        onOpen={(key) => setOpened((before) => new Set(before).add(key))}
        renderTools={renderTools}
        isFlat={!isTree}
      />
    );
  const named = paths.filter(({ name }) => name !== null).length;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      look="sheet"
      over={here === null ? state.title : `${state.title}, ${countThings(paths.length, "path", "paths")}`}
      title="Paths"
      foot={
        paths.length > 1 && (
          <Button onClick={() => setCompared({ otherId: chosenId })}>Compare two paths</Button>
        )
      }
    >
      <div ref={box} className={`${styles.sheet} stack gap-12`}>
        <LoadState of={loaded} loading="Looking for the paths…" failed="The paths could not be loaded." />
        {here !== null && isLarge && left !== null && (
          <CameFrom left={left} subject={subject} onBack={() => void read(left.leafId)} />
        )}
        {here !== null && !isLarge && (
          <div className={`${styles.thisPath} row space-between gap-12`} data-tips="below">
            <p className="stack min-width-0">
              <span className="note">This path</span>
              {here.name === null ? <i className="muted">No name yet</i> : <bdi>{here.name}</bdi>}
            </p>
            <IconButton label="Name this path" icon={<Pencil size={18} />} onClick={() => setNaming(here)} />
          </div>
        )}
        {isLarge && here !== null && (
          <div className="stack gap-4 line-below">
            <SearchField
              label="Find a path by its name or its words"
              value={query}
              onChange={(event) => setQuery(event.target.value)}
              onEmpty={() => setQuery("")}
            />
            <Tabs
              label="Which paths are shown"
              panelId={panelId}
              chosen={shown}
              onChoose={setShown}
              tabs={[
                { name: "this", text: "This path" },
                { name: "all", text: "All paths", count: paths.length },
                { name: "named", text: "Named", count: named },
              ]}
            />
          </div>
        )}
        {here !== null &&
          (isLarge ? (
            <TabPanel id={panelId} chosen={shown}>
              {found}
            </TabPanel>
          ) : (
            found
          ))}
        {loaded.value !== null && (
          <p className={`${styles.note} muted`}>{describePaths(paths.length, subject)}</p>
        )}
        {removed.length > 0 && (
          <RemovedParts
            parts={removed}
            subject={subject}
            onRestore={(id) => void bringBack(() => restorePart(apiPath, id))}
          />
        )}
      </div>
      <NameDialog named={naming} onClose={() => setNaming(null)} save={nameTo} />
      {here !== null && (
        <ComparePaths
          open={compared !== null}
          onClose={() => setCompared(null)}
          apiPath={apiPath}
          title={state.title}
          paths={paths}
          turns={turns}
          firstIds={[here.leafId, otherId ?? paths.find(({ isOpen }) => !isOpen)?.leafId ?? here.leafId]}
          subject={subject}
          look={look}
          onRead={(leafId) => void read(leafId)}
        />
      )}
    </Dialog>
  );
}

const NOTHING = { paths: [], removed: [] };

/**
 * The first message that a path has for itself: what follows it is on no other path; `null`: it has none. Those that begin alike are
 * compared, because a list says only where each of them leaves the open path.
 */
async function findOwnBeginning(
  apiPath: string,
  path: ConversationPath,
  paths: readonly ConversationPath[],
): Promise<string | null> {
  const { firstId } = path;
  if (firstId === null) return null;
  const alike = paths.filter((other) => other.firstId === firstId && other.leafId !== path.leafId);
  if (alike.length === 0) return firstId;
  const read = ({ leafId, length }: ConversationPath) => fetchEndOfPath(apiPath, { leafId, count: length });
  const own = await read(path);
  let shared = 0;
  for (const other of alike) shared = Math.max(shared, countShared(own, await read(other)));
  return own[shared]?.messageId ?? null;
}

function describePaths(count: number, subject: PromptSubject): string {
  if (count === 0) return "Nothing is written here yet.";
  if (count > 1) return "Reading another path changes nothing here. This one waits where you left it.";
  return `One path so far. Go on from any ${subject === "story" ? "passage" : "message"} to open another.`;
}

type RemovedPartsProps = {
  parts: readonly RemovedPart[];
  subject: PromptSubject;
  onRestore: (messageId: string) => void;
};

function RemovedParts({ parts, subject, onRestore }: RemovedPartsProps) {
  const id = useId();
  return (
    <section className={`${styles.removed} margin-top-8 padding-top-12 line-above`} aria-labelledby={id}>
      <h3 className="muted" id={id}>
        Removed
      </h3>
      <ul>
        {parts.map(({ messageId, firstWords, length, goneAt }) => (
          <li className="row space-between gap-12 padding-block-8" key={messageId}>
            <div>
              <p className="story-aside ellipsis" dir="auto">
                {firstWords || "Without words"}
              </p>
              <p className="note">
                {formatLength(length, subject)}, can be restored until{" "}
                {formatShortDate(goneAt, { now: new Date() })}
              </p>
            </div>
            <Button aria-label={`Restore: ${firstWords}`} onClick={() => onRestore(messageId)}>
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

type NameDialogProps = {
  /** The path that gets a name; `null`: it is closed. */
  named: ConversationPath | null;
  onClose: () => void;
  save: (path: ConversationPath, name: string) => Promise<void>;
};

function NameDialog({ named, onClose, save }: NameDialogProps) {
  const path = useLast(named);
  async function submit(form: FormData): Promise<void> {
    if (path === null) return;
    await save(path, parseInput(namePathSchema, { name: String(form.get("name") ?? "") }).name);
  }
  return (
    <FormDialog
      open={named !== null}
      onClose={onClose}
      title="Name this path"
      text="Without a name its first words stand for it."
      submit="Save"
      submitting="Saving…"
      onSubmit={submit}
      onFailed={({ message }) => showError("This name could not be saved.", { description: message })}
    >
      <TextField
        key={path?.leafId}
        label="Name"
        name="name"
        max={PATH_NAME_MAX}
        defaultValue={path?.name ?? ""}
      />
    </FormDialog>
  );
}
