import { setTimeout as delay } from "node:timers/promises";
import * as v from "valibot";
import { importSchema, startedImportSchema } from "#domain/imports.ts";
import type { WebVisitor } from "#tests/faults/harness/web-visitor.ts";
import { World as PeopleWorld } from "#tests/faults/harness/world.ts";
import { measureMemory } from "#tests/harness/runtime.ts";
import { makeAllPremium } from "#tests/harness/seed.ts";
import type { Measure } from "../harness/figures.ts";
import { figureOf, median, type Round } from "../harness/figures.ts";

/** Of 18 MB, nearly as much as an import may have. */
const IMPORTED = 20_000;
/** What is taken out: 200 stories come in one import. */
const STORIES = 1_000;
const STORIES_AN_IMPORT = 200;
const MESSAGES = 100;
/** Processes in which the archive is taken. When V8 collects garbage is chance. */
const PROCESSES = 3;
/** What a process in use has done before: shown the library so often, and each time opened a story. */
const USES = 150;
const PAGES = 30;
const RESTED_MS = 80; // a person may ask 200 times in 10 s
const MEGABYTE = 1024 * 1024;

/**
 * What others wait for, and what memory the runtime takes, while somebody brings in or takes out very much.
 *
 * Memory is the resident set at its highest, less that before the archive. A process that has only started takes memory for whatever it
 * does first: V8's heap grows from 46 to 100 MB, of which 35 are in use after each collection, and gives little back. Library pages and
 * stories that are opened do the same. So the target is of a process in use.
 */
export const measureLibraries: Measure = async () => {
  const world = await PeopleWorld.start();
  const { product } = world;
  try {
    const [bringer, mover] = [await world.newWebVisitor(), await world.newWebVisitor()];
    const other = await world.newWebVisitor();
    await product.stop();
    makeAllPremium(product.stateDir);
    await product.startAgain();

    const pages: Round = { product: 0, baseline: 0 };
    for (let page = 0; page < PAGES; page += 1) await firstByte(other, "/stories");
    pages.baseline = await readPages(other, PAGES);
    const read: number[] = [];
    const long = new File([toChat(IMPORTED, "It rained on the island. ".repeat(36))], "long.jsonl");
    await bringIn(bringer, long, async () => {
      read.push(await readPages(other, 5));
    });
    pages.product = median(read);

    const stories: string[] = [];
    for (let first = 0; first < STORIES; first += STORIES_AN_IMPORT) {
      const form = Array.from({ length: STORIES_AN_IMPORT }, (_, index) => {
        const name = `Story ${first + index}`;
        return new File([toChat(MESSAGES, `${name}. ${"The lamp went out. ".repeat(15)}`)], `${name}.jsonl`);
      });
      const { conversations } = await bringIn(mover, form, () => delay(500));
      stories.push(...conversations.map(({ id }) => id));
    }
    const startAnew = async () => {
      await product.stop();
      await product.startAgain();
      await readPages(other, PAGES);
    };
    const measure = () => measureMemory(product.pid);
    await startAnew();
    const first: Round = { product: (await takeOut(mover, measure)).firstMs, baseline: null };
    const used: Round[] = [];
    for (let process = 0; process < PROCESSES; process += 1) {
      await startAnew();
      for (const story of stories.slice(0, USES)) {
        await readPages(mover, 1);
        await readPages(mover, 1, `/stories/${story}`);
      }
      used.push({ product: (await takeOut(mover, measure)).grown / MEGABYTE, baseline: null });
    }
    return [
      figureOf(`library while another brings in ${IMPORTED} messages, to at rest`, "ms", [pages], {
        of: "ratio",
        atMost: 2,
      }),
      figureOf(`archive of ${STORIES} stories of ${MESSAGES} messages, first byte`, "ms", [first], {
        of: "product",
        atMost: 1_000,
      }),
      figureOf("memory of that archive in a process in use", "MB", used, { of: "product", atMost: 60 }),
    ];
  } finally {
    await world.stop();
  }
};

function toChat(count: number, text: string): string {
  const line = (_: unknown, index: number) =>
    JSON.stringify({ name: "Mara", is_user: index % 2 === 1, mes: `${index}: ${text}` });
  return Array.from({ length: count }, line).join("\n");
}

async function readPages(visitor: WebVisitor, count: number, path = "/stories"): Promise<number> {
  const times: number[] = [];
  for (let page = 0; page < count; page += 1) {
    times.push(await firstByte(visitor, path));
    await delay(RESTED_MS);
  }
  return median(times);
}

/** Milliseconds from the request to the first byte of the page. */
async function firstByte(visitor: WebVisitor, path: string): Promise<number> {
  const begun = performance.now();
  const { status, body } = await visitor.fetch(path);
  if (status !== 200 || body === null) throw new Error(`${path} answered ${status}.`);
  const reader = body.getReader();
  await reader.read();
  const time = performance.now() - begun;
  while (!(await reader.read()).done);
  return time;
}

/** Brings files in, and calls `meanwhile` until the job has ended. Returns its report. */
async function bringIn(visitor: WebVisitor, files: File | File[], meanwhile: () => Promise<unknown>) {
  const form = new FormData();
  for (const file of [files].flat()) form.append("file", file);
  const sent = await visitor.fetch("/api/imports", { method: "POST", body: form });
  if (sent.status !== 202) throw new Error(`The import was refused: ${await sent.text()}`);
  const { importId } = v.parse(startedImportSchema, await sent.json()).import;
  for (;;) {
    await meanwhile();
    const { state, error, report } = v.parse(
      importSchema,
      await visitor.call("GET", `/api/imports/${importId}`),
    );
    if (state === "done") return report;
    if (state === "failed") throw new Error(`The import failed: ${error}`);
  }
}

/** Downloads the archive of everything, as fast as it comes. */
async function takeOut(visitor: WebVisitor & { sub: string }, measure: () => number) {
  const before = measure();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, measure());
  }, 100);
  const begun = performance.now();
  const { body, status } = await visitor.fetch(
    `/api/users/${encodeURIComponent(visitor.sub)}/library-export`,
  );
  if (status !== 200 || body === null) throw new Error(`The archive answered ${status}.`);
  let firstMs: number | null = null;
  for await (const _ of body) firstMs ??= performance.now() - begun;
  clearInterval(watch);
  return { firstMs: firstMs ?? Number.NaN, grown: most - before };
}
