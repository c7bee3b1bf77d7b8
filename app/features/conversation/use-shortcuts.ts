import { useCallback, useEffect, useEffectEvent, useState } from "react";
import { keepText, readKept } from "#app/features/storage/browser-storage.ts";

/** What one key does. A letter, a mark, or the name of a key as in `KeyboardEvent.key`. */
export type Shortcut = { key: string; does: string; run: () => void };

const STORAGE_KEY = "talespark:shortcuts";

/**
 * Runs shortcuts of single keys while nobody is typing and nothing is open over the page. They can be switched off, for
 * those whose speech or switches press keys that they don't mean (WCAG 2.1.4); Escape stays.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]) {
  const [enabled, setEnabled] = useState(true);
  useEffect(() => setEnabled(readKept("local", STORAGE_KEY) !== "off"), []);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (isElsewhere(event.target)) return;
    const shortcut = shortcuts.find(({ key }) => key === event.key || key === event.key.toLowerCase());
    if (shortcut === undefined || (!enabled && shortcut.key.length === 1)) return;
    event.preventDefault();
    shortcut.run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);

  const change = useCallback((next: boolean) => {
    setEnabled(next);
    keepText("local", STORAGE_KEY, next ? "on" : "off");
  }, []);
  return { enabled, setEnabled: change };
}

/** Whether a key belongs to a box, a menu or a dialog. */
function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest("input, textarea, select") !== null)
  );
}
