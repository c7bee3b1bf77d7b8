import { keepText, readKept } from "#app/features/storage/browser-storage.ts";

const STORAGE_KEY = "talespark:shortcuts";

/** Single keys can be switched off, for those whose speech or switches press keys that they don't mean (WCAG 2.1.4). */
export function areSingleKeysOn(): boolean {
  return readKept("local", STORAGE_KEY) !== "off";
}

export function keepSingleKeys(on: boolean): void {
  keepText("local", STORAGE_KEY, on ? "on" : "off");
}

/** A key, in small letters. Where the keyboard writes another script, the Latin letter in its place. */
export function toLatinKey({ key, code }: Pick<KeyboardEvent, "key" | "code">): string {
  const isOther = key.length === 1 && key > "\u024f" && code.startsWith("Key");
  return (isOther ? code.slice(3) : key).toLowerCase();
}

/** Whether a key is pressed with others, or belongs to a box, a menu or a dialog. */
export function isElsewhere(event: KeyboardEvent): boolean {
  const { target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing)
    return true;
  if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest("input, textarea, select") !== null)
  );
}
