import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listVoices, speak, splitSentences } from "#app/features/conversation/listen/speech.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

class FakeUtterance {
  onstart: (() => void) | null = null;
  onend: (() => void) | null = null;
  onerror: ((event: { error: string }) => void) | null = null;
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function openSpeech(voices: { name: string; lang: string }[] = []) {
  const spoken: FakeUtterance[] = [];
  const onFailed = vi.fn();
  const onEnd = vi.fn();
  const cancel = vi.fn();
  const start = (text: string) =>
    speak(
      splitSentences(text).map((piece) => ({ text: piece, voice: listVoices(voices)[0] ?? null })),
      {
        synthesis: {
          speak: (utterance) => void spoken.push(utterance as unknown as FakeUtterance),
          cancel,
        },
        createUtterance: (sentence) => new FakeUtterance(sentence) as unknown as SpeechSynthesisUtterance,
        onEnd,
        onFailed,
      },
    );
  return { spoken, onFailed, onEnd, cancel, start };
}

test("an English voice other than Microsoft's is preferred; Microsoft's is used before none", () => {
  const german = { name: "Anna", lang: "de-DE" };
  const microsoft = { name: "Microsoft Zira", lang: "en-US" };
  const other = { name: "Samantha", lang: "en-GB" };
  expect(listVoices([german, microsoft, other])).toEqual([other, microsoft]);
  expect(listVoices([german, microsoft])).toEqual([microsoft]);
  expect(listVoices([german])).toEqual([]);
  expect(listVoices([german, other], "de")).toEqual([german]);
});

test("a text is spoken in sentences, 100 ms apart, in the specified manner", () => {
  expect(splitSentences("She turns. “Late!” He laughed.  Tea?")).toHaveLength(4);
  const speech = openSpeech([{ name: "Samantha", lang: "en-GB" }]);
  speech.start("One. Two.");
  expect(speech.spoken).toMatchObject([
    { text: "One.", rate: 0.9, pitch: 1, volume: 1, voice: { name: "Samantha" } },
  ]);
  speech.spoken[0]?.onend?.();
  vi.advanceTimersByTime(99);
  expect(speech.spoken).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(speech.spoken).toMatchObject([{ text: "One." }, { text: "Two." }]);
  speech.spoken[1]?.onend?.();
  vi.advanceTimersByTime(100);
  expect(speech.onEnd).toHaveBeenCalledTimes(1);
});

test("after a stop between two sentences nothing more is spoken, and it ends once", () => {
  const speech = openSpeech();
  const speaker = speech.start("One. Two.");
  speech.spoken[0]?.onend?.();
  speaker.stop();
  vi.advanceTimersByTime(1_000);
  expect(speech.spoken).toHaveLength(1);
  expect(speech.onEnd).toHaveBeenCalledTimes(1);
  expect(speech.onFailed).not.toHaveBeenCalled();
});

test("an error is reported and ends it; the error of a stop is ignored", () => {
  const failing = openSpeech();
  failing.start("One. Two.");
  failing.spoken[0]?.onerror?.({ error: "synthesis-failed" });
  expect(failing.onFailed).toHaveBeenCalledWith("synthesis-failed");
  expect(failing.onEnd).toHaveBeenCalledTimes(1);

  const stopped = openSpeech();
  stopped.start("One.");
  stopped.spoken[0]?.onerror?.({ error: "canceled" });
  expect(stopped.onFailed).not.toHaveBeenCalled();
  expect(stopped.onEnd).toHaveBeenCalledTimes(1);
});

test("a browser that never begins to speak is reported as failed; one that speaks slowly is not", () => {
  const silent = openSpeech();
  silent.start("One.");
  vi.advanceTimersByTime(5_000);
  expect(silent.onFailed).toHaveBeenCalledWith("not-started");
  expect(silent.onEnd).toHaveBeenCalledTimes(1);

  const slow = openSpeech();
  slow.start("One.");
  slow.spoken[0]?.onstart?.();
  vi.advanceTimersByTime(60_000);
  expect(slow.onFailed).not.toHaveBeenCalled();
});
