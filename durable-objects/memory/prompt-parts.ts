import type { PromptPart, PromptPartName } from "#domain/prompt-parts.ts";
import { countLineTokens } from "#workers/ai/context-window.ts";
import type { GivenPast } from "./prompt-window.ts";

/** A part of a prompt that is made of texts or lines. `leftOut`: how many more there are. */
export function toTextPart(name: PromptPartName, items: readonly string[], leftOut = 0): PromptPart {
  return { name, items: [...items], tokens: countLineTokens(items), leftOut };
}

/** The messages of a prompt as a part of it. */
export function toMessagesPart({ messages, messageTokens, leftOut }: GivenPast): PromptPart {
  return {
    name: "messages",
    items: messages.map(({ content }) => content),
    tokens: messageTokens,
    leftOut: leftOut.messages,
  };
}
