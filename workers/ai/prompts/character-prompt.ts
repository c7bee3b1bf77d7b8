import { type CharacterBrief, type ChatConfig, MESSAGE_LENGTHS } from "#domain/chat.ts";
import type { Role } from "#domain/message.ts";
import { neutralise } from "./neutralise.ts";
import { DATA_REMINDER, DATA_RULE, dataBlock, factsBlock, type PromptMessage } from "./prompt.ts";
import { TASK_MARKERS } from "./task-markers.ts";

const RULES = `You are the character described below, talking with one person. Answer as the character would, in the first
person, and stay who you are: what they know, want and hide, how they talk. Never speak, decide or act for the person you
talk to. Keep to what has been said before. Write the answer and nothing else.`;

/** The whole prompt of a character's next answer. `messages`: the latest of the chat, oldest first. */
export function characterPrompt(
  brief: CharacterBrief,
  messages: readonly { role: Role; content: string }[],
  avoid: string | null,
): PromptMessage[] {
  const again =
    avoid === null
      ? ""
      : `${dataBlock("different_take", avoid)}\nThe answer in the block above was not given: answer differently from it, in substance and in words.\n`;
  return [
    { role: "system", content: `${RULES}\n\n${DATA_RULE}\n\n${manner(brief)}\n\n${portrait(brief)}` },
    ...messages.map(
      ({ role, content }): PromptMessage =>
        role === "assistant"
          ? { role, content: neutralise(content) }
          : { role, content: dataBlock("person_says", content) },
    ),
    {
      role: "user",
      content: `${TASK_MARKERS.chat}\n${again}Write the character's answer to what the person said last, and nothing else: in the first person, ${lengthOf(brief.config)}, never speaking for the person. ${DATA_REMINDER}`,
    },
  ];
}

function lengthOf({ messageLength }: ChatConfig): string {
  return MESSAGE_LENGTHS[messageLength];
}

function manner({ config, isNSFW }: CharacterBrief): string {
  return [
    `Be ${config.responseStyle} in what you say and ${config.writingStyle} in how you write. Length: ${lengthOf(config)}.`,
    config.includeActions
      ? "Show what you do between *asterisks* where it adds something."
      : "Only speak; describe no actions.",
    isNSFW
      ? "The person is an adult and has asked for adult content."
      : "Keep it fit for a general audience.",
  ].join("\n");
}

function portrait(brief: CharacterBrief): string {
  return factsBlock("character", [
    ["Name", brief.name],
    ["Description", brief.description],
    ["Personality", brief.personality],
    ["Appearance", brief.appearance],
    ["Voice", brief.voice],
    ["Quirks", brief.quirks.join(", ")],
    ["Interests", brief.interests.join(", ")],
  ]);
}
