import { setTimeout as wait } from "node:timers/promises";
import * as v from "valibot";
import { begunDemoSchema, DEMO_INTERACTIONS, demoStorySchema } from "#domain/demo.ts";
import { errorBodySchema } from "#domain/errors.ts";
import { replyScript } from "#tests/fakes/reply-script.ts";
import type { Random } from "#workers/covers/parts.ts";
import type { WebVisitor } from "./web-visitor.ts";

/** An address may begin ten demos in a minute. */
const DEMO_EVERY_MS = 25_000;
const DROP = { chance: 0.2, withinMs: 600 };
const ANSWER_LIMIT_MS = 90_000;

type DemoTalkerParts = {
  name: string;
  newVisitor: () => WebVisitor;
  random: Random;
  whenUp: () => Promise<void>;
};

const PREMISE = {
  genre: "Mystery",
  character: "A night porter",
  description: "A guest checks out of a room that was never let.",
};
const replySchema = v.object({ aiMessage: v.object({ content: v.string() }) });

/** Visitors who play demo stories, one after another, over calls that are dropped at random and sent again. */
export class DemoTalker {
  readonly problems: string[] = [];
  readonly codes: string[] = [];
  demos = 0;
  drops = 0;
  readonly #parts: DemoTalkerParts;

  constructor(parts: DemoTalkerParts) {
    this.#parts = parts;
  }

  async talk(until: AbortSignal): Promise<void> {
    const { random } = this.#parts;
    await wait(random() * DEMO_EVERY_MS, undefined, { signal: until }).catch(() => undefined);
    while (!until.aborted) {
      try {
        await this.#play();
      } catch (error) {
        this.problems.push(`${this.#parts.name} in demo ${this.demos}: ${error}`);
        return;
      }
      await wait(DEMO_EVERY_MS, undefined, { signal: until }).catch(() => undefined);
    }
  }

  async #play(): Promise<void> {
    this.demos += 1;
    const visitor = this.#parts.newVisitor();
    const begun = await this.#ask(visitor, "/api/stories/demo", PREMISE, begunDemoSchema);
    if (begun === null) return;
    const path = `/api/stories/demo/${begun.storyId}`;
    const opening = { isInitialContinue: true, requestId: crypto.randomUUID() };
    const opened = await this.#ask(visitor, `${path}/continue`, opening, replySchema);
    const expected = opened === null ? [] : [opened.aiMessage.content];
    for (let index = 0; opened !== null && index < DEMO_INTERACTIONS; index += 1) {
      const content = replyScript({ id: `${this.#parts.name}-${this.demos}-${index}`, everyMs: 20 });
      const answer = await this.#ask(
        visitor,
        `${path}/message`,
        { content, requestId: crypto.randomUUID() },
        replySchema,
      );
      if (answer !== null) expected.push(content, answer.aiMessage.content);
    }
    const { messages } = v.parse(demoStorySchema, await this.#untilAnswered(() => visitor.call("GET", path)));
    const told = messages.map(({ content }) => content);
    const others = told.filter((text) => !expected.includes(text));
    const isWhole = told.filter((text) => expected.includes(text)).join("\n") === expected.join("\n");
    // A message whose reply was interrupted without text stays.
    if (!isWhole || others.length > this.codes.length) {
      this.problems.push(`${path} has ${JSON.stringify(told)} in place of ${JSON.stringify(expected)}`);
    }
  }

  /** Posts until there is an answer, with the same body. `null`: it was a refusal, whose code is noted. */
  async #ask<Schema extends v.GenericSchema>(
    visitor: WebVisitor,
    path: string,
    body: object,
    schema: Schema,
  ): Promise<v.InferOutput<Schema> | null> {
    const { random } = this.#parts;
    let dropAfterMs = random() < DROP.chance ? Math.round(random() * DROP.withinMs) : null;
    const response = await this.#untilAnswered(() => {
      const signal = AbortSignal.timeout(dropAfterMs ?? ANSWER_LIMIT_MS);
      if (dropAfterMs !== null) this.drops += 1;
      dropAfterMs = null;
      const headers = { "Content-Type": "application/json" };
      return visitor
        .fetch(path, { method: "POST", headers, body: JSON.stringify(body), signal })
        .then(async (answer) => ({ isOk: answer.ok, json: await answer.json() }));
    });
    if (response.isOk) return v.parse(schema, response.json);
    this.codes.push(v.parse(errorBodySchema, response.json).code);
    return null;
  }

  async #untilAnswered<T>(call: () => Promise<T>): Promise<T> {
    const stuckAt = Date.now() + ANSWER_LIMIT_MS;
    for (;;) {
      await this.#parts.whenUp();
      try {
        return await call();
      } catch (error) {
        if (Date.now() >= stuckAt) throw error;
        await wait(200); // it was dropped, or the server was killed
      }
    }
  }
}
