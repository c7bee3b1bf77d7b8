import { runInDurableObject } from "cloudflare:test";
import { expect } from "vitest";
import { openObjectDatabase } from "#durable-objects/conversation/database.ts";
import { outbox } from "#durable-objects/conversation/schema.ts";
import { type ReplyScript, replyScript } from "../fakes/reply-script.ts";
import { anOpenStory, eventually, modelRequests, type Story } from "./story-reader.ts";

/** A character text that contains the script of the fake model; every prompt contains the character. */
export function answering(answers: Record<string, unknown>, name = "Wren, an operator"): string {
  return replyScript({ answers }, name);
}

/** Waits until no job is left. */
export async function jobsDone(story: Story): Promise<void> {
  await eventually(async () => {
    const left = await runInDurableObject(story.stub, (_, state) =>
      openObjectDatabase(state.storage).db.select().from(outbox).all(),
    );
    expect(left).toEqual([]);
  });
}

/** The background requests for a script's id, by task. */
export async function questions(task: string, id: string) {
  return modelRequests(`${task}:${id}`);
}

/** Opens a story and waits for a complete reply. */
export async function aStoryGoingOn(script: ReplyScript, reply: ReplyScript | null = null) {
  const { story, reader } = await anOpenStory({ character: replyScript(script, "Wren, an operator") });
  reader.write(reply === null ? "I look around" : replyScript(reply));
  await reader.next("stream-complete");
  return { story, reader };
}
