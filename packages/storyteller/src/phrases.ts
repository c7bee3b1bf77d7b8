import type { CastMember } from "./grammar/types.ts";
import { takeUp } from "./language/take-up.ts";
import { flatten, mendArticles, plainText } from "./language/text.ts";
import { type StoryPlan, storySeed } from "./plan.ts";
import type { StoryPrompt } from "./prompt-reader.ts";
import { hashText } from "./random.ts";

/** What follows after the cut, where the passage told again agrees with what was cut; null where it doesn't. */
export function findRest(whole: string, partial: string): string | null {
  if (whole.startsWith(partial)) return whole.slice(partial.length);
  // White space at the cut may have been trimmed on the way.
  const kept = partial.trimEnd();
  if (whole.startsWith(kept)) return whole.slice(kept.length);
  const tail = kept.slice(-40);
  const at = tail.length < 20 ? -1 : whole.lastIndexOf(tail);
  return at === -1 ? null : whole.slice(at + tail.length);
}

/** Whether "Ilse" or "the inspector" means this one. */
export function isMeant(member: CastMember, addressee: string): boolean {
  const called = flatten(addressee.replace(/^the /u, ""));
  return flatten(member.fullName).split(" ").includes(called) || flatten(member.name) === flatten(addressee);
}

/** A crowd doesn't answer with one voice: one of the cast does. */
export function isMany(addressee: string): boolean {
  return /s$|^(?:the )?(?:crew|crowd|team|group|gang|audience|people|men|women|children|police|others|rest|room|everyone|everybody)$/iu.test(
    addressee,
  );
}

/** `Part one|Part two` with a tag between, punctuated as speech. */
export function sayWith(line: string, tag: string): string {
  const [one = "", two] = line.split("|");
  const open = one.endsWith(".") ? `${one.slice(0, -1)},` : one;
  if (two === undefined) return `"${open}" ${tag}.`;
  return one.endsWith(",") ? `"${one}" ${tag}, "${two}"` : `"${open}" ${tag}. "${two}"`;
}

const TITLED =
  /^(?:Captain|Commander|Doctor|Dr|Sir|Lady|Lord|King|Queen|Prince|Princess|Agent|Detective|Inspector|Sergeant|Professor|Father|Sister|Miss|Mrs?|Ms)\b/u;

export function who({ name, role }: StoryPlan["player"]): string | null {
  if (role?.startsWith("who ") === true)
    return `You were ${name ?? "somebody"}${name === null ? "" : ","} ${role}.`;
  if (name !== null && role !== null) {
    // With a rank before it a name is said like this anyway.
    return hashText(name) % 2 === 0 || TITLED.test(name)
      ? `You were ${name}, ${role}.`
      : `Your name was ${name}, and you were ${role}.`;
  }
  if (name !== null && TITLED.test(name)) return `You were ${name}.`;
  if (name !== null)
    return `Your name was ${name}, and there were people who would have known the step before the face.`;
  return role === null ? null : `You were ${role}.`;
}

export function again(text: string, passages: number): string {
  const adverb = ["Again", "Once more", "And again", "A second time", "As before"][passages % 5] ?? "Again";
  return text.startsWith("You ") ? `${adverb} you ${text.slice(4)}` : `${adverb}: ${text}`;
}

/** What a person wants the story to go on with, as a sentence; null for the plain "Continue with more action". */
export function directed(direction: string): string | null {
  const wish = plainText(direction)
    .replace(
      /^(?:please\s+)?(?:continue|go on|carry on|keep going|introduce|add|bring in|have|let)\b\s*/iu,
      "",
    )
    .replace(/^(?:the story|it)?\s*(?:with|by|so that)?\s*/iu, "")
    .replace(/[.!\s]+$/u, "");
  if (wish === "" || /^more\b/iu.test(wish) || wish.length > 160) return null;
  const taken = takeUp(wish, []).text;
  const turned = /^You turned to (.*)\.$/u.exec(taken)?.[1];
  return turned === undefined ? mendArticles(taken) : `Then it was there: ${turned}.`;
}

/**
 * The seed of one passage: the story's facts, its last turn and the passage before it. Instructions don't count, nor do
 * older messages, which a prompt may leave out when it has to carry more.
 */
export function passageSeed(prompt: StoryPrompt, seed: number | null): string {
  const { task } = prompt;
  const turn = task.type === "action" ? task.text : task.type === "continue" ? task.direction : "";
  return [
    storySeed(prompt),
    task.type,
    turn,
    prompt.passages.at(-1) ?? "",
    prompt.avoid ?? "",
    String(seed ?? ""),
  ]
    .map(flatten)
    .join("|");
}
