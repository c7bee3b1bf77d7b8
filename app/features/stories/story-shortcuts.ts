import type { RefObject } from "react";
import { isBusy } from "#app/features/conversation/conversation-selectors.ts";
import type { InputBarHandle } from "#app/features/conversation/input-bar/input-bar.tsx";
import type { Conversation } from "#app/features/conversation/use-conversation.ts";
import type { Shortcut } from "#app/features/conversation/use-shortcuts.ts";

type Reach = {
  conversation: Conversation;
  /** Empty until there is anything to go on from. */
  bar: RefObject<InputBarHandle | null>;
  openInformation: () => void;
  openShortcuts: () => void;
};

/** What a single key does on the reading screen. What can't be done right now does nothing. */
export function storyShortcuts({ conversation, bar, openInformation, openShortcuts }: Reach): Shortcut[] {
  const { state, regenerate, selectVersion, stop } = conversation;
  const busy = isBusy(state);
  const last = state.messages.findLast(({ role }) => role === "assistant");
  const toVersion = (messageId: string | null | undefined) => {
    if (messageId) selectVersion(messageId);
  };
  return [
    { key: "w", does: "Write what happens next", run: () => bar.current?.write() },
    { key: "c", does: "Continue the story", run: () => bar.current?.carryOn() },
    { key: "s", does: "Get a suggestion", run: () => bar.current?.suggest() },
    { key: "r", does: "Write the last passage differently", run: () => last && regenerate() },
    {
      key: "p",
      does: "Previous version of the last passage",
      run: () => toVersion(last?.versions.previousId),
    },
    { key: "n", does: "Next version of the last passage", run: () => toVersion(last?.versions.nextId) },
    { key: "i", does: "Story information", run: openInformation },
    { key: "Escape", does: "Stop writing", run: () => busy && stop() },
    { key: "?", does: "These shortcuts", run: openShortcuts },
  ];
}
