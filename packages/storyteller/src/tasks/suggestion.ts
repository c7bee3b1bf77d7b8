import texts from "../../data/story.json" with { type: "json" };
import { findPhrases } from "../phrases.ts";
import type { StoryPrompt } from "../prompt-reader.ts";
import { Random } from "../random.ts";
import { isNamed, listMet, planStory } from "../story.ts";
import { contentWords, flatten, splitSentences } from "../text.ts";
import { fill } from "../told.ts";
import { isNotion, isPerson, isPlace } from "../words.ts";

/** What the person could do next: one or two sentences in the first person, about who and what the last passage has. */
export function suggestionFor(prompt: StoryPrompt, avoid: string | null): string {
  const story = planStory(prompt);
  const last = prompt.passages.at(-1) ?? "";
  const actions = prompt.turns.flatMap(({ action }) => action ?? []);
  // Whoever has been left alone for longest.
  const [known] = listMet(story, prompt)
    .filter(({ name }) => isNamed(name, last))
    .toSorted((one, other) => lastIn(actions, one.name) - lastIn(actions, other.name));
  const old = new Set([...actions, avoid ?? ""].flatMap(contentWords));
  const things = thingsIn(last);
  const thing = things.find((one) => contentWords(one).some((word) => !old.has(word))) ?? things[0] ?? null;
  const name = known?.name ?? null;

  const { both, name: toSomebody, thing: toThing, none } = texts.suggestions;
  const random = new Random(`${story.seed}|${flatten(last)}|${flatten(avoid ?? "")}`);
  const filled = random
    .shuffle([...both, ...toSomebody, ...toThing])
    .flatMap((template) => {
      const text = fill(template, { name, thing });
      return text === null || text === avoid ? [] : [{ text, uses: countUses(template, actions) }];
    })
    .toSorted((one, other) => one.uses - other.uses);
  return filled[0]?.text ?? random.pick(none.filter((text) => text !== avoid));
}

function lastIn(actions: readonly string[], name: string): number {
  return actions.findLastIndex((action) => action.includes(name));
}

/** How often the person has done the like. */
function countUses(template: string, actions: readonly string[]): number {
  const escaped = template.replace(/[.*+?^$()|[\]\\]/gu, "\\$&").replace(/\{\w+\}/gu, ".+");
  return actions.filter((action) => new RegExp(`^${escaped}$`, "u").test(action)).length;
}

/** What a passage has put before the reader, the most particular first; what something is likened to isn't there. */
function thingsIn(passage: string): string[] {
  const told = splitSentences(passage.replace(/“[^”]*”/gu, " ")).map((sentence) =>
    sentence.replace(/\b(?:as (?:one|if|though|in|a|an|the)|like)\b.*/u, "."),
  );
  const found = findPhrases(told.join(" "))
    .filter(({ determiner, before }) => /^(?:the|an?)$/u.test(determiner) && !/^(?:of|than)$/u.test(before))
    .filter(({ words }) => !isNotion(words.at(-1) ?? "") && !isPerson(words.at(-1) ?? ""))
    .map(({ words }, index) => ({
      text: `the ${words.join(" ")}`,
      weight: words.length + index / 20 - (isPlace(words.at(-1) ?? "") ? 1 : 0),
    }))
    .toSorted((one, other) => other.weight - one.weight);
  return [...new Set(found.map(({ text }) => text))];
}
