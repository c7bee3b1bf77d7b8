import { beforeEach, expect, test, vi } from "vitest";
import { takeMediaKeys } from "#app/features/conversation/listen/media-keys.ts";
import { speak, splitSentences } from "#app/features/conversation/listen/speech.ts";
import { findNextSpot, listSentences } from "#app/features/conversation/listen/spoken-sentences.ts";
import { giveVoice, type KeptVoices } from "#app/features/conversation/listen/voice-settings.ts";
import { findVoice, listVoices, type Voice } from "#app/features/conversation/listen/voices.ts";
import { guessTextLanguage } from "#domain/language.ts";

function passage(content: string, names: readonly string[] = []) {
  const mentionedCharacters = names.map((name) => ({
    name,
    isNew: false,
    positions: [...content.matchAll(new RegExp(name, "g"))].map(({ index }): [number, number] => [
      index,
      index + name.length,
    ]),
  }));
  return {
    messageId: "m",
    role: "assistant" as const,
    content,
    metadata: { analysis: { mentionedCharacters } },
  };
}

test("a sentence is where it stands in its message, and is spoken without signs and scene breaks", () => {
  const content = "The *light* dipped. It stopped.\n\n* * *\n\nBelow, **somebody** sang.";
  const sentences = listSentences(passage(content));
  expect(sentences.map(({ start, end }) => content.slice(start, end))).toEqual([
    "The *light* dipped.",
    "It stopped.",
    "Below, **somebody** sang.",
  ]);
  expect(sentences.flatMap(({ parts }) => parts)).toEqual([
    { text: "The light dipped.", speaker: null },
    { text: "It stopped.", speaker: null },
    { text: "Below, somebody sang.", speaker: null },
  ]);
});

test("direct speech has the voice of who is named beside it, over more than one sentence", () => {
  const content = "“Eight,” said Mara. “It has always been eight. Ask Tom.” He did not.";
  const parts = listSentences(passage(content, ["Mara", "Tom"])).flatMap((sentence) => sentence.parts);
  expect(parts).toEqual([
    { text: "“Eight,”", speaker: "Mara" },
    { text: "said Mara.", speaker: null },
    { text: "“It has always been eight.", speaker: "Mara" },
    { text: "Ask Tom.”", speaker: "Mara" },
    { text: "He did not.", speaker: null },
  ]);
});

test("of two people each speaks what stands beside their name; without a name the narrator does", () => {
  const two = passage('"Go," Mara said. Tom shook his head: "Never."', ["Mara", "Tom"]);
  expect(listSentences(two).flatMap(({ parts }) => parts.map(({ speaker }) => speaker))).toEqual([
    "Mara",
    null,
    null,
    "Tom",
  ]);
  expect(listSentences(passage("“Who is there?” Nobody answered."))[0]?.parts[0]?.speaker).toBeNull();
});

test("one goes from sentence to sentence, over messages without a spoken word, as far as there are any", () => {
  const messages = ["One. Two.", "...", "* * *", "Three."].map((content, index) => ({
    ...passage(content),
    messageId: `m${index}`,
  }));
  expect(findNextSpot(messages, { messageId: "m0", index: 0 }, 1)).toEqual({ messageId: "m0", index: 1 });
  expect(findNextSpot(messages, { messageId: "m0", index: 1 }, 1)).toEqual({ messageId: "m3", index: 0 });
  expect(findNextSpot(messages, { messageId: "m3", index: 0 }, -1)).toEqual({ messageId: "m0", index: 1 });
  expect(findNextSpot(messages, { messageId: "m3", index: 0 }, 1)).toBeNull();
  expect(findNextSpot(messages, { messageId: "m0", index: 0 }, -1)).toBeNull();
});

test("the language of a conversation is told by what was written last, not by the last line alone", () => {
  const speak = (...contents: string[]) => guessTextLanguage(contents.map((content) => ({ content })));
  const french = "Elle posa la tasse et regarda les bateaux dans le port, une lampe des îles.";
  expect(speak("She set down the cup and looked at the dial that was hers.")).toBe("en");
  expect(speak("Sie stellte die Tasse ab und sah nicht auf das Licht, das der Turm warf.")).toBe("de");
  expect(speak(french, "Oui.", "Hm.")).toBe("fr");
  expect(speak("彼女はカップを置いた。")).toBe("ja");
  expect(speak("Она поставила чашку.")).toBe("ru");
  expect(speak("Regnet hade inte slutat på tre dagar, och hamnen luktade av rep. Det var hett.")).toBeNull();
  expect(speak()).toBeNull();
});

test("everybody of a story gets a voice of its language and keeps it; a chosen one wins, if the browser has it", () => {
  const all = ["Ada", "Ben", "Cleo"]
    .map((name) => ({ name, lang: "en-GB" }))
    .concat({ name: "Anna", lang: "de" });
  const context = { storyId: "s", language: "en", cast: ["Mara", "Tom"] };
  const kept: KeptVoices = { readerId: "r", rate: 1, narrator: null, characters: [] };
  const call = (voices: KeptVoices, name: string | null, of = all) =>
    findVoice(of, voices, context, name)?.name;
  expect([null, "Mara", "Tom", "Somebody"].map((name) => call(kept, name))).toEqual([
    "Ada",
    "Ben",
    "Cleo",
    "Ada",
  ]);
  const chosen = giveVoice(giveVoice(kept, "s", "Mara", "Cleo"), "s", null, "Ben");
  expect([null, "Mara", "Tom"].map((name) => call(chosen, name))).toEqual(["Ben", "Cleo", "Cleo"]);
  expect(call(giveVoice(kept, "s", "Mara", "Gone"), "Mara")).toBe("Ben");
  expect(call(kept, "Mara", [{ name: "Anna", lang: "de-DE" }])).toBeUndefined();
});

beforeEach(() => void vi.useFakeTimers());

class FakeUtterance {
  onstart: (() => void) | null = null;
  onend: (() => void) | null = null;
  onerror: ((event: { error: string }) => void) | null = null;
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function openSpeech(voices: Voice[] = []) {
  const spoken: FakeUtterance[] = [];
  const onFailed = vi.fn();
  const onEnd = vi.fn();
  const onInterrupted = vi.fn();
  const cancel = vi.fn();
  const start = (text: string) =>
    speak(
      splitSentences(text).map((piece) => ({
        text: piece,
        language: "en",
        voice: listVoices(voices, "en")[0] ?? null,
      })),
      {
        synthesis: {
          speak: (utterance) => void spoken.push(utterance as unknown as FakeUtterance),
          cancel,
        },
        createUtterance: (sentence) => new FakeUtterance(sentence) as unknown as SpeechSynthesisUtterance,
        onEnd,
        onFailed,
        onInterrupted,
      },
    );
  return { spoken, onFailed, onEnd, onInterrupted, cancel, start };
}

test("an English voice other than Microsoft's is preferred; Microsoft's is used before none", () => {
  const german = { name: "Anna", lang: "de-DE" };
  const microsoft = { name: "Microsoft Zira", lang: "en-US" };
  const other = { name: "Samantha", lang: "en-GB" };
  expect(listVoices([german, microsoft, other], "en")).toEqual([other, microsoft]);
  expect(listVoices([german, microsoft], "en")).toEqual([microsoft]);
  expect(listVoices([german], "en")).toEqual([]);
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

test("a long sentence is spoken in parts by a voice from the network, which Chrome stops after 14 seconds, and whole by others", () => {
  const clause = "the rain came over the harbour as it had come every night since the signal, ";
  const sentence = `${clause.repeat(4)}${"on".repeat(100)} and on.`;
  const local = openSpeech([{ name: "Samantha", lang: "en-GB", localService: true }]);
  local.start(sentence);
  expect(local.spoken).toMatchObject([{ text: sentence }]);

  const remote = openSpeech([{ name: "Google UK English Female", lang: "en-GB", localService: false }]);
  remote.start(sentence);
  while (remote.onEnd.mock.calls.length === 0) {
    remote.spoken.at(-1)?.onend?.();
    vi.advanceTimersByTime(100);
  }
  const parts = remote.spoken.map(({ text }) => text);
  expect(parts.slice(0, 4)).toEqual(Array(4).fill(clause.trim()));
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(140);
  expect(parts.join("").replaceAll(" ", "")).toBe(sentence.replaceAll(" ", ""));
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
  stopped.cancel.mockClear();
  stopped.spoken[0]?.onerror?.({ error: "canceled" });
  expect(stopped.onFailed).not.toHaveBeenCalled();
  expect(stopped.onEnd).toHaveBeenCalledTimes(1);
  expect(stopped.onInterrupted).toHaveBeenCalledTimes(1);
  expect(stopped.cancel, "another tab may be speaking by now").not.toHaveBeenCalled();
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

test("a browser without a media session speaks without media keys", () => {
  vi.stubGlobal("navigator", {});
  const { show, release } = takeMediaKeys({ play: () => undefined });
  expect(() => {
    show("The Ninth Signal", true);
    release();
  }).not.toThrow();
});
