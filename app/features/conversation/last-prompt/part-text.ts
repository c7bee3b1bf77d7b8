import type { LastPrompt, PromptPartName } from "#domain/last-prompt.ts";
import { STORYTELLER_MODEL } from "#domain/message.ts";
import { countThings } from "#domain/numbers.ts";

/** What a conversation is called, and what a reply of it is. */
export type PromptSubject = "story" | "chat";
type Part = LastPrompt["parts"][number];

export const PART_TITLES: Record<PromptPartName, string> = {
  rules: "Rules",
  facts: "Facts",
  lore: "Lore",
  memory: "Memory",
  people: "People",
  messages: "Messages",
  notes: "Notes",
  request: "Request",
};

/** What each part is. */
export const ABOUT_PARTS: Record<PromptSubject, Record<PromptPartName, string>> = {
  story: {
    rules: "How it is to write.",
    facts: "What you set when you began the story.",
    lore: "What it was told of your world from the lorebooks, and why.",
    memory: "What happened before the messages below, in short.",
    people: "Who is in the story, as far as it has to know them.",
    messages: "The latest of the story. Of each only the beginning is shown here.",
    notes: "What you have written in the story notes, and how it is to tell.",
    request: "What was asked for, and how things stand now.",
  },
  chat: {
    rules: "How it is to answer.",
    facts: "Who the character is, and how you have set the chat.",
    lore: "What it was told of the character’s world from the lorebooks, and why.",
    memory: "What was said before the messages below, in short.",
    people: "Who else is known.",
    messages: "The latest of the chat. Of each only the beginning is shown here.",
    notes: "What you have written in the chat notes, and how it is to answer.",
    request: "What was asked for, and how things stand now.",
  },
};

/** The number of items in a part, such as "14 messages"; `null` for a part that is always one text. */
export function countItems({ name, items }: Part): string | null {
  if (items.length === 0) return "none";
  switch (name) {
    case "lore":
      return countThings(items.length, "entry", "entries");
    case "memory":
      return countThings(items.length, "line", "lines");
    case "people":
      return countThings(items.length, "person", "people");
    case "messages":
      return countThings(items.length, "message", "messages");
    default:
      return null;
  }
}

/** What the model was not given of a part, in a sentence; `null`: it was given everything. */
export function describeLeftOut({ name, leftOut }: Part, hasMemory: boolean): string | null {
  if (leftOut === 0) return null;
  switch (name) {
    case "lore":
      return `${countThings(leftOut, "other entry that was called had", "other entries that were called had")} no room.`;
    case "memory":
      return `${countThings(leftOut, "older line", "older lines")} had no room.`;
    case "people":
      return `${countThings(leftOut, "other", "others")} had no room. Those on stage come first, then those mentioned most.`;
    case "messages":
      return `${countThings(leftOut, "older message is", "older messages are")} not among them${hasMemory ? `; the memory stands for ${leftOut === 1 ? "it" : "them"}` : ""}.`;
    default:
      return `${countThings(leftOut, "more", "more")} had no room.`;
  }
}

/** The share of the model's context that some tokens take, such as "12 %". */
export function toShare(tokens: number, contextTokens: number): string {
  const percent = (tokens / Math.max(1, contextTokens)) * 100;
  return percent > 0 && percent < 1 ? "under 1 %" : `${Math.round(percent)} %`;
}

/** The name of the model. For the storyteller the text says that it is not an AI model. */
export function nameModel(model: string | null): string {
  if (model === STORYTELLER_MODEL) return "Talespark’s storyteller, which is not an AI model";
  return model ?? "Not known";
}

/** "1.2 seconds". */
export function formatSeconds(seconds: number): string {
  const shown = seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds);
  return `${shown} ${shown === 1 ? "second" : "seconds"}`;
}
