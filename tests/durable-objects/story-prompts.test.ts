import { expect, it } from "vitest";
import { PLAN_LIMITS } from "#domain/plan.ts";
import type { ReplyContext } from "#durable-objects/conversation/conversation-kind.ts";
import type { MessageRow, MessageTree } from "#durable-objects/conversation/message-tree.ts";
import { NotesStore } from "#durable-objects/conversation/notes-store.ts";
import type { ConversationRecord } from "#durable-objects/conversation/record.ts";
import { LoreStore } from "#durable-objects/memory/prompt-lore.ts";
import { PromptStepStore } from "#durable-objects/memory/prompt-step-store.ts";
import type { CastRow } from "#durable-objects/story/cast-store.ts";
import type { StoryFacts } from "#durable-objects/story/story-parts.ts";
import { StoryPrompts } from "#durable-objects/story/story-prompts.ts";
import { NO_MET_NAMES } from "#workers/ai/cast/read-passage.ts";
import { type ContextBudget, toLoreBudget } from "#workers/ai/prompt-budget.ts";
import type { PromptMessage } from "#workers/ai/prompts/prompt.ts";
import type { StoryAsk } from "#workers/ai/prompts/story-requests.ts";
import { buildSuggestionTask } from "#workers/ai/prompts/suggestion.ts";
import { estimateTokens } from "#workers/ai/tokens.ts";
import { scriptedAction, scriptedPassage } from "../fakes/scripted-story.ts";
import { BRIEF } from "../workers/ai/prompts/brief.ts";
import { inNewObject, openTree, toLoreEntry } from "./story-reader.ts";

const REPLY_TOKENS = 1_000;
const ANSWER_TOKENS = 700;
/** What a chat template puts around a message. */
const TEMPLATE_TOKENS = 5;

const PEOPLE: CastRow[] = Array.from({ length: 300 }, (_, index) => ({
  id: `p${index}`,
  name: `Person ${index}`,
  aliases: [],
  isNew: false,
  mentions: 300 - index,
  description: "a keeper of the light, tall and silent, who has seen the boat that has not sailed yet",
  role: "keeper",
  personality: null,
  isMainCharacter: false,
  changed: false,
  emblem: null,
  isOnPath: true,
  base: null,
  correction: null,
  sameAsId: null,
  isNobody: false,
}));

/** Five that are always used, and 195 that are called by somebody's name. */
const LORE = Array.from({ length: 200 }, (_, index) => {
  const text = `Entry ${index}: the keepers of the northern light have counted every ship that went by, and nobody has asked them why they do.`;
  const tokens = estimateTokens(text) + 2;
  const when = index < 5 ? "always" : "mentioned";
  return toLoreEntry(`Entry ${index}`, { text, tokens, when, keys: [`Person ${index}`] });
});

/** A story that grows by exchanges, and its prompts. */
class Told {
  readonly facts: StoryFacts = { brief: BRIEF, isReadOnly: false, limits: PLAN_LIMITS.premium, lore: "" };
  readonly prompts: StoryPrompts;
  readonly tree: MessageTree;
  readonly lore: LoreStore;
  readonly record: ConversationRecord;
  last: MessageRow | null = null;
  exchanges = 0;

  constructor(storage: DurableObjectStorage, context: number, people: readonly CastRow[]) {
    const { db, record, tree, memory } = openTree(storage);
    this.record = record;
    this.tree = tree;
    const budget: ContextBudget = { context, reply: REPLY_TOKENS, answer: ANSWER_TOKENS };
    this.lore = new LoreStore(db, tree, () => toLoreBudget(budget));
    this.prompts = new StoryPrompts({
      cast: { rowsAt: () => [...people], listTold: () => [...people] },
      notes: new NotesStore(db),
      state: {
        findLocationAt: () => "the lamp room",
        find: () => ({ currentLocation: "the lamp room", castAskedAt: 0, metNames: NO_MET_NAMES }),
      },
      memory,
      lore: this.lore,
      tree,
      steps: new PromptStepStore(db),
      contextBudget: () => budget,
      sharesBeginning: () => true,
    });
  }

  /** What the person does, and the prompt of its reply; then that reply is told. */
  play(): PromptMessage[] {
    this.exchanges += 1;
    this.last = this.#add("user", scriptedAction(this.exchanges));
    const prompt = this.ask({ kind: "passage" });
    this.#reply();
    return prompt;
  }

  /** The same without a prompt. */
  tell(): void {
    this.exchanges += 1;
    this.last = this.#add("user", scriptedAction(this.exchanges));
    this.#reply();
  }

  #reply(): void {
    const named = PEOPLE[(this.exchanges * 7) % 300]?.name ?? "";
    this.last = this.#add("assistant", `${scriptedPassage(this.exchanges)} ${named} nodded.`);
    this.tree.setAnalysis(this.last.id, {
      mentionedCharacters: [{ name: named, isNew: false, positions: [[0, 1]] }],
    });
    this.last = this.tree.get(this.last.id);
  }

  ask(ask: StoryAsk): PromptMessage[] {
    const turn = { replyId: `reply ${this.exchanges}` };
    const { last: parent, exchanges: exchangeCount } = this;
    const context = { turn, parent, avoid: null, exchangeCount } as ReplyContext;
    return this.prompts.build(this.facts, context, ask).messages;
  }

  /** The prompt of a question that stands at the end of the story's own; `null`: it has a prompt of its own. */
  askForSuggestion(): PromptMessage[] | null {
    if (this.last === null) throw new Error("There is a last message.");
    const task = { asked: "writer", last: this.last, request: buildSuggestionTask(null) } as const;
    return this.prompts.past.findTaskPrompt(this.facts, task);
  }

  #add(role: MessageRow["role"], content: string): MessageRow {
    return this.tree.append({ parentId: this.last?.id ?? null, role, content, status: "complete" });
  }
}

function countTokens(prompt: readonly PromptMessage[]): number {
  return prompt.reduce((sum, { content }) => sum + estimateTokens(content) + TEMPLATE_TOKENS, 0);
}

function textOf(prompt: readonly PromptMessage[]): string {
  return prompt.map(({ role, content }) => `<|${role}|>\n${content}`).join("\n");
}

/** Share of a prompt that is the beginning of the other. */
function countShare(prompt: readonly PromptMessage[], before: readonly PromptMessage[]): number {
  const [text, other] = [textOf(prompt), textOf(before)];
  let at = 0;
  while (at < text.length && text[at] === other[at]) at += 1;
  return at / text.length;
}

/** Characters of the mark of a message's role, which stand before its text. */
const ROLE_MARK = "<|assistant|>\n".length + 1;

/** How many characters the next prompt has in common with the beginning of the one before, and where in that one the change lies. */
function compare(told: Told, change: () => string) {
  for (let exchange = 0; exchange < 60; exchange += 1) told.play();
  const before = told.play();
  const changed = change();
  const after = told.play();
  const share = countShare(after, before);
  const shared = Math.round(share * textOf(after).length);
  return { shared, at: textOf(before).indexOf(changed), share, after: textOf(after) };
}

it("what a person changes in the last five messages leaves the prompt before it as it was", () =>
  inNewObject((storage) => {
    const told = new Told(storage, 8_000, PEOPLE.slice(0, 12));
    const { shared, at, share, after } = compare(told, () => {
      const edited = [...told.tree.walkFrom(told.last)][4];
      if (!edited) throw new Error("The story is too short.");
      told.tree.revise(edited, "She had gone.", told.record.countEdit());
      return edited.content;
    });
    expect(after).toContain("She had gone.");
    expect(shared).toBeGreaterThan(at - ROLE_MARK);
    expect(share).toBeGreaterThan(0.8);
  }));

it("what a person changes to another path, which parts 20 messages up, leaves the prompt before that as it was if enough of it stays", () =>
  inNewObject((storage) => {
    const told = new Told(storage, 16_384, PEOPLE.slice(0, 12));
    const { shared, at, share } = compare(told, () => {
      const path = [...told.tree.walkFrom(told.last)];
      const [next, fork] = [path[20], path[21]]; // a passage, and the line before it
      if (!next || !fork) throw new Error("The story is too short.");
      told.last = fork;
      return next.content;
    });
    expect(shared).toBeGreaterThan(at - ROLE_MARK);
    expect(share).toBeGreaterThan(0.5);
  }));

it.each([4_096, 8_000, 16_384])(
  "the prompts of a story never exceed a context of %i tokens with 300 people and 2,000 messages, whatever is asked for",
  (context) =>
    inNewObject((storage) => {
      const told = new Told(storage, context, PEOPLE);
      const most = context - REPLY_TOKENS;
      for (let exchange = 0; exchange < 940; exchange += 1) told.tell();
      for (let exchange = 940; exchange < 1_000; exchange += 1)
        expect(countTokens(told.play())).toBeLessThanOrEqual(most);
      const avoid = scriptedPassage(3).repeat(20);
      const asks: StoryAsk[] = [
        { kind: "continue", direction: "雨".repeat(500) },
        { kind: "different-take", avoid, after: "continue" },
        { kind: "different-take", avoid: "雨".repeat(5_000), after: "passage" },
      ];
      for (const ask of asks) expect(countTokens(told.ask(ask)), ask.kind).toBeLessThanOrEqual(most);
      // A server refuses half a sign.
      const halved = told.ask({
        kind: "different-take",
        avoid: `a${"😀".repeat(2_000)}`,
        after: "continue",
      });
      expect(halved.every(({ content }) => content.isWellFormed())).toBe(true);
      const task = told.askForSuggestion();
      if (task !== null) expect(countTokens(task)).toBeLessThanOrEqual(context - ANSWER_TOKENS);
    }),
  60_000,
);

it("the prompts of a story begin like the one before, and so do retellings, continues and what is asked about the story", () =>
  inNewObject((storage) => {
    const told = new Told(storage, 8_000, []);
    let before = told.play();
    const shares: number[] = [];
    for (let exchange = 0; exchange < 60; exchange += 1) {
      const prompt = told.play();
      shares.push(countShare(prompt, before));
      before = prompt;
    }
    const late = shares.slice(10);
    expect(late.filter((share) => share > 0.85).length).toBeGreaterThan(late.length * 0.7);

    const going = told.ask({ kind: "continue", direction: "Continue with more action" });
    expect(countShare(going, before)).toBeGreaterThan(0.8);
    const again = told.ask({ kind: "different-take", avoid: "It rained.", after: "continue" });
    expect(countShare(again, going)).toBeGreaterThan(0.9);
    expect(countShare(told.askForSuggestion() ?? [], going)).toBeGreaterThan(0.9);
  }));

it("the prompts of a story begin alike with 200 lore entries, of which each second exchange calls another one", () =>
  inNewObject((storage) => {
    const told = new Told(storage, 8_000, []);
    told.lore.save("book:1", LORE);
    const shares: number[] = [];
    const unread: number[] = [];
    let before = told.play();
    for (let exchange = 0; exchange < 60; exchange += 1) {
      const prompt = told.play();
      expect(countTokens(prompt)).toBeLessThanOrEqual(8_000 - REPLY_TOKENS);
      const share = countShare(prompt, before);
      shares.push(share);
      unread.push((1 - share) * countTokens(prompt));
      before = prompt;
    }
    const sorted = shares.toSorted((one, other) => one - other);
    const median = sorted[30] ?? 0;
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    const seconds = unread.toSorted((one, other) => one - other)[30] ?? 0;
    expect(median).toBeGreaterThanOrEqual(0.88);
    expect(mean).toBeGreaterThanOrEqual(0.78);
    expect(seconds / 500).toBeLessThanOrEqual(1.6);
  }));

it("the prompts of a story have on another path only the lore that it has mentioned, also at their beginning", () =>
  inNewObject((storage) => {
    const told = new Told(storage, 8_000, []);
    told.lore.save("book:1", LORE);
    const startOf = (prompt: readonly PromptMessage[]) =>
      /<lore>[\s\S]*<\/lore>/.exec(prompt[0]?.content ?? "")?.[0] ?? "";
    const idsIn = (text: string) =>
      [...text.matchAll(/Entry (\d+):/g)].map(([, id]) => Number(id)).filter((id) => id >= 5);
    let fork = told.last;
    for (let exchange = 0; exchange < 40; exchange += 1) {
      if (exchange === 35) fork = told.last;
      told.play();
    }
    const start = idsIn(startOf(told.ask({ kind: "passage" })));
    expect(start.length).toBeGreaterThan(0);
    for (
      let exchange = 40;
      exchange < 60 && idsIn(startOf(told.play())).join() === start.join();
      exchange += 1
    );
    told.last = fork;
    const other = told.ask({ kind: "passage" });
    const path = [...told.tree.walkFrom(fork)].map(({ content }) => content).join("\n");
    expect(
      idsIn(other.map(({ content }) => content).join("\n")).filter((id) => !path.includes(`Person ${id}`)),
    ).toEqual([]);
  }));

it.each(["Person 7", "Anna Vane"])(
  "the prompts of a story tell of those who matter now, at the end, where they are not among the people told of before (%s)",
  (name) =>
    inNewObject((storage) => {
      // The passages name her as before a correction.
      const people = PEOPLE.map((row) =>
        row.name === "Person 7" && name !== row.name ? { ...row, name, aliases: [row.name] } : row,
      );
      const told = new Told(storage, 8_000, people);
      told.play();
      const prompt = told.play();
      expect(prompt[0]?.content).not.toContain("<cast>");
      expect(prompt.at(-1)?.content).toContain(`In the scene: ${name}`);
      expect(prompt.at(-1)?.content).toContain(`<new_people>\n${name}: keeper; a keeper of the light`);
    }),
);

it("the prompts of a story hold those on stage and named lately of a large cast, after the next step", () =>
  inNewObject((storage) => {
    const told = new Told(storage, 8_000, PEOPLE);
    let prompt = told.play();
    while (!prompt[0]?.content.includes("<cast>")) prompt = told.play();
    const cast = /<cast>\n([\s\S]*)\n<\/cast>/.exec(prompt[0]?.content ?? "")?.[1]?.split("\n") ?? [];
    const onStage = PEOPLE[((told.exchanges - 1) * 7) % 300]?.name;
    expect(cast[0]).toContain(`${onStage}:`);
    expect(cast.length).toBeGreaterThan(10);
    expect(cast.length).toBeLessThan(60);
    expect(cast.join()).toContain("Person 0:"); // the one named most
  }));
