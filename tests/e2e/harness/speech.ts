import type { Page } from "@playwright/test";
import * as v from "valibot";

/** Gives pages a speech synthesis with two English voices and one of another language. It ends a sentence when it is told to. */
export async function fakeSpeech(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const spoken: { text: string; rate: number; voice: string | undefined }[] = [];
    const speech = { spoken, isSilent: true, last: null as Utterance | null };
    Object.assign(window, { speech });
    const voices = [
      { name: "Microsoft Zira", lang: "en-US" },
      { name: "Samantha", lang: "en-GB" },
      { name: "Anna", lang: "de-DE" },
    ];
    class Utterance {
      text: string;
      rate = 1;
      voice: { name: string } | null = null;
      onend: (() => void) | null = null;
      onstart: (() => void) | null = null;
      constructor(text: string) {
        this.text = text;
      }
    }
    const speechSynthesis = {
      getVoices: () => voices,
      cancel: () => Object.assign(speech, { isSilent: true }),
      speak: (utterance: Utterance) => {
        const { text, rate, voice } = utterance;
        spoken.push({ text, rate, voice: voice?.name });
        Object.assign(speech, { isSilent: false, last: utterance });
        utterance.onstart?.();
      },
    };
    Object.defineProperty(window, "speechSynthesis", { value: speechSynthesis });
    Object.defineProperty(window, "SpeechSynthesisUtterance", { value: Utterance });
  });
}

const spokenSchema = v.array(v.object({ text: v.string(), rate: v.number(), voice: v.optional(v.string()) }));

/** What was said since the page was loaded, each with its speed and voice. */
export async function readSpoken(page: Page): Promise<v.InferOutput<typeof spokenSchema>> {
  return v.parse(spokenSchema, await page.evaluate(() => Reflect.get(window, "speech").spoken));
}

/** Whether nothing is being said. */
export function isSilent(page: Page): Promise<boolean> {
  return page.evaluate(() => Boolean(Reflect.get(window, "speech").isSilent));
}

/** Ends what is being said. */
export async function finishSpeaking(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.get(window, "speech").last?.onend?.());
}
