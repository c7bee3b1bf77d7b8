import type { RefObject } from "react";
import type { InputBarHandle } from "#app/features/conversation/input-bar/input-bar.tsx";
import type { MessagesHandle } from "#app/features/conversation/list/messages.tsx";
import { findNeighbours } from "#app/features/conversation/list/version-switch.tsx";
import { isBusy } from "#app/features/conversation/live/conversation-selectors.ts";
import type { LiveConversation } from "#app/features/conversation/live/use-conversation.ts";
import type { Shortcut } from "#app/features/conversation/use-shortcuts.ts";
import { showError } from "#app/ui/show-toast.tsx";
import { isPassage } from "#domain/message.ts";

type Reach = {
  conversation: LiveConversation;
  /** Empty until there is anything to go on from. */
  bar: RefObject<InputBarHandle | null>;
  messages: RefObject<MessagesHandle | null>;
  openInformation: () => void;
  listen: () => void;
  openShortcuts: () => void;
};

/** The specification's sentences for what has to wait. */
const WAIT_FOR_MESSAGE = "Please wait for the current message to complete";
const WAIT_FOR_OPERATION = "Please wait for the operation to complete";

/** What a single key does on the reading screen. What has to wait says so; what can't be done here does nothing. */
export function listStoryShortcuts(reach: Reach): Shortcut[] {
  const { conversation, bar, messages, openInformation, listen, openShortcuts } = reach;
  const { state, selectVersion, stop } = conversation;
  const busy = isBusy(state);
  const open = state.status === "active";
  const last = state.messages.findLast(isPassage);
  const [previous, next] = last ? findNeighbours(last) : [null, null];
  const unlessBusy = (sentence: string, run: () => void) => () => {
    if (busy) showError(sentence, { id: sentence });
    else run();
  };
  const toVersion = (version: typeof previous) =>
    unlessBusy(WAIT_FOR_OPERATION, () => {
      if (version !== null) selectVersion(...version);
    });
  const writing = (run: () => void) => unlessBusy(WAIT_FOR_MESSAGE, () => open && run());
  return [
    { key: "w", does: "Write what happens next", run: writing(() => bar.current?.write()) },
    { key: "c", does: "Continue the story", run: writing(() => bar.current?.carryOn()) },
    { key: "s", does: "Get a suggestion", run: writing(() => bar.current?.suggest()) },
    // What somebody types on after sending must not go into a passage.
    {
      key: "e",
      does: "Edit the passage in focus, else the last",
      run: unlessBusy(WAIT_FOR_MESSAGE, () => messages.current?.edit()),
    },
    { key: "r", does: "Write it differently", run: writing(() => messages.current?.regenerate()) },
    { key: "p", does: "Previous version of the last passage", run: toVersion(previous) },
    { key: "n", does: "Next version of the last passage", run: toVersion(next) },
    { key: "i", does: "Story information", run: openInformation },
    { key: "l", does: "Listen from here", run: listen },
    { key: "Escape", does: "Stop writing", run: () => busy && stop() },
    { key: "?", does: "These shortcuts", run: openShortcuts },
  ];
}

/** Keys that work only on a passage that has the focus, or on every page, for the list of shortcuts. */
export const PASSAGE_KEYS = [
  { key: "← →", does: "Versions of the passage in focus" },
  { key: "↑ ↓", does: "From passage to passage" },
  { key: "/", does: "Search all that you have written" },
] as const;
