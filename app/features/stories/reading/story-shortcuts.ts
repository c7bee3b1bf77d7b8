import type { RefObject } from "react";
import type { InputBarHandle } from "#app/features/conversation/input-bar/input-bar.tsx";
import { isBusy } from "#app/features/conversation/live/conversation-selectors.ts";
import type { LiveConversation } from "#app/features/conversation/live/use-conversation.ts";
import type { Shortcut } from "#app/features/conversation/use-shortcuts.ts";
import { showError } from "#app/ui/toast.tsx";

type Reach = {
  conversation: LiveConversation;
  /** Empty until there is anything to go on from. */
  bar: RefObject<InputBarHandle | null>;
  openInformation: () => void;
  openShortcuts: () => void;
};

/** The specification's sentences for what has to wait. */
const WAIT_FOR_MESSAGE = "Please wait for the current message to complete";
const WAIT_FOR_OPERATION = "Please wait for the operation to complete";

/** What a single key does on the reading screen. What has to wait says so; what can't be done here does nothing. */
export function listStoryShortcuts({ conversation, bar, openInformation, openShortcuts }: Reach): Shortcut[] {
  const { state, regenerate, selectVersion, stop } = conversation;
  const busy = isBusy(state);
  const open = state.status === "active";
  const last = state.messages.findLast(({ role }) => role === "assistant");
  const unlessBusy = (sentence: string, run: () => void) => () => {
    if (busy) showError(sentence, { id: sentence });
    else run();
  };
  const toVersion = (messageId: string | null | undefined) =>
    unlessBusy(WAIT_FOR_OPERATION, () => {
      if (messageId) selectVersion(messageId);
    });
  const writing = (run: () => void) => unlessBusy(WAIT_FOR_MESSAGE, () => open && run());
  return [
    { key: "w", does: "Write what happens next", run: writing(() => bar.current?.write()) },
    { key: "c", does: "Continue the story", run: writing(() => bar.current?.carryOn()) },
    { key: "s", does: "Get a suggestion", run: writing(() => bar.current?.suggest()) },
    { key: "r", does: "Write the last passage differently", run: writing(() => last && regenerate()) },
    {
      key: "p",
      does: "Previous version of the last passage",
      run: toVersion(last?.versions.previousId),
    },
    { key: "n", does: "Next version of the last passage", run: toVersion(last?.versions.nextId) },
    { key: "i", does: "Story information", run: openInformation },
    { key: "Escape", does: "Stop writing", run: () => busy && stop() },
    { key: "?", does: "These shortcuts", run: openShortcuts },
  ];
}
