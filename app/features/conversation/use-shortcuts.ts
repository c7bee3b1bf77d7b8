import { useEffect, useEffectEvent, useState } from "react";
import { areSingleKeysOn, isElsewhere, keepSingleKeys } from "./single-keys.ts";

/** What one key does. A letter, a mark, or the name of a key as in `KeyboardEvent.key`. */
export type Shortcut = { key: string; does: string; run: () => void };

/**
 * Runs shortcuts of single keys while nobody is typing and nothing is open over the page. They can be switched off, for
 * those whose speech or switches press keys that they don't mean (WCAG 2.1.4); Escape stays.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]) {
  const [enabled, setEnabled] = useState(true);
  useEffect(() => setEnabled(areSingleKeysOn()), []);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isElsewhere(event)) return;
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

  return {
    enabled,
    setEnabled: (next: boolean) => {
      setEnabled(next);
      keepSingleKeys(next);
    },
  };
}
