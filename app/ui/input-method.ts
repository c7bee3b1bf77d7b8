import type { KeyboardEvent } from "react";

/**
 * Whether a key belongs to an input method that composes a text, and means nothing else. Safari ends a composition before it reports the
 * Enter that ended it; that key still has the input method's code. Keyboards of Android compose each word that is typed, and their Enter
 * comes within it (https://github.com/Expensify/App/pull/16065); it only has that code if it chooses a text.
 */
export function isOfInputMethod({ keyCode, nativeEvent }: KeyboardEvent): boolean {
  return keyCode === 229 || (nativeEvent.isComposing && !navigator.userAgent.includes("Android"));
}
