import { Info, Keyboard, Share2 } from "lucide-react";
import { type Ref, useEffect, useEffectEvent, useRef, useState } from "react";
import { SparksNote } from "#app/features/billing/spark-meter.tsx";
import { NO_CONNECTION, useIsOnline } from "#app/features/conversation/connection-notice.ts";
import { useConversationSheets } from "#app/features/conversation/conversation-sheets.tsx";
import { InputBar, type InputBarHandle } from "#app/features/conversation/input-bar/input-bar.tsx";
import { type KeptPlace, useKeptPlace } from "#app/features/conversation/list/kept-place.ts";
import styles from "#app/features/conversation/list/messages.module.css";
import { AdultOffNote, Messages, type MessagesHandle } from "#app/features/conversation/list/messages.tsx";
import type { OnMention } from "#app/features/conversation/list/prose-text.tsx";
import { SpokenReply } from "#app/features/conversation/list/spoken-reply.tsx";
import { STORY_LOOK } from "#app/features/conversation/list/story-look.tsx";
import { TextLanguage, useTextLanguage } from "#app/features/conversation/list/text-language.ts";
import { hasText, isBusy } from "#app/features/conversation/live/conversation-selectors.ts";
import { type LiveConversation, useConversation } from "#app/features/conversation/live/use-conversation.ts";
import { Typeset } from "#app/features/conversation/reading-settings/typeset.tsx";
import { useReadingSettings } from "#app/features/conversation/reading-settings/use-reading-settings.ts";
import { useReplyNotification } from "#app/features/conversation/reply-notifications.ts";
import { useEndings } from "#app/features/conversation/use-endings.ts";
import { type Failures, toFailureText, useFailures } from "#app/features/conversation/use-failures.ts";
import { useShortcuts } from "#app/features/conversation/use-shortcuts.ts";
import { SkipLink } from "#app/features/layout/page.tsx";
import { IconButton } from "#app/ui/button.tsx";
import { focusPageIfLost } from "#app/ui/focus-page.ts";
import { makeLazyDialog } from "#app/ui/lazy-dialog.tsx";
import { MenuItem } from "#app/ui/menu.tsx";
import { withNotice } from "#app/ui/redirect-notices.ts";
import type { SparkBalance } from "#domain/billing.ts";
import type { MessagePage, ReadingPlace } from "#domain/message.ts";
import { useKnownChanges } from "../changes/story-changes.tsx";
import { StoryMenu } from "../changes/story-menu.tsx";
import { type Beginner, useBeginHere } from "./begin-here.tsx";
import { type ReadableStory, useOfflineStory } from "./offline-stories.ts";
import { ArchivedNote, BeyondPlanNote } from "./read-only-notes.tsx";
import { ReadingHeader, ReadingPanelButton } from "./reading-header.tsx";
import { StoryInitializing } from "./story-initializing.tsx";
import { fetchLatest, preloadInformation, StoryPanels, useStoryPanels } from "./story-panels.tsx";
import { listStoryShortcuts, PASSAGE_KEYS } from "./story-shortcuts.ts";

const LazyListenDock = makeLazyDialog(
  async () => (await import("#app/features/conversation/listen/listen-dock.tsx")).ListenDock,
);
const LazyPreviously = makeLazyDialog(async () => (await import("./previously.tsx")).Previously);
const ShortcutsDialog = makeLazyDialog(
  async () => (await import("#app/features/conversation/shortcuts-dialog.tsx")).ShortcutsDialog,
);

const ShareSheet = makeLazyDialog(
  async () => (await import("#app/features/shares/share-sheet.tsx")).ShareSheet,
);

type ReadingScreenProps = {
  story: ReadableStory;
  page: MessagePage;
  /** Of its text; `null`: not known. Absent where the server could not be asked. */
  language?: string | null;
  /** As they were when the story was opened; absent where the server could not be asked. */
  sparks?: SparkBalance;
  /** The plan has no room to go on with it: it can only be read. As it was when the story was opened. */
  beyondPlan?: boolean;
  /** It has adult content, which the person has switched off since. */
  isAdultOff?: boolean;
  /** Absent where the server could not be asked. */
  beginner?: Beginner;
  /** It is shown as this browser has kept it. */
  isKept?: boolean;
};

/** A story, read and written. Keyed by the story's id. */
export function ReadingScreen(props: ReadingScreenProps) {
  const { story, page } = props;
  const { storyId, metadata } = story;
  const isDeleting = useKnownChanges().get(storyId)?.change.intent === "delete";
  const conversation = useConversation({
    id: storyId,
    subject: "story",
    begins: !props.beyondPlan,
    fetchLatest,
    isDeleting,
    page,
    messageCount: metadata.messageCount,
    title: story.title,
    description: story.description,
    currentLocation: metadata.currentLocation,
    cast: metadata.mainCharacters,
    status: story.status,
  });
  const { state } = conversation;
  // Without text too: the notes of a story that nothing can be written in.
  const showsReading = hasText(state) || state.status === "archived" || props.beyondPlan;
  const language = useTextLanguage(props, state.messages);
  const panels = useStoryPanels(state.cast);
  const failures = useFailures(conversation);
  useEndings(conversation, {
    path: `/stories/${storyId}`,
    goneTo: withNotice("/stories", "story-not-found"),
    loginToContinue: "You must be logged in to continue the story",
    isDeleting,
  });
  useOfflineStory(story, state);
  useReplyNotification(state, "Your story goes on.");
  const bar = useRef<InputBarHandle>(null);
  const messages = useRef<MessagesHandle>(null);
  const [dialog, setDialog] = useState<"shortcuts" | "share" | null>(null);
  const closeDialog = () => setDialog(null);
  const [listens, setListens] = useState(false);
  const listen = () => setListens(true);
  const shortcuts = listStoryShortcuts({
    conversation,
    bar,
    messages,
    openInformation: panels.openInformation,
    listen,
    openShortcuts: () => setDialog("shortcuts"),
  });
  const keys = useShortcuts(shortcuts);
  const kept = useKeptPlace(conversation, page.place);
  const beginHere = useBeginHere(props.beginner);
  const { buttons, entries, notice, sheets } = useConversationSheets({
    conversation,
    look: STORY_LOOK,
    author: "Story",
    kept,
  });
  return (
    <TextLanguage value={language}>
      <SkipLink
        to="#write"
        onClick={(event) => {
          if (bar.current === null || isBusy(state)) return; // as without a script, to the bar
          event.preventDefault();
          bar.current.write();
        }}
      >
        Skip to the box
      </SkipLink>
      <ReadingHeader title={state.title} location={state.currentLocation}>
        {buttons}
        <ReadingPanelButton onListen={listen} />
        <IconButton
          label="Story information"
          icon={<Info size={20} />}
          aria-haspopup="dialog"
          onPointerEnter={preloadInformation}
          onFocus={preloadInformation}
          onClick={panels.openInformation}
        />
        <StoryMenu
          story={{ storyId, title: state.title, description: state.description, status: state.status }}
          place="story"
        >
          {entries}
          {hasText(state) && (
            <MenuItem icon={<Share2 size={18} />} onSelect={() => setDialog("share")}>
              Share a reading copy
            </MenuItem>
          )}
          <MenuItem icon={<Keyboard size={18} />} onSelect={() => setDialog("shortcuts")}>
            Keyboard shortcuts
          </MenuItem>
          {beginHere.entries}
        </StoryMenu>
      </ReadingHeader>
      <main tabIndex={-1}>
        {notice}
        {showsReading ? (
          <Reading
            {...props}
            bar={bar}
            messages={messages}
            conversation={conversation}
            kept={kept}
            onMention={panels.openCharacter}
            failures={failures}
          />
        ) : (
          <StoryInitializing
            title={state.title}
            description={state.description}
            problem={openingProblem(conversation)}
            progress={state.streaming?.progress ?? null}
            onRetry={state.connection === "unreachable" ? conversation.reconnect : conversation.carryOn}
            onStop={isBusy(state) ? conversation.stop : null}
          />
        )}
        <SpokenReply state={state} busy={isBusy(state)} voice="Story" />
      </main>
      {sheets}
      {listens && (
        <LazyListenDock
          open
          onClose={() => setListens(false)}
          title={state.title}
          conversation={conversation}
        />
      )}
      <StoryPanels storyId={storyId} panels={panels} metadata={metadata} state={state} />
      <ShortcutsDialog
        open={dialog === "shortcuts"}
        onClose={closeDialog}
        shortcuts={[...shortcuts, ...PASSAGE_KEYS]}
        enabled={keys.enabled}
        onEnabled={keys.setEnabled}
      />
      <ShareSheet open={dialog === "share"} onClose={closeDialog} conversation={conversation} />
      {beginHere.dialog}
    </TextLanguage>
  );
}

/** After so long away a reader is told what happened. */
const FORGETS_AFTER_MS = 24 * 60 * 60 * 1_000;

type ReadingProps = ReadingScreenProps & {
  bar: Ref<InputBarHandle>;
  messages: Ref<MessagesHandle>;
  conversation: LiveConversation;
  kept: KeptPlace;
  onMention: OnMention;
  failures: Failures;
};

function Reading(props: ReadingProps) {
  const { bar, messages, conversation, kept, onMention, failures } = props;
  const { beyondPlan = false, isAdultOff = false, isKept = false } = props;
  const { storyId } = props.story;
  const { state } = conversation;
  const left = useLeftLongAgo(kept);
  const [covered, setCovered] = useState(0);
  const archived = state.status === "archived";
  const [isBeyondPlan, setBeyondPlan] = useState(beyondPlan);
  // What is brought back from the archive has room.
  if (isBeyondPlan && archived) setBeyondPlan(false);
  // The balance was read when the story was opened: after a refusal none of it is left.
  const { limit } = failures;
  const [refused, setRefused] = useState({ limit, sparks: props.sparks });
  if (limit !== refused.limit) setRefused({ limit, sparks: props.sparks });
  const isSpent = limit?.code === "MONTHLY_LIMIT_EXCEEDED" && refused.sparks === props.sparks;
  const sparks = props.sparks && isSpent ? { ...props.sparks, used: props.sparks.allowance } : props.sparks;
  const isReadOnly = archived || isBeyondPlan;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box goes, or a note with its button; another tab may be the cause
  useEffect(() => focusPageIfLost, [archived, isBeyondPlan]);
  return (
    <>
      <Typeset className={styles.column} covered={covered}>
        {left.place && (
          <LazyPreviously
            open
            onClose={left.forget}
            conversation={conversation}
            place={left.place}
            onCovered={setCovered}
          />
        )}
        <Messages
          ref={messages}
          conversation={conversation}
          label="Story"
          look={STORY_LOOK}
          closed={isReadOnly}
          isKept={isKept}
          onMention={onMention}
          covered={covered}
          kept={kept}
        >
          {archived && <ArchivedNote storyId={storyId} />}
          {isBeyondPlan && <BeyondPlanNote storyId={storyId} />}
          {!isReadOnly && isAdultOff && <AdultOffNote what="story" />}
          {!isReadOnly && sparks && <SparksNote sparks={sparks} />}
        </Messages>
      </Typeset>
      {!isReadOnly && <InputBar ref={bar} conversation={conversation} failures={failures} />}
    </>
  );
}

/** Where the person has left the story, if that was so long ago that they may have forgotten what happened. */
function useLeftLongAgo({ list }: KeptPlace) {
  const [place, setPlace] = useState<ReadingPlace | null>(null);
  const { previously } = useReadingSettings();
  const isOnline = useIsOnline();
  const look = useEffectEvent(() => {
    const [last] = list();
    if (last !== undefined && Date.now() - last.at > FORGETS_AFTER_MS) setPlace(last);
  });
  useEffect(() => look(), []);
  return { place: previously === "shown" && isOnline ? place : null, forget: () => setPlace(null) };
}

function openingProblem({ state }: LiveConversation): string | null {
  if (state.connection === "unreachable") return NO_CONNECTION;
  if (state.failure?.kind !== "opening") return null;
  const text = toFailureText(state.failure);
  if (text.show === "dialog") return text.limit.message;
  return text.show === "toast" ? text.text : "The opening was stopped.";
}
