import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { parseArgs } from "node:util";
import * as v from "valibot";
import { STORY_IDEAS } from "#domain/story-ideas.ts";
import { listStateEntries } from "./backup/state-files.ts";
import { PROJECT_ROOT } from "./paths.ts";
import { anyFreePort } from "./ports.ts";
import { Refusal, runCommand } from "./refusal.ts";
import { fillLibrary } from "./seed/fill-library.ts";
import { LocalPerson } from "./seed/local-person.ts";
import { waitUntilHealthy } from "./wait-until-healthy.ts";

/*
 * `npm run seed`: a person with a full library in a state folder of its own, so that one sees the product full. Everything
 * is written by the running product and its storyteller, through its API; only the long story is brought in as a file,
 * because 10,000 turns would take hours.
 */

const PERSON = { name: "alice", email: "alice@example.com" };
const count = v.pipe(v.string(), v.regex(/^\d{1,6}$/u, "must be a number"), v.transform(Number));
const optionsSchema = v.object({
  /** Two for each genre: as many as a person may begin in an hour, less two. */
  stories: v.optional(count, "28"),
  messages: v.optional(count, "10000"),
});

await runCommand(async () => {
  const { values } = parseArgs({ options: { stories: { type: "string" }, messages: { type: "string" } } });
  const options = v.parse(optionsSchema, values);
  const stateDir = path.resolve(PROJECT_ROOT, process.env["STATE_DIR"] ?? ".wrangler/seed");
  if (listStateEntries(stateDir).length > 0)
    throw new Refusal(`STATE_DIR ${stateDir} has a state: remove the folder or choose another one.`);
  const began = performance.now();
  await withProduct(stateDir, async (origin) => {
    const person = new LocalPerson(origin);
    await person.arrive(PERSON);
    await fillLibrary(person, STORY_IDEAS, options);
  });
  const seconds = Math.round((performance.now() - began) / 1000);
  const folder = path.relative(PROJECT_ROOT, stateDir);
  process.stdout.write(
    `Done in ${seconds} s. See it with\n  STATE_DIR=${folder} npm start\nand sign in as ${PERSON.name}, ${PERSON.email}.\n`,
  );
});

/** Runs the product on the folder while `use` runs, with everybody on Premium and a storyteller that does not pause. */
async function withProduct(stateDir: string, use: (origin: string) => Promise<void>): Promise<void> {
  const port = await anyFreePort();
  const child = spawn(process.execPath, ["tools/start.ts"], {
    cwd: PROJECT_ROOT,
    stdio: ["pipe", "ignore", "inherit"],
    env: {
      ...process.env,
      ...{ PORT: String(port), STATE_DIR: stateDir, HOST: "127.0.0.1", APP_ORIGIN: "", EXIT_WITH_STDIN: "1" },
      ...{ AI_MODEL: "booky-storyteller", AI_BASE_URL: "", AI_IMAGE_BASE_URL: "", OIDC_ISSUER: "" },
      ...{ BASE_TIER: "premium", DELAY_MS: "0" },
    },
  });
  const ended = once(child, "exit");
  const failed = ended.then(([code]) => {
    throw new Refusal(`Talespark ended with ${code}.`);
  });
  failed.catch(() => {}); // it also ends when all is well
  const origin = `http://localhost:${port}`;
  try {
    const giveUp = new AbortController();
    await Promise.race([waitUntilHealthy(origin, giveUp.signal), failed]).finally(() => giveUp.abort());
    await Promise.race([use(origin), failed]);
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}
