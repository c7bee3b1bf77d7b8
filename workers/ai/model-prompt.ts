import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { PromptMessage } from "./prompts/prompt.ts";

/**
 * A prompt in the form that models are called with. Neighbours of one role become one message: the chat templates of some
 * models refuse two in a row.
 */
export function toModelPrompt(messages: readonly PromptMessage[]): LanguageModelV4Prompt {
  const merged: PromptMessage[] = [];
  for (const { role, content } of messages) {
    const last = merged.at(-1);
    if (last?.role === role) last.content += `\n\n${content}`;
    else merged.push({ role, content });
  }
  return merged.map(({ role, content }) =>
    role === "system" ? { role, content } : { role, content: [{ type: "text", text: content }] },
  );
}
