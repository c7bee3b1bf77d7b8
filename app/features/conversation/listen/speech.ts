import { showError } from "#app/ui/show-toast.tsx";
import type { Voice } from "./voices.ts";

/** The specification's manner of speaking. */
const MANNER = { rate: 0.9, pitch: 1, volume: 1 };
const BETWEEN_SENTENCES_MS = 100;
/** A browser without a voice says nothing and reports nothing. Voices from the network begin within this time. */
const START_WITHIN_MS = 5_000;
/**
 * Chrome stops a voice from the network after 14 s and reports no end (https://issues.chromium.org/issues/40747712). So much, in
 * characters, takes less at the slowest speed.
 */
const NETWORK_PIECE_MAX = 140;
/** What a browser says of speech that was stopped on purpose. */
const STOPPED = ["canceled", "interrupted"];

/** Whether this browser can speak. It may still have no voice. */
export function hasSpeech(): boolean {
  return "speechSynthesis" in window && "SpeechSynthesisUtterance" in window;
}

/** The sentences of a text, without the space around them. */
export function splitSentences(text: string): string[] {
  const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment.trim()).filter(
    (sentence) => sentence !== "",
  );
}

/** A piece of a text that one voice says without a pause. `voice`: `null` is the browser's own choice for the language. */
export type SpokenPiece = { text: string; voice: Voice | null; language: string; rate?: number };

/** The piece as its voice can say it: one from the network in parts, which end at a comma or else at a space. */
function cutForVoice(piece: SpokenPiece): SpokenPiece[] {
  if (piece.voice?.localService !== false) return [piece];
  const parts: SpokenPiece[] = [];
  let rest = piece.text;
  while (rest.length > NETWORK_PIECE_MAX) {
    const most = rest.slice(0, NETWORK_PIECE_MAX);
    const end = [", ", " "].map((sign) => most.lastIndexOf(sign) + 1).find((at) => at > 0);
    parts.push({ ...piece, text: most.slice(0, end).trim() });
    rest = rest.slice(end ?? most.length);
  }
  return [...parts, { ...piece, text: rest.trim() }];
}

export type SpeakerParts = {
  synthesis: Pick<SpeechSynthesis, "speak" | "cancel">;
  createUtterance: (text: string) => SpeechSynthesisUtterance;
  /** It has said all (`isWhole`), was stopped, or could not go on. */
  onEnd: (isWhole: boolean) => void;
  onFailed: (error: string) => void;
  /** Something else has stopped it. */
  onInterrupted?: (() => void) | undefined;
};

export type Speaker = { stop: () => void };

/** Speaks piece by piece, and ends exactly once. An error is reported and ends it. */
export function speak(spoken: readonly SpokenPiece[], parts: SpeakerParts): Speaker {
  const { synthesis, createUtterance, onEnd, onFailed, onInterrupted } = parts;
  const pieces = spoken.flatMap(cutForVoice);
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function end(isWhole: boolean): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    onEnd(isWhole);
  }

  function fail(error: string): void {
    if (isOver) return;
    end(false);
    // In Chrome all tabs of the site share one queue of speech: a cancel here would stop the tab that has interrupted this one.
    if (STOPPED.includes(error)) {
      onInterrupted?.();
      return;
    }
    synthesis.cancel();
    onFailed(error);
  }

  function say(index: number): void {
    const piece = pieces[index];
    if (isOver) return;
    if (piece === undefined) {
      end(true);
      return;
    }
    const { text, voice, language, rate = 1 } = piece;
    const utterance = Object.assign(createUtterance(text), MANNER, { rate: MANNER.rate * rate });
    Object.assign(utterance, voice === null ? { lang: language } : { voice, lang: voice.lang });
    timer = setTimeout(() => fail("not-started"), START_WITHIN_MS);
    utterance.onstart = () => clearTimeout(timer);
    utterance.onend = () => {
      clearTimeout(timer);
      if (!isOver) timer = setTimeout(() => say(index + 1), BETWEEN_SENTENCES_MS);
    };
    utterance.onerror = ({ error }) => fail(error);
    synthesis.speak(utterance);
  }

  synthesis.cancel(); // what another page of this tab may have left in the queue
  say(0);
  return {
    stop: () => {
      end(false);
      synthesis.cancel();
    },
  };
}

/** The parts of a speaker in this browser. What fails is told to the person as well. */
export function browserSpeech(
  on: Pick<SpeakerParts, "onEnd" | "onInterrupted"> & { onFailed?: () => void },
): SpeakerParts {
  return {
    synthesis: window.speechSynthesis,
    createUtterance: (text) => new SpeechSynthesisUtterance(text),
    onEnd: on.onEnd,
    onInterrupted: on.onInterrupted,
    onFailed: (error) => {
      console.warn("Speech stopped", error);
      on.onFailed?.();
      showError("This could not be read aloud.", {
        id: "speech",
        description: "Your browser may have no voice for it.",
      });
    },
  };
}
