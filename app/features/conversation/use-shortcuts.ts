import { useEffect, useEffectEvent, useRef, useState } from "react";
import { areSingleKeysOn, isElsewhere, keepSingleKeys, toLatinKey } from "./single-keys.ts";

/** What one key does. A letter, a mark, or the name of a key as in `KeyboardEvent.key`. */
export type Shortcut = { key: string; does: string; run: () => void };

/** Letters so soon after a sent text were meant for its box, which is closed or read-only by then. */
const TYPES_ON_MS = 1_000;

/**
 * Runs shortcuts of single keys while nobody is typing and nothing is open over the page. They can be switched off, for
 * those whose speech or switches press keys that they don't mean (WCAG 2.1.4); Escape stays.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]) {
  const [enabled, setEnabled] = useState(true);
  useEffect(() => setEnabled(areSingleKeysOn()), []);

  /** When a text was sent by Enter, or when the last letter after it was typed. */
  const typedAt = useRef(Number.NEGATIVE_INFINITY);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // Chrome fills in forms with events that have no key (https://github.com/vueuse/vueuse/issues/1128).
    if (!(event instanceof KeyboardEvent)) return;
    const { key, target, timeStamp } = event;
    const isSent = key === "Enter" && event.defaultPrevented && target instanceof HTMLTextAreaElement;
    const typesOn = key.length === 1 && timeStamp - typedAt.current < TYPES_ON_MS;
    if (isSent || typesOn) typedAt.current = timeStamp;
    if (typesOn || isElsewhere(event)) return;
    const shortcut = shortcuts.find((one) => one.key === key || one.key === toLatinKey(event));
    if (shortcut === undefined || (!enabled && shortcut.key.length === 1)) return;
    event.preventDefault();
    shortcut.run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);

  return {
    enabled,
    setEnabled: (next: boolean) => {
      setEnabled(next);
      keepSingleKeys(next);
    },
  };
}
