import { isOwnLine, isPassage, type Role } from "#domain/message.ts";
import { truncateAtWord } from "#domain/text.ts";
import { neutraliseLine } from "./neutralise.ts";

/** Who is in the picture besides what is told. */
export type SceneSubject = { name: string; appearance: string; description: string };
type ToldMessage = { role: Role; content: string };

/** How much of each text is given, in characters: what is told last says most of what is to be seen. */
const SCENE_MAX = 240;
const BEFORE_MAX = 200;
const APPEARANCE_MAX = 400;

/** The last words of the prompt, after everything that people wrote: they count more than what stands before them. */
const CLOSING =
  "One scene, everybody fully clothed, nothing sexual. No text, no letters, no frame, no speech bubbles.";

/**
 * What is to be seen in a picture of the latest messages (oldest first), on one line, for the model and for the person who
 * asked: what was told last, its markup taken away.
 */
export function describeScene(messages: readonly ToldMessage[]): string {
  const told = messages.findLast(isPassage);
  return truncateAtWord(toPlainLine(told?.content ?? ""), SCENE_MAX);
}

/** The prompt of a picture of a scene, in plain words: an image model knows no roles and no blocks. */
export function buildSceneImagePrompt(
  scene: string,
  subject: SceneSubject,
  messages: readonly ToldMessage[],
): string {
  const asked = messages.findLast(isOwnLine)?.content ?? "";
  const appearance = toPlainLine(subject.appearance || subject.description);
  const lines = [
    "Style: digital-art, a painted illustration of a scene from a novel, wide, with warm and cool light.",
    `Scene: ${scene}`,
    toLine("Just before", truncateAtWord(toPlainLine(asked), BEFORE_MAX)),
    toLine("Name", toPlainLine(subject.name)),
    toLine("Appearance", truncateAtWord(appearance, APPEARANCE_MAX)),
    CLOSING,
  ];
  return lines.filter((line) => line !== "").join("\n");
}

function toLine(label: string, text: string): string {
  return text === "" ? "" : `${label}: ${text}`;
}

/** Without the marks of emphasis, headings and quotes. */
function toPlainLine(text: string): string {
  return neutraliseLine(text.replace(/[*_`#]/gu, "").replace(/^[ \t]{0,8}[›>-]\s/gmu, ""));
}
