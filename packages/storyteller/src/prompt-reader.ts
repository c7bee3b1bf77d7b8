import { TASK_MARKERS } from "./task-markers.ts";
import { plainText } from "./text.ts";

export type ChatMessage = { role: "system" | "user" | "assistant"; content: string };

/** What the last message asks for. */
export type Task =
  | { type: "opening" }
  | { type: "action"; text: string }
  | { type: "continue"; direction: string };

/** What the person did, or null where the story went on by itself, and the passage that they had before them. */
export type Turn = { action: string | null; before: string };

/** A story prompt, understood. Everything that is missing is an empty string or list. */
export type StoryPrompt = {
  genre: string;
  subGenre: string;
  categories: string[];
  tropes: string[];
  setting: string;
  storyLength: string;
  character: string;
  description: string;
  task: Task;
  /** The passages so far that are in sight, oldest first. */
  passages: string[];
  /** The story's turns so far that are in sight, oldest first, the one that is to be told now the last of them. */
  turns: Turn[];
  /** Which exchange the passage belongs to; the opening is 0. */
  exchange: number;
  /** Who is known to be in the story, a line each that begins with the name. */
  cast: string[];
  /** What happened before the passages that are in sight, a line each. */
  memory: string[];
  /** The passage that the new one must not repeat, where another take is asked for. */
  avoid: string | null;
  /** The beginning of the passage, where it was cut and has to be carried on. */
  partial: string | null;
};

/**
 * Reads the messages of a chat completion as a story prompt, the same prompt that any model gets. Lenient: without the
 * blocks, the system text is the description and the last user message the action.
 */
export function readStoryPrompt(messages: readonly ChatMessage[]): StoryPrompt {
  const system = joinText(messages.filter((message) => message.role === "system"));
  const turns = messages.filter((message) => message.role !== "system");
  const everything = joinText(messages);

  const carriesOn =
    turns.at(-1)?.role === "user" && (turns.at(-1)?.content ?? "").includes(TASK_MARKERS.carryOn);
  const told = carriesOn ? turns.slice(0, -1) : turns;
  const cutOff = told.at(-1)?.role === "assistant" ? told.at(-1) : undefined;
  // An assistant message at the very end is one to go on with, asked for or not.
  const story = cutOff === undefined ? told : told.slice(0, -1);
  const last = story.findLast((message) => message.role === "user");

  const facts = readFacts(
    `${block(everything, "story_facts") ?? ""}\n${block(everything, "story_now") ?? ""}`,
  );
  const passages = story.filter((message) => message.role === "assistant").map((message) => message.content);
  const task = readTask(last?.content ?? "", passages.length > 0);
  return {
    genre: facts.get("genre") ?? "",
    subGenre: facts.get("sub-genre") ?? facts.get("subgenre") ?? "",
    categories: readList(facts.get("categories")),
    tropes: readList(facts.get("tropes")),
    setting: facts.get("setting") ?? "",
    storyLength: (facts.get("story length") ?? facts.get("length") ?? "medium").toLowerCase(),
    character: block(everything, "player_character") ?? "",
    description: block(everything, "story_description") ?? (facts.size === 0 ? unmarked(system) : ""),
    task,
    passages,
    turns: readTurns(story, last, task),
    exchange: task.type === "opening" ? 0 : readExchanges(facts, passages.length) + 1,
    cast: splitLines(`${block(everything, "cast") ?? ""}\n${block(everything, "new_people") ?? ""}`),
    memory: splitLines(block(everything, "memory")),
    avoid: last === undefined ? null : block(last.content, "different_take"),
    partial: cutOff?.content ?? null,
  };
}

function readTurns(story: readonly ChatMessage[], last: ChatMessage | undefined, task: Task): Turn[] {
  const turns: Turn[] = [];
  let before = "";
  for (const message of story) {
    if (message.role === "assistant") before = message.content;
    // What asks for the opening comes before anything has been told.
    else if (message !== last && before !== "")
      turns.push({ action: block(message.content, "player_action"), before });
  }
  if (task.type === "opening") return turns;
  return [...turns, { action: task.type === "action" ? task.text : null, before }];
}

function readTask(content: string, hasPassages: boolean): Task {
  const action = block(content, "player_action");
  if (action !== null) return { type: "action", text: action };
  const direction = block(content, "continue_direction");
  if (direction !== null) return { type: "continue", direction };
  // Another take of a passage that nobody's action had asked for.
  if (block(content, "different_take") !== null)
    return hasPassages ? { type: "continue", direction: "" } : { type: "opening" };
  const bare = unmarked(content);
  if (content.includes(TASK_MARKERS.opening) || bare === "")
    return hasPassages ? { type: "continue", direction: "" } : { type: "opening" };
  return { type: "action", text: bare };
}

/** Exchanges that are complete: as the prompt says; else as many as are in sight, the first passage being the opening. */
function readExchanges(facts: Map<string, string>, passages: number): number {
  const said = Number(facts.get("exchanges so far"));
  return Number.isInteger(said) && said >= 0 ? said : Math.max(passages - 1, 0);
}

function splitLines(text: string | null): string[] {
  return (text ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** The trimmed text of `<name>…</name>`, null where there is none. An unclosed block runs to the end. */
export function block(text: string, name: string): string | null {
  const found = new RegExp(`<${name}>([\\s\\S]*?)(?:</${name}>|$)`, "u").exec(text);
  return found === null ? null : (found[1] ?? "").trim();
}

/** The text outside of all blocks. */
function unmarked(text: string): string {
  return plainText(text.replace(/<(\w+)>[\s\S]*?<\/\1>/gu, " "));
}

export function readFacts(text: string): Map<string, string> {
  const facts = new Map<string, string>();
  for (const line of text.split("\n")) {
    const [, key, value] = /^\s*([A-Za-z -]+?)\s*:\s*(.+?)\s*$/u.exec(line) ?? [];
    if (key !== undefined && value !== undefined && !/^(?:none|-|not given|unspecified)$/iu.test(value))
      facts.set(key.toLowerCase(), value);
  }
  return facts;
}

export function readList(text: string | undefined): string[] {
  return (text ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

function joinText(messages: readonly ChatMessage[]): string {
  return messages.map((message) => message.content).join("\n\n");
}
