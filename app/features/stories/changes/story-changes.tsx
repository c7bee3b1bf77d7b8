import { createContext, type ReactNode, useContext, useMemo, useRef, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { LimitNotice } from "#app/features/billing/limit-notice.tsx";
import type { PlanLimit } from "#app/features/billing/limits.ts";
import type { TakenSubject } from "#app/features/take-out/take-out-calls.ts";
import { ConfirmDelete } from "#app/ui/confirm-delete.tsx";
import { makeLazyDialog } from "#app/ui/lazy-dialog.tsx";
import { showError, showSuccess } from "#app/ui/toast.tsx";
import type { AppError } from "#domain/errors.ts";
import {
  type ChangeableStory,
  type ChangePlace,
  describeFailedChange,
  type EditValues,
  type KnownChange,
  type KnownChanges,
  type StoryChange,
} from "./story-change.ts";

const EditStoryDialog = makeLazyDialog(async () => (await import("./edit-story-dialog.tsx")).EditStoryDialog);

const TakeOutDialog = makeLazyDialog(
  async () => (await import("#app/features/take-out/take-out-dialog.tsx")).TakeOutDialog,
);

/** Lists are seen more often than changed: the client of the API is loaded when a menu opens, or with the first change. */
const loadSender = () => import("./send-change.ts");

export type StoryActions = {
  /** Opens the dialog. */
  edit: (story: ChangeableStory, place: ChangePlace) => void;
  /** Opens the dialog that makes a file of it. */
  takeOut: (story: ChangeableStory) => void;
  /** Opens the confirmation. `focusAfter`: where the focus goes when the story is removed from its list. */
  askToDelete: (story: ChangeableStory, place: ChangePlace, focusAfter: HTMLElement | null) => void;
  archive: (storyId: string) => void;
  unarchive: (storyId: string) => void;
  /** Deletes it without a question, for a place that offers to restore it. */
  drop: (storyId: string) => Promise<unknown>;
  /** Resolves to whether it was restored. */
  restore: (storyId: string) => Promise<boolean>;
  /** Loads the dialogs early. */
  preload: () => void;
};

const NONE: KnownChanges = new Map();
const ActionsContext = createContext<StoryActions | null>(null);
const KnownContext = createContext<KnownChanges>(NONE);

/** The actions on stories, for every component below `StoryChanges`. */
export function useStoryActions(): StoryActions {
  const actions = useContext(ActionsContext);
  if (actions === null) throw new Error("Stories are changed below StoryChanges.");
  return actions;
}

/** The changes that this page has made, for lists that may not contain them yet. */
export function useKnownChanges(): KnownChanges {
  return useContext(KnownContext);
}

/** Whether a change of the story was sent and is not answered yet. */
export function useIsChanging(storyId: string, intent: StoryChange["intent"]): boolean {
  const known = useKnownChanges().get(storyId);
  return known?.change.intent === intent && known.settledAt === null;
}

type Asked = { story: ChangeableStory; place: ChangePlace; focusAfter: HTMLElement | null };

/**
 * Changes stories and holds the dialogs for it. Stands above the pages, so that an Undo works after the page has changed.
 */
export function StoryChanges({ children }: { children: ReactNode }) {
  const [editing, setEditing] = useState<Asked | null>(null);
  const [deleting, setDeleting] = useState<Asked | null>(null);
  const [taken, setTaken] = useState<TakenSubject | null>(null);
  const [open, setOpen] = useState<"edit" | "take-out" | "delete" | null>(null);
  const [limit, setLimit] = useState<PlanLimit | null>(null);
  const focusAfter = useRef<HTMLElement | null>(null);
  const { known, make } = useChanges(setLimit);
  const navigate = useNavigate();

  const actions = useMemo(() => {
    const restore = async (storyId: string) => {
      const { ok } = await make(storyId, { intent: "restore" });
      if (ok) showSuccess("Story restored");
      return ok;
    };
    const unarchive = async (storyId: string) => {
      if ((await make(storyId, { intent: "unarchive" })).ok) showSuccess("Story brought back");
    };
    const archive = async (storyId: string) => {
      const { ok } = await make(storyId, { intent: "archive" });
      if (ok) showSuccess("Story archived", { undo: () => void unarchive(storyId) });
    };
    return {
      edit: (story, place) => {
        setEditing({ story, place, focusAfter: null });
        setOpen("edit");
      },
      takeOut: ({ storyId: id, title }) => {
        setTaken({ kind: "story", id, title, apiPath: `/api/stories/${id}` });
        setOpen("take-out");
      },
      askToDelete: (story, place, element) => {
        focusAfter.current = null;
        setDeleting({ story, place, focusAfter: element });
        setOpen("delete");
      },
      archive,
      unarchive,
      drop: (storyId) => make(storyId, { intent: "delete" }),
      restore,
      preload: () => {
        EditStoryDialog.preload();
        TakeOutDialog.preload();
        ConfirmDelete.preload();
        loadSender().catch(() => undefined); // told when it is needed
      },
    } satisfies StoryActions;
  }, [make]);

  const close = () => setOpen(null);

  async function save({ story, place }: Asked, values: EditValues): Promise<void> {
    const { ok, fault } = await make(story.storyId, { intent: "update", place, ...values });
    if (fault !== null) throw fault;
    if (!ok) return;
    close();
    showSuccess(place === "library" ? "Story updated successfully!" : "Story updated successfully");
  }

  async function remove({ story, place, focusAfter: next }: Asked): Promise<void> {
    focusAfter.current = next;
    const { ok } = await make(story.storyId, { intent: "delete" });
    if (!ok) return;
    if (place === "story") await navigate("/stories");
    showSuccess("Story deleted successfully", { undo: () => void actions.restore(story.storyId) });
  }

  return (
    <ActionsContext value={actions}>
      <KnownContext value={known}>{children}</KnownContext>
      {editing && (
        <EditStoryDialog
          open={open === "edit"}
          story={editing.story}
          onSave={(values) => save(editing, values)}
          onClose={close}
        />
      )}
      {taken && <TakeOutDialog key={taken.id} open={open === "take-out"} subject={taken} onClose={close} />}
      <ConfirmDelete
        open={open === "delete"}
        title="Delete Story"
        name={deleting?.story.title ?? ""}
        text="Are you sure you want to delete this story? This action cannot be undone."
        onDelete={() => deleting && void remove(deleting)}
        onClose={close}
        focusAfter={focusAfter}
      />
      <LimitNotice limit={limit} onClose={() => setLimit(null)} />
    </ActionsContext>
  );
}

/** `fault`: what is wrong with a field. */
type Made = { ok: boolean; fault: AppError | null };

/** Makes changes, remembers them, loads the lists again and shows failures. */
function useChanges(onLimit: (limit: PlanLimit) => void) {
  const [known, setKnown] = useState(NONE);
  const { revalidate } = useRevalidator();
  const make = useMemo(() => {
    const before = new Map<string, KnownChange>();
    const know = (storyId: string, entry: KnownChange | undefined) =>
      setKnown((current) => {
        const next = new Map(current);
        if (entry === undefined) next.delete(storyId);
        else next.set(storyId, entry);
        return next;
      });
    return async (storyId: string, change: StoryChange): Promise<Made> => {
      know(storyId, { change, settledAt: null });
      const failure = await loadSender().then(
        ({ changeStory }) => changeStory(storyId, change),
        () => ({ show: "toast", text: describeFailedChange(change) }) as const,
      );
      if (failure !== null) {
        know(storyId, before.get(storyId));
        if (failure.show === "limit") onLimit(failure.limit);
        if (failure.show === "toast") showError(failure.text);
        return { ok: false, fault: failure.show === "field" ? failure.failure : null };
      }
      const settled = { change, settledAt: performance.now() };
      before.set(storyId, settled);
      know(storyId, settled);
      void revalidate();
      return { ok: true, fault: null };
    };
  }, [revalidate, onLimit]);
  return { known, make };
}
