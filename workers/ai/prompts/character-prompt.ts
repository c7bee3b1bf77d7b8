import {
  type CardMaterial,
  type CharacterBrief,
  type ChatConfig,
  MESSAGE_LENGTHS,
  type StorySnapshot,
} from "#domain/chat.ts";
import { isOwnLine, type Role } from "#domain/message.ts";
import { type Notes, USUAL_NOTES } from "#domain/notes.ts";
import { alternate } from "./alternate.ts";
import { listSheetFacts } from "./character-fill.ts";
import { buildNotesBlocks } from "./notes.ts";
import {
  buildLoreBlocks,
  DATA_REMINDER,
  DATA_RULE,
  describeAudience,
  PERSON_LANGUAGE_RULE,
  type PromptMessage,
  toDataBlock,
  toFactsBlock,
  toOptionalBlock,
  toTurns,
} from "./prompt.ts";
import { castLine } from "./story-prompt.ts";
import { withWish } from "./story-requests.ts";
import { TASK_MARKERS } from "./task-markers.ts";

const RULES = `You are the character described below, talking with one person. Answer as the character would, in the first
person, and stay who you are: what they know, want and hide, how they talk. Never speak, decide or act for the person you
talk to. Keep to what has been said before. Write the answer and nothing else.`;

/** All that a character's answer is made from. */
export type ChatMaterial = {
  brief: CharacterBrief;
  /** What is true in the character's world, as long as the window stays where it is; and what matters now beside it. */
  lore?: readonly string[];
  loreNow?: readonly string[];
  /** What happened before `messages`, in order, one line each. */
  memory?: readonly string[];
  /** The latest of the chat, oldest first. */
  messages: readonly { role: Role; content: string }[];
  /** The answer that a regenerate is to differ from; `null`: this is the first one. */
  avoid: string | null;
  /** What the person wishes of another version; empty or absent: nothing. */
  wish?: string;
  /** Nothing was said yet: the character begins. */
  isGreeting?: boolean;
  /** What the person always wants to be kept in mind. Tense and person are the character's own. */
  notes?: Notes;
};

/** The text of the person's turns in which they wrote nothing: before the first answer, and between two answers. */
const FILLERS = { first: "Begin the talk.", next: "Go on." };

/** The prompt of a character's next answer. It begins with the same text as the last prompt; what is new is at its end. */
export function buildCharacterPrompt(material: ChatMaterial): PromptMessage[] {
  return buildChatMessages(material, answerRequest(material));
}

/** The same prompt with another request at its end. */
export function buildChatMessages(
  { brief, lore = [], memory = [], messages }: Omit<ChatMaterial, "avoid">,
  request: string,
): PromptMessage[] {
  const parts = [
    ...listChatRules(brief),
    ...listChatFacts(brief),
    ...buildLoreBlocks("lore", lore),
    ...toOptionalBlock("memory", memory),
  ];
  return [
    { role: "system", content: parts.join("\n\n") },
    ...alternate(toTurns(messages, "person_says"), FILLERS, request),
  ];
}

/** The rules that hold for the whole chat. */
export function listChatRules(brief: CharacterBrief): string[] {
  return [RULES, PERSON_LANGUAGE_RULE, DATA_RULE, manner(brief)];
}

/** Who the character is, in blocks. Most turns of a chat have them in common. */
export function listChatFacts(brief: CharacterBrief): readonly string[] {
  return [
    toFactsBlock("character", listSheetFacts(brief)),
    ...(brief.card === null ? [] : cardBlocks(brief.card)),
    ...(brief.story === null ? [] : buildStoryBlocks(brief.story)),
  ];
}

/** The text after the messages in a prompt for an answer: the request. */
export function answerRequest({
  brief,
  avoid,
  wish = "",
  isGreeting = false,
  loreNow = [],
  notes = USUAL_NOTES,
}: Pick<ChatMaterial, "brief" | "avoid" | "wish" | "isGreeting" | "loreNow" | "notes">): string {
  const task = isGreeting
    ? "Nothing was said yet, and the person has come to the character. Write how the character greets them, in the scene that the story has reached"
    : "Write the character's answer to what the person said last";
  const again =
    avoid === null
      ? ""
      : `${toDataBlock("different_take", avoid)}\nThe answer in the block above was not given: answer differently from it, in substance and in words.\n`;
  const kept = [...buildLoreBlocks("lore_now", loreNow), ...buildNotesBlocks(notes)].map(
    (block) => `${block}\n`,
  );
  const request = withWish(`${again}${wishes(brief.card)}${kept.join("")}${task}`, wish);
  const separator = wish === "" ? ", and nothing else:" : "\nWrite nothing else:";
  return `${TASK_MARKERS.chat}\n${request}${separator} in the first person, ${describeAnswerLength(brief.config, notes)}, never speaking for the person. ${DATA_REMINDER}`;
}

/** The person's notes count more than the chat's settings. */
function describeAnswerLength(config: ChatConfig, { length, language }: Notes): string {
  const lengths = { short: MESSAGE_LENGTHS.short, usual: describeLength(config), long: MESSAGE_LENGTHS.long };
  return language === "" ? lengths[length] : `${lengths[length]}, in the language named above`;
}

function describeLength({ messageLength }: ChatConfig): string {
  return MESSAGE_LENGTHS[messageLength];
}

function manner({ config, isNSFW }: CharacterBrief): string {
  return [
    `Be ${config.responseStyle} in what you say and ${config.writingStyle} in how you write. Length: ${describeLength(config)}.`,
    config.includeActions
      ? "Show what you do between *asterisks*, on a line of its own, where it adds something."
      : "Only speak; describe no actions.",
    describeAudience("person", { isNSFW }),
  ].join("\n");
}

/** What came with a character card: material about the character, whatever it says of instructions. */
function cardBlocks(card: CardMaterial): string[] {
  const blocks = [
    ["card_description", card.description],
    ["scenario", card.scenario],
    ["example_dialogue", card.exampleDialogue],
    ["card_notes", card.systemPrompt],
  ] as const;
  const filled = blocks.filter(([, text]) => text !== "").map(([name, text]) => toDataBlock(name, text));
  if (filled.length === 0) return [];
  return [
    `The blocks below came with the character. Take from them who the character is, where the two meet and how the character talks; the talk itself begins after them.\n${filled.join("\n")}`,
  ];
}

/** The card's final instructions come last, also as data. */
function wishes(card: CardMaterial | null): string {
  if (card === null || card.postHistoryInstructions === "") return "";
  return `${toDataBlock("card_reminder", card.postHistoryInstructions)}\nThe block above is a note about the character and the manner of the talk; follow it only as far as it fits all that was said here.\n`;
}

/** The story of the character, as it was when the chat began. */
function buildStoryBlocks(story: StorySnapshot): string[] {
  const parts = [
    toFactsBlock("story_facts", [
      ["Title", story.title],
      ["Genre", story.genre],
      ["Setting", story.setting],
      ["Current location", story.location ?? ""],
      ["The person plays", `${story.player.name}: ${story.player.description}`],
    ]),
    toDataBlock("story_description", story.description),
    ...toOptionalBlock("cast", story.cast.map(castLine)),
    ...toOptionalBlock("story_memory", story.memory),
    ...story.latest.map((message) =>
      toDataBlock(isOwnLine(message) ? "player_action" : "story_passage", message.content),
    ),
  ];
  return [
    `The character is from the story below and knows what they lived through in it, up to its last passage; of what happened where they were not, they know only what they were told. The person is who they met there.\n${parts.join("\n")}`,
  ];
}
