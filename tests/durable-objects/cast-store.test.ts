import { evictDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { createId } from "#domain/ids.ts";
import type { Message } from "#domain/message.ts";
import { CONVERSATION_LIMITS } from "#domain/rate-limits.ts";
import type { MessageRow, MessageTree } from "#durable-objects/conversation/message-tree.ts";
import { CastStore, type ReadPerson } from "#durable-objects/story/cast-store.ts";
import { KnownNameFinder } from "#durable-objects/story/reply-mentions.ts";
import { replyScript } from "#tests/fakes/reply-script.ts";
import {
  anOpenStory,
  fillConversation,
  inNewObject,
  inStorage,
  jobsDone,
  modelRequests,
  openTree,
  type Story,
} from "./story-reader.ts";

const STORY = { storyId: "s1", genre: "Mystery" } as const;
const MIRA: ReadPerson = {
  name: "Mira",
  isNew: false,
  mentions: 0,
  counted: 3,
  description: "Keeps the lamp.",
  role: "keeper",
  personality: "",
  isMainCharacter: false,
  aliases: [],
};

/** The cast of a story whose passages are told by the test. */
class Told {
  readonly tree: MessageTree;
  readonly cast: CastStore;

  constructor(storage: DurableObjectStorage) {
    const { db, tree } = openTree(storage, (to) => this.cast.refresh(to?.id ?? null));
    this.tree = tree;
    this.cast = new CastStore(db, tree);
  }

  /** A passage below the open path's end, or below `parentId`; the path continues there. */
  tell(people: readonly ReadPerson[], parentId = this.tree.head()?.id ?? null): MessageRow {
    const content = people.map(({ name }) => name).join(" ");
    const passage = this.tree.append({ parentId, role: "assistant", content, status: "complete" });
    this.tree.moveHead(passage.id);
    this.cast.save(this.known(people), STORY, passage);
    return passage;
  }

  /** With the id of who is known by that name. */
  known(people: readonly ReadPerson[]): ReadPerson[] {
    const ids = new Map(this.cast.rows().map(({ name, id }) => [name, id]));
    return people.map((person) => ({
      ...person,
      ...(ids.has(person.name) ? { id: ids.get(person.name) } : {}),
    }));
  }

  get names(): string[] {
    return this.cast.rows().map(({ name }) => name);
  }

  find(name: string) {
    return this.cast.rows().find((row) => row.name === name);
  }
}

function inStory(run: (told: Told) => void): Promise<void> {
  return inNewObject((storage) => run(new Told(storage)));
}

test("somebody is delivered once, and again if they change during that, also with as many mentions as before", () =>
  inStory((told) => {
    const passage = told.tell([MIRA]);
    const { shown: delivered } = told.cast.findChanged();
    expect(delivered).toMatchObject([{ name: "Mira", mentions: 3 }]);
    told.cast.save(told.known([{ ...MIRA, description: "Has left the lamp." }]), STORY, passage);
    told.cast.markDelivered(delivered);
    const { shown: again } = told.cast.findChanged();
    expect(again).toMatchObject([{ description: "Has left the lamp.", mentions: 3 }]);
    told.cast.markDelivered(again);
    expect(told.cast.findChanged()).toEqual({ shown: [], hidden: [] });
  }));

test("a passage that is read twice counts its mentions once, and somebody stays new until a second passage names them", () =>
  inStory((told) => {
    const passage = told.tell([MIRA]);
    told.cast.save(told.known([MIRA]), STORY, passage);
    expect(told.find("Mira")).toMatchObject({ mentions: 3, isNew: true });
    told.tell([{ ...MIRA, counted: 1 }]);
    expect(told.find("Mira")).toMatchObject({ mentions: 4, isNew: false });
  }));

test("what one path tells of people is unknown on another, and the same person keeps one id on both", () =>
  inStory((told) => {
    const opening = told.tell([MIRA]);
    const mira = told.find("Mira");
    const reef = told.tell([
      { ...MIRA, description: "Drowned." },
      { ...MIRA, name: "Tom" },
    ]);
    expect(told.find("Mira")?.description).toBe("Drowned.");
    const harbour = told.tell([{ ...MIRA, name: "Roe" }], opening.id);
    expect(told.names).toEqual(["Mira", "Roe"]);
    expect(told.find("Mira")).toMatchObject({ id: mira?.id, description: "Keeps the lamp." });
    const tomOfReef = told.cast.rowsAt(reef).find(({ name }) => name === "Tom");
    expect(tomOfReef).toMatchObject({ description: "Keeps the lamp." });
    told.tell([{ ...MIRA, name: "Tom", description: "A boy." }]);
    expect(told.find("Tom")).toMatchObject({ id: tomOfReef?.id, description: "A boy." });
    told.tree.moveHead(reef.id);
    expect(told.names).toEqual(["Mira", "Tom"]);
    expect(told.find("Tom")?.description).toBe("Keeps the lamp.");
    expect(told.cast.rowsAt(harbour).map(({ name }) => name)).toEqual(["Mira", "Roe"]);
  }));

test("what was read from a passage goes with its text", () =>
  inStory((told) => {
    told.tell([MIRA]);
    const second = told.tell([
      { ...MIRA, description: "Has left." },
      { ...MIRA, name: "Tom" },
    ]);
    told.tell([MIRA]);
    told.cast.forget([second.id]);
    told.cast.refresh(told.tree.head()?.id ?? null);
    expect(told.names).toEqual(["Mira"]);
  }));

test("what the person corrected wins over all that is found later, and can be taken back", () =>
  inStory((told) => {
    told.tell([MIRA]);
    const id = told.find("Mira")?.id ?? "";
    told.cast.correct(id, { name: "Mira Voss", role: "smuggler" });
    expect(told.cast.members()).toMatchObject([{ corrected: ["name", "role"], aliases: ["Mira"] }]);
    expect(told.cast.rows()).toMatchObject([{ name: "Mira Voss", role: "smuggler", aliases: ["Mira"] }]);
    told.tell([{ ...MIRA, id, name: "Mira Voss", role: "captain", description: "Tall." }]);
    expect(told.cast.rows()).toMatchObject([{ name: "Mira Voss", role: "smuggler", description: "Tall." }]);
    // What the AI has found meanwhile is no reason to ask; what the person has corrected elsewhere is.
    told.cast.correct(id, { description: "Short.", before: { description: "" } });
    const late = { role: "pilot", before: { role: "keeper" } };
    expect(() => told.cast.correct(id, late)).toThrow(expect.objectContaining({ code: "EDIT_CONFLICT" }));
    told.cast.correct(id, { name: "", role: "", description: "" });
    expect(told.cast.rows()).toMatchObject([{ name: "Mira", role: "keeper", description: "Tall." }]);
  }));

test("two who are the same are one, and somebody who is nobody does not come back", () =>
  inStory((told) => {
    told.tell([MIRA, { ...MIRA, name: "the keeper", role: null, personality: "stern" }]);
    const [mira, keeper] = ["Mira", "the keeper"].map((name) => told.find(name)?.id ?? "");
    told.cast.correct(keeper ?? "", { sameAs: mira });
    expect(told.cast.rows()).toMatchObject([
      { id: mira, name: "Mira", aliases: ["the keeper"], mentions: 6 },
    ]);
    told.tell([{ ...MIRA, name: "the keeper" }]);
    expect(told.names).toEqual(["Mira"]);
    told.cast.correct(keeper ?? "", { sameAs: null });
    expect(told.names).toEqual(["Mira", "the keeper"]);
    told.cast.correct(keeper ?? "", { isPerson: false });
    told.tell([{ ...MIRA, name: "the keeper" }]);
    expect(told.names).toEqual(["Mira"]);
    expect(told.cast.listNobodies()).toEqual(["the keeper"]);
    expect(() => told.cast.correct(createId(), { name: "X" })).toThrow("Not found");
    expect(() => told.cast.correct(mira ?? "", { sameAs: mira })).toThrow("Not found");
  }));

test("people of a file who are the same in a circle are taken apart", () =>
  inStory((told) => {
    const base = { name: "", aliases: [], description: null, role: null, personality: null };
    const person = (personId: string, sameAsId: string) => ({
      ...{ personId, sameAsId, name: personId, aliases: [], isMainCharacter: false, emblem: null },
      ...{ correction: null, isNobody: false },
      base: { ...base, name: personId, isMainCharacter: false, mentions: 1 },
    });
    told.cast.take([person("a", "b"), person("b", "c"), person("c", "a"), person("d", "d")], (id) => id);
    told.cast.refresh(told.tell([]).id);
    expect(told.names.sort()).toEqual(["a", "d"]);
  }));

const MARA = { name: "Mara", aliases: [], isNew: false };
const { mentionsPerReply } = CONVERSATION_LIMITS;

function createAnalysis(): KnownNameFinder {
  return new KnownNameFinder({ rows: () => [MARA] });
}

/**
 * Sends a reply of `count` equal names in pieces of ten. `told`: mentions in each analysis that is sent; `positions`:
 * their sum.
 */
function tellNames(count: number): { told: number[]; positions: number } {
  const followed = createAnalysis().follow("");
  const told: number[] = [];
  for (let index = 0; index < count / 10; index += 1) {
    const analysis = followed.read("Mara ".repeat(10));
    if (analysis) told.push(analysis.mentionedCharacters[0]?.positions.length ?? 0);
  }
  return { told, positions: told.reduce((sum, each) => sum + each, 0) };
}

test("sends each new name at once while there are few", () => {
  expect(tellNames(50).told).toHaveLength(5);
});

test("sends in total at most a few times the number of mentions, however many names a reply has", () => {
  const { told, positions } = tellNames(10_000);
  expect(told.at(-1)).toBeLessThanOrEqual(mentionsPerReply);
  expect(positions).toBeLessThan(6 * mentionsPerReply);
  const [name] = createAnalysis().analyse("Mara ".repeat(10_000))?.mentionedCharacters ?? [];
  expect(name?.positions).toHaveLength(mentionsPerReply);
});

/** Three paths that part from one beginning; each has a person and facts that no other may know. */
const PATHS = [
  { place: "reef", person: "Asta Reefborn" },
  { place: "quarry", person: "Bram Quarrier" },
  { place: "orchard", person: "Cleo Orchard" },
];
const ROUNDS = 20;
const SHARED = 12;
/** A passage of this length fills the model's window after some rounds, so that memory is needed. */
const FILLER = "The rain went on, and the lamp went round and round above the harbour. ".repeat(16);

type Opened = { leafId: string; place: string; person: string };

/** Nobody plays that fast: the limits on requests count from the turns on the disk. */
async function forgetLimits(story: Story): Promise<void> {
  await inStorage(story.stub, ({ sql }) => void sql.exec("UPDATE turns SET asked_at = 0"));
  await evictDurableObject(story.stub);
}

test("what three paths tell is in no prompt of another one, over 60 replies with their jobs", async () => {
  const people = PATHS.map(({ person }) => ({ name: person, short: person.split(" ")[0] ?? "" }));
  const { story, reader } = await anOpenStory({ character: replyScript({ people }, "Wren, an operator") });
  await fillConversation(story.stub, SHARED, ["FACT the radio hissed at nine. The rain fell."]);
  const asked: { place: string; id: string }[] = [];

  const write = async ({ place, person }: Omit<Opened, "leafId">, round: number): Promise<Message> => {
    const id = createId();
    asked.push({ place, id });
    const text = `FACT the ${place} secret ${round} lies deep. So ${person} spoke of it, and ${person} went on.`;
    const { message } = await reader.exchange(replyScript({ id, text, pieces: 4 }, `I go to the ${place}`));
    await story.change("edit", message.messageId, { content: `${text} ${FILLER}`, revision: 1 });
    return message;
  };

  const opened: Opened[] = [];
  for (const path of PATHS) {
    await story.change("continueFrom", `m${SHARED}`);
    opened.push({ ...path, leafId: (await write(path, 0)).messageId });
  }
  for (let round = 1; round < ROUNDS; round += 1) {
    if (round % 5 === 0) await forgetLimits(story);
    for (const path of opened) {
      await story.change("openPath", path.leafId);
      path.leafId = (await write(path, round)).messageId;
      if (round % 4 === 0) await jobsDone(story);
    }
  }
  await jobsDone(story);

  expect(asked).toHaveLength(PATHS.length * ROUNDS);
  let remembered = 0;
  for (const { place, id } of asked) {
    const requests = await Promise.all([id, `analysis:${id}`, `memory:${id}`].map(modelRequests));
    for (const { messages } of requests.flat()) {
      const prompt = messages.map(({ content }) => content.replace(/#reply \{.*\}/gu, "")).join("\n");
      if (/<memory>[\s\S]*secret/u.test(prompt)) remembered += 1;
      for (const other of PATHS.filter((one) => one.place !== place)) {
        expect(prompt).not.toContain(`${other.place} secret`);
        expect(prompt).not.toContain(other.person.split(" ")[0]);
      }
    }
  }
  // Else nothing but the latest messages was looked at.
  expect(remembered).toBeGreaterThan(10);
}, 180_000);
