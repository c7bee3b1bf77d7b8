import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { StoryObject } from "#durable-objects/story.ts";
import { MEASURED } from "#tools/capacity/measured.ts";
import { isSharded } from "#workers/db/shards.ts";
import { eventually, StoryReader } from "../durable-objects/story-reader.ts";
import { replyScript } from "../fakes/reply-script.ts";
import { TestSite } from "./helpers/site.ts";
import { beginStory } from "./helpers/stories.ts";

/*
 * What docs/capacity.md computes with: round trips to D1, and rows as D1 bills them. Objects and requests of a test run in one
 * isolate, so every call of D1 is seen at the prototypes of its classes.
 */

type Counts = { roundTrips: number; rowsRead: number; rowsWritten: number };
type Call = (this: unknown, ...args: unknown[]) => Promise<unknown>;
type Meta = { meta: { rows_read: number; rows_written: number } };

let counts: Counts;
let putBack: (() => void)[] = [];

/** Counts the calls of a method of a class; `read` gets the answers. */
function watch(prototype: object, method: string, read: (answer: unknown) => Meta[]): void {
  const original: Call = Reflect.get(prototype, method);
  const counted: Call = async function (...args) {
    const answer = await original.apply(this, args);
    counts.roundTrips += 1;
    for (const { meta } of read(answer)) {
      counts.rowsRead += meta.rows_read;
      counts.rowsWritten += meta.rows_written;
    }
    return answer;
  };
  Reflect.set(prototype, method, counted);
  putBack.push(() => Reflect.set(prototype, method, original));
}

beforeEach(() => {
  counts = { roundTrips: 0, rowsRead: 0, rowsWritten: 0 };
  const session: object = Object.getPrototypeOf(env.DB.withSession());
  const statement: object = Object.getPrototypeOf(env.DB.prepare("SELECT 1"));
  watch(session, "batch", (answer) => answer as Meta[]);
  watch(statement, "all", (answer) => [answer as Meta]);
  watch(statement, "run", (answer) => [answer as Meta]);
  watch(statement, "raw", () => []); // gives no counts; the statements of a turn that write are batches
});

afterEach(() => {
  for (const undo of putBack) undo();
  putBack = [];
});

async function count(work: () => Promise<unknown>): Promise<Counts> {
  counts = { roundTrips: 0, rowsRead: 0, rowsWritten: 0 };
  await work();
  return counts;
}

it("a passage and a page cost in D1 and in the object what docs/capacity.md computes with", async () => {
  const person = await new TestSite().consented();
  const { storyId } = await beginStory(person);
  const stub = env.STORY.get(env.STORY.idFromName(storyId));
  const { reader } = await StoryReader.join({ storyId, stub, userId: person.sub });
  const write = async (script: string) => {
    reader.write(script);
    await reader.next("stream-complete");
    await untilDelivered(stub);
  };
  // The first replies also get a title and find people.
  for (let earlier = 0; earlier < 3; earlier += 1) await write(replyScript({ pieces: 20 }));
  const lines = vi.spyOn(console, "log");
  const storage: object = await runInDurableObject(stub, (_, state) => Object.getPrototypeOf(state.storage));
  const setAlarm = vi.spyOn(storage as DurableObjectStorage, "setAlarm");
  const startedAt = Date.now();
  const passage = await count(() => write(replyScript({ pieces: 200, everyMs: 20 })));
  const alarms = setAlarm.mock.calls.length;
  const secondsInAll = (Date.now() - startedAt) / 1000;
  setAlarm.mockRestore();
  const turns = lines.mock.calls.map(String).filter((line) => line.includes('"event":"turn"'));
  lines.mockRestore();
  expect(turns).toHaveLength(1);
  // Rows grow with the time that the reply takes, alarms also with the wait for its jobs, which is random. A busy machine takes longer.
  const { rowsWritten, ms } = JSON.parse(turns[0] ?? "{}");
  const seconds = ms / 1000;
  const { objectRows, alarms: alarmsOf } = MEASURED;
  const computedAlarms = alarmsOf.passage + secondsInAll * alarmsOf.secondOfReply;
  expect(alarms).toBeLessThanOrEqual(computedAlarms);
  expect(alarms).toBeGreaterThan(computedAlarms / 2);
  const computed = objectRows.passage + seconds * objectRows.secondOfReply;
  expect(rowsWritten).toBeLessThanOrEqual(computed);
  expect(rowsWritten).toBeGreaterThan(computed / 2);
  const library = await count(() => person.get(`/api/stories/user/${encodeURIComponent(person.sub)}`));
  const story = await count(() => person.get(`/api/stories/${storyId}`));
  for (const [name, counted] of Object.entries({ passage, library, story })) {
    const { rowsRead, ...exact } = MEASURED.d1[name as keyof typeof MEASURED.d1];
    expect(counted, name).toMatchObject(exact);
    // With several databases each round trip also reads whether the account is being moved.
    const checks = isSharded(env) ? exact.roundTrips : 0;
    expect(counted.rowsRead, name).toBeLessThanOrEqual(rowsRead + checks);
  }
});

/** Resolves once the object has told D1 everything and its jobs have run. */
function untilDelivered(stub: DurableObjectStub<StoryObject>): Promise<void> {
  return eventually(async () => {
    const waiting = await runInDurableObject(
      stub,
      (_, { storage }) => storage.sql.exec("SELECT count(*) AS n FROM outbox").one()["n"],
    );
    expect(waiting).toBe(0);
  });
}
