import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import type { Message } from "#domain/message.ts";
import { replyScript } from "../fakes/reply-script.ts";
import { jobsDone } from "./story-job-helpers.ts";
import { anOpenStory, fillConversation, modelRequests, type Story } from "./story-reader.ts";

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
  await runInDurableObject(story.stub, (_, { storage }) =>
    storage.sql.exec("UPDATE turns SET asked_at = 0").toArray(),
  );
  await evictDurableObject(story.stub);
}

async function runJobs(story: Story): Promise<void> {
  await runInDurableObject(story.stub, (_, { storage }) =>
    storage.sql.exec("UPDATE outbox SET due_at = 1").toArray(),
  );
  await runDurableObjectAlarm(story.stub);
  await jobsDone(story);
}

it("what three paths tell is in no prompt of another one, over 60 replies with their jobs", async () => {
  const people = PATHS.map(({ person }) => ({ name: person, short: person.split(" ")[0] ?? "" }));
  const { story, reader } = await anOpenStory({ character: replyScript({ people }, "Wren, an operator") });
  await fillConversation(story.stub, SHARED, ["FACT the radio hissed at nine. The rain fell."]);
  const owner = { conversationId: story.storyId, userId: story.userId };
  const asked: { place: string; id: string }[] = [];

  const write = async ({ place, person }: Omit<Opened, "leafId">, round: number): Promise<Message> => {
    const id = createId();
    asked.push({ place, id });
    const text = `FACT the ${place} secret ${round} lies deep. So ${person} spoke of it, and ${person} went on.`;
    reader.write(replyScript({ id, text, pieces: 4 }, `I go to the ${place}`));
    const { message } = await reader.next("stream-complete");
    await story.stub.change(owner, "edit", [
      message.messageId,
      { content: `${text} ${FILLER}`, revision: 1 },
    ]);
    return message;
  };

  const opened: Opened[] = [];
  for (const path of PATHS) {
    await story.stub.change(owner, "continueFrom", [`m${SHARED}`]);
    opened.push({ ...path, leafId: (await write(path, 0)).messageId });
  }
  for (let round = 1; round < ROUNDS; round += 1) {
    if (round % 5 === 0) await forgetLimits(story);
    for (const path of opened) {
      await story.stub.change(owner, "openPath", [path.leafId]);
      path.leafId = (await write(path, round)).messageId;
      if (round % 4 === 0) await runJobs(story);
    }
  }
  await runJobs(story);

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
