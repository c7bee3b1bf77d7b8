import { createContext, type ReactNode, useContext, useMemo, useRef, useState } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import { LimitNotice, showLimit } from "#app/features/billing/limit-notice.tsx";
import type { TakenSubject } from "#app/features/take-out/take-out-calls.ts";
import { ConfirmDelete } from "#app/ui/confirm-delete.tsx";
import { makeLazyDialog, useLast } from "#app/ui/lazy-dialog.tsx";
import { showError, showSuccess } from "#app/ui/show-toast.tsx";
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

/** `focusAfter`: where the focus goes when the story is removed from its list. */
type Asked = {
  dialog: "edit" | "take-out" | "delete";
  story: ChangeableStory;
  place: ChangePlace;
  focusAfter: HTMLElement | null;
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

/**
 * Changes stories and holds the dialogs for it. Stands above the pages, so that an Undo works after the page has changed.
 */
export function StoryChanges({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<Asked | null>(null);
  const { pathname } = useLocation();
  const [page, setPage] = useState(pathname);
  if (page !== pathname) {
    setPage(pathname);
    setOpened(null); // the dialogs stand above the pages, but what is open belongs to one
  }
  const asked = useLast(opened);
  const focusAfter = useRef<HTMLElement | null>(null);
  const { known, make } = useChanges();
  const navigate = useNavigate();

  const actions = useMemo(() => {
    const open = (next: Asked) => {
      focusAfter.current = null;
      setOpened(next);
    };
    return makeActions(make, open);
  }, [make]);

  const close = () => setOpened(null);

  async function save({ story, place }: Asked, values: EditValues): Promise<boolean> {
    const isSaved = await make(story.storyId, { intent: "update", place, ...values });
    if (isSaved) showSuccess(`Story updated successfully${place === "library" ? "!" : ""}`);
    return isSaved;
  }

  async function remove({ story, place, focusAfter: next }: Asked): Promise<void> {
    focusAfter.current = next;
    if (!(await make(story.storyId, { intent: "delete" }))) return;
    const isStillThere = window.location.pathname === `/stories/${story.storyId}`;
    if (place === "story" && isStillThere) await navigate("/stories");
    showSuccess("Story deleted successfully", { undo: () => void actions.restore(story.storyId) });
  }

  return (
    <ActionsContext value={actions}>
      <KnownContext value={known}>{children}</KnownContext>
      {asked && (
        <EditStoryDialog
          open={opened?.dialog === "edit"}
          story={asked.story}
          onSave={(values) => save(asked, values)}
          onClose={close}
        />
      )}
      {asked && (
        <TakeOutDialog
          key={asked.story.storyId}
          open={opened?.dialog === "take-out"}
          subject={toTakenSubject(asked.story)}
          onClose={close}
        />
      )}
      <ConfirmDelete
        open={opened?.dialog === "delete"}
        title="Delete Story"
        name={asked?.story.title ?? ""}
        text="Are you sure you want to delete this story? This action cannot be undone."
        onDelete={() => asked && void remove(asked)}
        onClose={close}
        focusAfter={focusAfter}
      />
      <LimitNotice />
    </ActionsContext>
  );
}

type StoryActions = ReturnType<typeof makeActions>;

/** `open`: opens a dialog. */
function makeActions(make: ReturnType<typeof useChanges>["make"], open: (asked: Asked) => void) {
  const bringBack = async (storyId: string, intent: "restore" | "unarchive", done: string) => {
    const isBack = await make(storyId, { intent });
    if (isBack) showSuccess(done);
    return isBack;
  };
  /** Resolves to whether it was brought back. */
  const unarchive = (storyId: string) => bringBack(storyId, "unarchive", "Story brought back");
  return {
    open,
    archive: async (storyId: string) => {
      const isArchived = await make(storyId, { intent: "archive" });
      if (isArchived) showSuccess("Story archived", { undo: () => void unarchive(storyId) });
    },
    unarchive,
    /** Deletes it without a question, for a place that offers to restore it. */
    drop: (storyId: string) => make(storyId, { intent: "delete" }),
    /** Resolves to whether it was restored. */
    restore: (storyId: string) => bringBack(storyId, "restore", "Story restored"),
    /** Loads the dialogs early. */
    preload: () => {
      EditStoryDialog.preload();
      TakeOutDialog.preload();
      ConfirmDelete.preload();
      loadSender().catch(() => undefined); // told when it is needed
    },
  };
}

function toTakenSubject({ storyId: id, title }: ChangeableStory): TakenSubject {
  return { kind: "story", id, title, apiPath: `/api/stories/${id}` };
}

/** Makes changes, remembers them, loads the lists again and shows failures. What is wrong with a field is thrown. */
function useChanges() {
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
    return async (storyId: string, change: StoryChange): Promise<boolean> => {
      know(storyId, { change, settledAt: null });
      const failure = await loadSender().then(
        ({ changeStory }) => changeStory(storyId, change),
        () => ({ show: "toast", text: describeFailedChange(change), isGone: false }) as const,
      );
      if (failure !== null) {
        know(storyId, before.get(storyId));
        if (failure.show === "limit") showLimit(failure.limit);
        if (failure.show === "toast") {
          showError(failure.text);
          if (failure.isGone) void revalidate();
        }
        if (failure.show === "field") throw failure.failure;
        return false;
      }
      const settled = { change, settledAt: performance.now() };
      before.set(storyId, settled);
      know(storyId, settled);
      void revalidate();
      return true;
    };
  }, [revalidate]);
  return { known, make };
}
