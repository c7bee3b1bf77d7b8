import type { PromptPart, PromptPartName } from "#domain/prompt-parts.ts";
import { countLineTokens } from "#workers/ai/context-window.ts";
import type { GivenPast } from "./prompt-window.ts";

/** A part of a prompt that consists of texts. `leftOut`: how many more there are that did not fit. */
export function toTextPart(name: PromptPartName, items: readonly string[], leftOut = 0): PromptPart {
  return { name, items: [...items], tokens: countLineTokens(items), leftOut };
}

/** The part of a prompt that contains the messages. */
export function toMessagesPart({ messages, messageTokens, leftOut }: GivenPast): PromptPart {
  return {
    name: "messages",
    items: messages.map(({ content }) => content),
    tokens: messageTokens,
    leftOut: leftOut.messages,
  };
}
