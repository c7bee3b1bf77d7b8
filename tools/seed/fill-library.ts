import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { GENRES } from "#domain/genres.ts";
import type { ClientEventInput } from "#domain/protocol.ts";
import type { StoryIdea } from "#domain/story-ideas.ts";
import type { LocalPerson } from "./local-person.ts";

/** Conversations that are written at the same time: what one processor writes without waiting. */
const AT_ONCE = 4;
const CHARACTERS = 10;
const CHATS = 5;
const STYLES = ["watercolor", "sketch", "oil-painting"];

const ACTIONS = [
  "I look closer and listen before I touch anything.",
  '"Tell me what you know," I say, and wait for the answer.',
  "I go on, slowly, and keep a hand on the wall.",
];
const QUESTIONS = ["What did you do today?", "Would you do it again?", "Who taught you that?"];

const PASSAGE =
  "The harbour lamp went out and came back, and in between somebody had moved the boat. You counted the oars twice. ".repeat(
    4,
  );

const PERSONALITIES = ["Patient, Curious", "Dry, Loyal, Stubborn", "Warm, Forgetful"];

const storySchema = v.object({ storyId: v.string() });
const characterSchema = v.object({ characterId: v.string() });
const chatSchema = v.object({ chatId: v.string() });

/**
 * Gives a person stories of all genres with versions, some archived and some deleted, one of them long, characters with emblems, and
 * chats.
 */
export async function fillLibrary(
  person: LocalPerson,
  ideas: readonly StoryIdea[],
  { stories, messages }: { stories: number; messages: number },
): Promise<void> {
  // The first idea of each genre, then the second ones.
  const byRound = [0, 1, 2].flatMap((round) =>
    GENRES.flatMap((genre) => ideas.filter((idea) => idea.genre === genre).slice(round, round + 1)),
  );
  const chosen = byRound.slice(0, Math.max(0, stories - 1));
  say(`${chosen.length} stories`);
  await inTurns(chosen, (idea, index) => writeStory(person, idea, index));
  const people = byRound.slice(0, Math.min(CHARACTERS, stories * 2));
  say(`${people.length} characters`);
  await inTurns(people, (idea, index) => makeCharacter(person, idea, index));
  say(`a story of ${messages} messages`);
  await person.bringIn(toLongChat(messages));
}

/** A chat of another program, as one line of JSON for each message. */
function toLongChat(count: number): File {
  const lines = Array.from({ length: count }, (_, index) =>
    JSON.stringify(
      index % 2 === 0
        ? { name: "Narrator", is_user: false, mes: `Day ${index + 1}. ${PASSAGE}` }
        : { name: "You", is_user: true, mes: ACTIONS[index % ACTIONS.length] },
    ),
  );
  return new File([lines.join("\n")], "The Boat.jsonl");
}

async function beginStory(person: LocalPerson, idea: StoryIdea) {
  const { subGenre, ...fields } = idea;
  return person.call("POST", "/api/stories", storySchema, {
    ...fields,
    ...(subGenre === null ? {} : { subGenre }),
    storyLength: "ongoing",
  });
}

/** An opening and some exchanges. Every third story has another version, some are archived, a few are deleted. */
async function writeStory(person: LocalPerson, idea: StoryIdea, index: number): Promise<void> {
  const { storyId } = await beginStory(person, idea);
  const opening: ClientEventInput = {
    type: "stream-continue",
    requestId: randomUUID(),
    storyId,
    prompt: "Begin.",
    isInitialContinue: true,
  };
  const exchanges = ACTIONS.slice(0, 1 + (index % ACTIONS.length)).map(
    (content): ClientEventInput => ({ type: "stream-message", requestId: randomUUID(), storyId, content }),
  );
  const again: ClientEventInput = {
    type: "stream-message",
    requestId: randomUUID(),
    storyId,
    regenerate: true,
  };
  await person.write("stories", storyId, [opening, ...exchanges, ...(index % 3 === 0 ? [again] : [])]);
  if (index % 7 === 5)
    await person.call("PUT", `/api/stories/${storyId}`, v.unknown(), { status: "archived" });
  if (index % 9 === 8) await person.call("DELETE", `/api/stories/${storyId}`, v.unknown());
}

/** A character with an emblem in one of the styles; the first ones have a chat. */
async function makeCharacter(person: LocalPerson, idea: StoryIdea, index: number): Promise<void> {
  const [name = "", ...rest] = idea.character.split(", ");
  const { characterId } = await person.call("POST", "/api/characters", characterSchema, {
    name,
    description: toSentence(`${rest.join(", ") || idea.character}. ${idea.description}`).slice(0, 500),
    personality: PERSONALITIES[index % PERSONALITIES.length],
    quirks: ["hums when nervous"],
  });
  const style = STYLES[index % STYLES.length];
  await person.call("POST", `/api/images/character/${characterId}`, v.unknown(), { style });
  if (index >= CHATS) return;
  const { chatId } = await person.call("POST", "/api/character-chats", chatSchema, { characterId });
  const turns = QUESTIONS.slice(0, 1 + (index % QUESTIONS.length)).map(
    (content): ClientEventInput => ({ type: "stream-message", requestId: randomUUID(), chatId, content }),
  );
  await person.write("character-chats", chatId, turns);
}

function toSentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Works on a few at the same time. */
async function inTurns<T>(all: readonly T[], work: (each: T, index: number) => Promise<void>): Promise<void> {
  const queue = [...all.entries()];
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await work(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function say(what: string): void {
  process.stdout.write(`Writing ${what} …\n`);
}
