import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { openObjectDatabase } from "#durable-objects/conversation/database.ts";
import { type MessageRow, MessageTree } from "#durable-objects/conversation/message-tree.ts";
import { ConversationRecord } from "#durable-objects/conversation/record.ts";
import { StepStore } from "#durable-objects/conversation/step-store.ts";
import { MemoryStore } from "#durable-objects/memory/memory-store.ts";
import { type GivenPast, type LeavingMessages, PromptWindow } from "#durable-objects/memory/prompt-window.ts";
import { countLineTokens, countMessageTokens, type PastBudget } from "#workers/ai/context-window.ts";

const BUDGET: PastBudget = { all: 4_000, memoryAtMost: 800, peopleAtMost: 400, messagesAtLeast: 2_400 };
const PEOPLE = Array.from({ length: 300 }, (_, index) => ({
  name: `Person ${index}`,
  line: `Person ${index}: a keeper of the light, tall and silent`,
}));

const PEOPLE_OF_ALL = {
  lore: [],
  rankPeople: () => PEOPLE,
  listToldPeople: () => PEOPLE.map(({ line }) => line),
};

/** A conversation to which exchanges are added, and its prompt window. */
class Grown {
  readonly tree: MessageTree;
  readonly memory: MemoryStore;
  readonly #steps: StepStore;
  window: PromptWindow;
  last: MessageRow;

  constructor(storage: DurableObjectStorage) {
    const { db } = openObjectDatabase(storage);
    const record = new ConversationRecord(db);
    this.tree = new MessageTree(db, record, Date.now);
    this.memory = new MemoryStore(db, this.tree, record);
    this.#steps = new StepStore(db);
    this.window = new PromptWindow(this.#steps, this.memory, this.tree);
    this.last = this.#add(null, "assistant", "The radio hissed.");
  }

  /** Adds a passage and the person's next message, about 200 tokens. */
  grow(words = "The rain fell on the harbour and the lamp went round. ".repeat(14)): void {
    this.last = this.#add(this.#add(this.last, "assistant", words), "user", "I look around.");
  }

  give(messages: number | null = null): GivenPast {
    return this.window.give({ last: this.last, budget: BUDGET, messages, ...PEOPLE_OF_ALL });
  }

  findLeaving(): LeavingMessages | null {
    const request = { last: this.last, budget: BUDGET, messages: null, ...PEOPLE_OF_ALL };
    return this.window.findLeaving(request);
  }

  /** Drops everything in memory, like an eviction. */
  forget(): void {
    this.window = new PromptWindow(this.#steps, this.memory, this.tree);
  }

  #add(parent: MessageRow | null, role: MessageRow["role"], content: string): MessageRow {
    return this.tree.append({ parentId: parent?.id ?? null, role, content, status: "complete" });
  }
}

function inStory<T>(run: (grown: Grown) => T): Promise<T> {
  const stub = env.STORY.get(env.STORY.idFromName(createId()));
  return runInDurableObject(stub, (_, { storage }) => run(new Grown(storage)));
}

function countTokens({ memory, people, messages }: GivenPast): number {
  return countLineTokens([...memory, ...people.map(({ line }) => line)]) + countMessageTokens(messages);
}

function idsOf({ messages }: GivenPast): string[] {
  return messages.map(({ id }) => id);
}

describe("the window of messages", () => {
  it("only grows until it is full, then drops a quarter at once", () =>
    inStory((grown) => {
      let before = grown.give();
      let steps = 0;
      const turns = 80;
      for (let turn = 0; turn < turns; turn += 1) {
        grown.grow();
        const given = grown.give();
        expect(countTokens(given)).toBeLessThanOrEqual(BUDGET.all);
        const isStep = given.messages[0]?.id !== before.messages[0]?.id;
        if (isStep) {
          steps += 1;
          expect(countMessageTokens(given.messages)).toBeGreaterThan(0.4 * BUDGET.messagesAtLeast);
        } else {
          expect(idsOf(given).slice(0, before.messages.length)).toEqual(idsOf(before));
          expect([given.memory, given.people]).toEqual([before.memory, before.people]);
        }
        before = given;
      }
      expect(steps).toBeGreaterThan(5);
      expect(steps).toBeLessThan(turns / 3);
    }));

  it("is the same after an eviction", () =>
    inStory((grown) => {
      for (let turn = 0; turn < 30; turn += 1) grown.grow();
      const before = grown.give();
      grown.forget();
      expect(grown.give()).toEqual(before);
    }));

  it("adds the memory of dropped messages in the same step, for two steps in a row", () =>
    inStory((grown) => {
      let leaving: LeavingMessages | null = null;
      while (leaving === null) {
        grown.grow();
        expect(grown.give().memory).toEqual([]);
        leaving = grown.findLeaving();
      }
      const { last, ahead } = leaving;
      const found = { text: "The lamp was found.", layer: 0, fromId: last.id, toId: last.id };
      const lost = { text: "The lamp was lost.", layer: 0, fromId: ahead.id, toId: ahead.id };
      grown.memory.save(last, [found]);
      grown.memory.save(ahead, [found, lost]);
      for (const [end, memory] of [
        [last, [found.text]],
        [ahead, [found.text, lost.text]],
      ] as const) {
        const before = grown.give();
        while (grown.give().messages[0]?.id === before.messages[0]?.id) {
          expect(grown.give().memory).toEqual(before.memory);
          expect(grown.findLeaving()).toBeNull(); // it is prepared
          grown.grow();
        }
        expect(grown.give().memory).toEqual(memory);
        expect(grown.give().messages[0]?.parentId).toBe(end.id);
      }
    }));

  it("gives the beginning of messages that are not summarised yet, and the summary as soon as there is one", () =>
    inStory((grown) => {
      for (let turn = 0; turn < 40; turn += 1) grown.grow();
      const given = grown.give();
      expect(given.memory.at(-1)).toMatch(/^(?:The rain fell|I look around)/u);
      const left = grown.findLeaving()?.last;
      if (!left) throw new Error("Something has left.");
      expect(left.id).toBe(given.messages[0]?.parentId);
      grown.memory.save(left, [{ text: "It rained.", layer: 0, fromId: left.id, toId: left.id }]);
      expect(grown.give().memory).toEqual(["It rained."]);
    }));

  it("is filled again after an earlier version was selected", () =>
    inStory((grown) => {
      const path: MessageRow[] = [];
      for (let turn = 0; turn < 60; turn += 1) {
        grown.grow();
        path.push(grown.last);
      }
      grown.give();
      grown.last = path[20] ?? grown.last;
      const given = grown.give();
      expect(given.messages.at(-1)?.id).toBe(path[20]?.id);
      expect(countMessageTokens(given.messages)).toBeGreaterThan(1_500);
    }));
});
