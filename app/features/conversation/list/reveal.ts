import { useEffect, useRef, useState } from "react";
import { useReducedMotion } from "#app/ui/media-queries.ts";
import type { ReadingSettings } from "../reading-settings/reading-settings.ts";
import { useReadingSettings } from "../reading-settings/use-reading-settings.ts";

/** The specification's pace, `calm`, and one for those who read faster. `once` shows all that is there. */
type Pace = ReadingSettings["reveal"];
const CHARACTERS_PER_FRAME = { calm: 2, fast: 8 };
/** Text that has waited longer than this is shown faster. */
const BEHIND_MS = 1_000;
/** The share of the overdue text that is shown in each frame: it catches up smoothly in a third of a second. */
const CATCH_UP_PART = 0.1;
/** The characters at the end that fade in. */
const FADE_LENGTH = 20;

/**
 * How much of a growing text is on the screen. `shown` and `solid` are lengths in UTF-16 code units: up to `solid` at
 * full strength, from there to `shown` fading in.
 */
export type Reveal = {
  text: string;
  shown: number;
  solid: number;
  /** Arrival times of the text that is not shown yet, oldest first: the text up to `end` arrived at `at`. */
  arrivals: readonly { end: number; at: number }[];
};

/** A text of which the first `shown` code units were on the screen before. */
export function startReveal(text: string, shown: number, now: number): Reveal {
  return {
    text,
    shown,
    solid: shown,
    arrivals: text.length > shown ? [{ end: text.length, at: now }] : [],
  };
}

/** Takes new content. Where it does not continue what is shown, the reveal starts again. */
export function receive(reveal: Reveal, text: string, now: number): Reveal {
  if (text === reveal.text) return reveal;
  if (!text.startsWith(reveal.text.slice(0, reveal.shown))) return startReveal(text, 0, now);
  const arrivals = reveal.arrivals.filter(({ end }) => end <= text.length);
  return { ...reveal, text, arrivals: [...arrivals, { end: text.length, at: now }] };
}

/** The next animation frame. The same object comes back when there is nothing left to do. */
export function advance(reveal: Reveal, now: number, pace: Pace = "calm"): Reveal {
  const { text, shown, solid } = reveal;
  if (solid === text.length) return reveal;
  if (pace === "once") return { text, shown: text.length, solid: text.length, arrivals: [] };
  const perFrame = CHARACTERS_PER_FRAME[pace];
  if (shown === text.length) return { ...reveal, solid: Math.min(shown, solid + perFrame) };
  const overdue = Math.max(
    0,
    ...reveal.arrivals.map(({ end, at }) => (now - at > BEHIND_MS ? end - shown : 0)),
  );
  const step = perFrame + Math.ceil(overdue * CATCH_UP_PART);
  const next = findCharacterEnd(text, Math.min(text.length, shown + step));
  return {
    text,
    shown: next,
    solid: Math.max(solid, findCharacterEnd(text, next - FADE_LENGTH)),
    arrivals: reveal.arrivals.filter(({ end }) => end > next),
  };
}

const CONTINUES = /^(?:\p{M}|\p{Emoji_Modifier}|\u200d|\ufe0f)/u;
const LOW_SURROGATE = /^[\udc00-\udfff]/;

/** The end of the character that a cut at `index` would split: accents and joined emoji stay whole. */
export function findCharacterEnd(text: string, index: number): number {
  let end = Math.max(0, index);
  while (end > 0 && end < text.length) {
    const rest = text.slice(end, end + 2);
    const afterJoiner = text[end - 1] === "\u200d";
    if (!LOW_SURROGATE.test(rest) && !CONTINUES.test(rest) && !afterJoiner) break;
    end += 1;
  }
  return end;
}

/** Reveals a growing text frame by frame; the first `joinedLength` code units are shown at once. */
export function useReveal(text: string, joinedLength: number): Reveal {
  const [reveal, setReveal] = useState(() => startReveal(text, joinedLength, 0));
  const current = useRef(reveal);
  const wish = useReadingSettings().reveal;
  const pace = useReducedMotion() ? "once" : wish;

  useEffect(() => {
    current.current = receive(current.current, text, performance.now());
    let frame = 0;
    const tick = (now: number) => {
      const next = advance(current.current, now, pace);
      if (next === current.current) return;
      current.current = next;
      setReveal(next);
      frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [text, pace]);

  return reveal;
}
