/** The specification's manner of speaking. */
const MANNER = { rate: 0.9, pitch: 1, volume: 1 };
const BETWEEN_SENTENCES_MS = 100;
/** A browser without a voice says nothing and reports nothing. Voices from the network begin within this time. */
const START_WITHIN_MS = 5_000;
/** The voice family that is only taken where there is no other English one: the specification's first-listed vendor. */
const LAST_CHOICE = /microsoft/i;
const ENGLISH = /^en\b/i;
/** What a browser says of speech that was stopped on purpose. */
const STOPPED = ["canceled", "interrupted"];

export type Voice = Pick<SpeechSynthesisVoice, "name" | "lang">;

/** An English voice, one that is not Microsoft's where there is one; `null`: the browser's own choice. */
function pickVoice<V extends Voice>(voices: readonly V[]): V | null {
  const english = voices.filter(({ lang }) => ENGLISH.test(lang));
  return english.find(({ name }) => !LAST_CHOICE.test(name)) ?? english[0] ?? null;
}

/** The sentences of a text, without the space around them. */
export function splitSentences(text: string): string[] {
  const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment.trim()).filter(
    (sentence) => sentence !== "",
  );
}

type SpeakerParts = {
  synthesis: Pick<SpeechSynthesis, "speak" | "cancel" | "getVoices">;
  createUtterance: (text: string) => SpeechSynthesisUtterance;
  /** It has said all, was stopped, or could not go on. */
  onEnd: () => void;
  onFailed: (error: string) => void;
};

export type Speaker = { stop: () => void };

/** Speaks a text, sentence by sentence, and ends exactly once. An error is reported and ends it. */
export function speak(text: string, { synthesis, createUtterance, onEnd, onFailed }: SpeakerParts): Speaker {
  const sentences = splitSentences(text);
  const voice = pickVoice(synthesis.getVoices());
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function end(): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    onEnd();
  }

  function fail(error: string): void {
    if (isOver) return;
    end();
    synthesis.cancel();
    if (!STOPPED.includes(error)) onFailed(error);
  }

  function say(index: number): void {
    const sentence = sentences[index];
    if (isOver) return;
    if (sentence === undefined) {
      end();
      return;
    }
    const utterance = Object.assign(createUtterance(sentence), MANNER);
    if (voice !== null) {
      utterance.voice = voice;
      utterance.lang = voice.lang;
    }
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
      end();
      synthesis.cancel();
    },
  };
}
