import { useEffect, useEffectEvent, useState } from "react";
import { prefersReducedMotion, toFocusOptions } from "#app/ui/media-queries.ts";
import { showError } from "#app/ui/show-toast.tsx";
import { MESSAGES_PER_PAGE_MAX } from "#domain/message.ts";
import { READING_TOP } from "../list/text-position.ts";
import type { LiveConversation } from "../live/use-conversation.ts";

/** Frames in which a group of messages that was away is rendered. */
const FRAMES = 60;
const TINTED_MS = 1_600;

/** `takesFocus`: screen readers and the keyboard go on from there. */
export type WantedMessage = { messageId: string; takesFocus: boolean };

/** Scrolls to a message of the open path, and tints it for a moment. Those before it are loaded first, if need be. */
export function useGoToMessage({ state, loadOlder }: LiveConversation): (wanted: WantedMessage) => void {
  const [wanted, setWanted] = useState<WantedMessage | null>(null);
  const { messages, before } = state;
  const step = useEffectEvent(async (next: WantedMessage) => {
    const ids = messages.map(({ messageId }) => messageId);
    if (ids.includes(next.messageId)) {
      setWanted(null);
      return scrollTo(next, ids);
    }
    if (before === null) {
      setWanted(null);
      return showError("This is not on the path that is open.");
    }
    try {
      await loadOlder(MESSAGES_PER_PAGE_MAX);
    } catch {
      setWanted(null);
      showError("What came before could not be loaded. Please try again.");
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: older messages may have brought it
  useEffect(() => {
    if (wanted !== null) void step(wanted);
  }, [wanted, messages, before]);
  return setWanted;
}

async function scrollTo({ messageId, takesFocus }: WantedMessage, ids: readonly string[]): Promise<void> {
  const log = document.querySelector('[role="log"]');
  if (log === null) return;
  const at = ids.indexOf(messageId);
  const groups = listGroups(log);
  let guess = Math.floor((at / ids.length) * groups.length);
  let message = findMessage(log, messageId);
  for (let frame = 0; message === null && frame < FRAMES; frame += 1) {
    const group = groups[guess];
    group?.scrollIntoView({ block: "start", behavior: "instant" });
    await new Promise(requestAnimationFrame);
    message = findMessage(log, messageId);
    const first = ids.indexOf(group?.querySelector<HTMLElement>("[data-message]")?.dataset["message"] ?? "");
    if (first >= 0) guess = Math.min(groups.length - 1, Math.max(0, guess + (at < first ? -1 : 1)));
  }
  if (message === null) return;
  const covered = document.querySelector("[data-over-text]")?.clientHeight ?? 0;
  window.scrollBy({ top: message.getBoundingClientRect().top - READING_TOP - covered, behavior: "instant" });
  if (takesFocus) message.focus({ preventScroll: true });
  const tint = {
    backgroundColor: "color-mix(in oklab, var(--accent) 16%, transparent)",
    borderRadius: "8px",
  };
  const fades = { ...tint, offset: prefersReducedMotion() ? 1 : 0.5 };
  message.animate([tint, fades, { backgroundColor: "transparent" }], { duration: TINTED_MS });
}

function findMessage(within: Document | Element, messageId: string): HTMLElement | null {
  return within.querySelector<HTMLElement>(`[data-message="${CSS.escape(messageId)}"]`);
}

/** Gives the focus to a message that is on the page. */
export function focusMessage(messageId: string): void {
  findMessage(document, messageId)?.focus(toFocusOptions());
}

/** The groups in which a log renders its messages. Those far away are empty boxes of their height. */
function listGroups(log: Element): HTMLElement[] {
  return [...log.querySelectorAll<HTMLElement>(":scope > div")].filter(
    (group) => group.style.height !== "" || group.querySelector("[data-message]") !== null,
  );
}
