import { type RefObject, useEffect, useState } from "react";
import { isAllowed } from "#app/features/cookies/cookie-consent.ts";
import { keepText, readKept } from "#app/features/storage/browser-storage.ts";
import { HINTS_KEY_PREFIX } from "#app/features/storage/functional-storage.ts";
import type { Hint } from "./collapsed-bar.tsx";

type HintsInput = {
  /** The user whose hints these are; `null` shows none. */
  readerId: string | null;
  /** The first interaction with it stops the hints until the page is opened again. */
  bar: RefObject<HTMLElement | null>;
  /** Pauses the hints while the bar is in use. */
  resting: boolean;
};

/** How long one hint is shown (specification). */
const HINT_MS = 2_500;

const ORDER = ["suggest", "write", "continue"] as const satisfies readonly Hint[];

/** Hints for somebody new: each once, one after the other. */
export function useHints({ readerId, bar, resting }: HintsInput) {
  // Unknown until the browser's storage is read.
  const [wanted, setWanted] = useState(false);
  /** The number of hints that were begun; one more than there are: all of them are over. */
  const [shown, setShown] = useState(0);
  const isRunning = wanted && !resting && shown <= ORDER.length;

  useEffect(() => setWanted(readerId !== null && !areHintsDismissed(readerId)), [readerId]);

  useEffect(() => {
    const element = bar.current;
    if (!wanted || element === null) return;
    const stop = () => setWanted(false);
    element.addEventListener("pointerdown", stop);
    element.addEventListener("keydown", stop);
    return () => {
      element.removeEventListener("pointerdown", stop);
      element.removeEventListener("keydown", stop);
    };
  }, [wanted, bar]);

  useEffect(() => {
    if (!isRunning) return;
    const showNext = () => {
      // A page behind the age gate is inert: the next one waits.
      if (bar.current?.closest("[inert]") === null) setShown((count) => count + 1);
    };
    showNext();
    const timer = setInterval(showNext, HINT_MS);
    return () => clearInterval(timer);
  }, [isRunning, bar]);

  useEffect(() => {
    if (shown === 1 && readerId !== null) countHints(readerId);
  }, [shown, readerId]);

  /** Ends the hints for good. */
  function dismiss(): void {
    setWanted(false);
    if (readerId !== null) dismissHints(readerId);
  }
  return { hint: isRunning ? (ORDER[shown - 1] ?? null) : null, dismiss };
}

/** How often a person is shown the hints. */
const SHOWN_MAX = 3;
/** In place of the number: the person has used the bar. */
const DISMISSED = "yes";

/** Kept in this browser, or without consent to that in this tab. */
const toKey = (readerId: string) => `${HINTS_KEY_PREFIX}${readerId}`;

function read(readerId: string): string {
  return readKept("local", toKey(readerId)) ?? readKept("session", toKey(readerId)) ?? "0";
}

function keep(readerId: string, text: string): void {
  keepText(isAllowed("functional") ? "local" : "session", toKey(readerId), text);
}

/** Whether a person has used the bar, or was shown the hints often enough. */
export function areHintsDismissed(readerId: string): boolean {
  const kept = read(readerId);
  return kept === DISMISSED || Number(kept) >= SHOWN_MAX;
}

export function dismissHints(readerId: string): void {
  keep(readerId, DISMISSED);
}

/** The hints are shown once more. */
export function countHints(readerId: string): void {
  if (!areHintsDismissed(readerId)) keep(readerId, String(Number(read(readerId)) + 1));
}
