import { upperFirst } from "./language/text.ts";
import { planStory } from "./plan.ts";
import type { StoryPrompt } from "./prompt-reader.ts";

const SMALL_WORDS = /^(?:of|the|a|an|and|in|on|at|to|for|with)$/u;

/** A title: what the description is about ("The Missing Brother"), else the name of what the story turns on. */
export function titleFor(prompt: StoryPrompt): string {
  const plan = planStory(prompt);
  const topic = plan.topics.find((one) => one.split(" ").length > 2);
  if (topic === undefined) return plan.intrigues[0]?.title ?? "A New Story";
  const words = topic.replace(/^(?:your|the) /u, "the ").split(" ");
  return words
    .map((word, index) => (index > 0 && SMALL_WORDS.test(word) ? word : upperFirst(word)))
    .join(" ");
}
