import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { addPerson } from "#tools/local-services/issuer/people-file.ts";
import { inProject } from "#tools/paths.ts";
import { anyFreePort } from "#tools/ports.ts";
import { waitUntilHealthy } from "#tools/ready.ts";
import { Refusal, runCommand } from "#tools/refusal.ts";

/*
 * `npm run image:rehearse`: runs the steps of the Dockerfile in order without Docker, each stage in a clean folder of its own,
 * and starts the result as a user without rights, with a folder that it can't write to. There a story is begun, and the state is backed
 * up and restored. What it can't show: the base image, and the step with apt-get. As root, because the last step needs another user.
 */

/** `nobody` on Linux. */
const NOBODY = 65_534;
const NEEDS_IMAGE = /^apt-get /u;

/** What a machine needs to reach a registry of packages. */
const OF_NETWORK =
  /^(?:npm_config_(?:registry|cache|.*proxy|cafile)|https?_proxy|no_proxy|SSL_CERT_FILE|NODE_EXTRA_CA_CERTS)$/iu;

type Step = { keyword: string; rest: string };
type Stage = { name: string; folder: string; workdir: string };
/** What a container starts with: the folder of its program and the values of ENV. */
type Image = { workdir: string; env: Record<string, string> };

function readSteps(dockerfile: string): Step[] {
  return dockerfile
    .replaceAll(/^#.*\n/gmu, "")
    .replaceAll(/\\\n\s*/gu, "")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [keyword = "", ...rest] = line.trim().split(/\s+(.*)/u);
      return { keyword, rest: rest.join("").trim() };
    });
}

/** The files of the context: those of git, with changes, without what .dockerignore names. */
function copyContext(target: string): void {
  const ignored = readFileSync(inProject(".dockerignore"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
    cwd: inProject(),
    encoding: "utf8",
  }).split("\0");
  for (const file of files) {
    if (file === "" || !existsSync(inProject(file))) continue;
    if (ignored.some((name) => file === name || file.startsWith(`${name}/`))) continue;
    cpSync(inProject(file), path.join(target, file), { recursive: true });
  }
}

await runCommand(async () => {
  if (process.getuid?.() !== 0) throw new Refusal("Run this as root: the last step needs another user.");
  const root = mkdtempSync(path.join(tmpdir(), "talespark-image-"));
  try {
    const image = runStages(root);
    await serve(root, image);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

/** Runs the stages. */
function runStages(root: string): Image {
  const context = path.join(root, "context");
  copyContext(context);
  const stages: Stage[] = [];
  let env: Record<string, string> = {};
  for (const { keyword, rest } of readSteps(readFileSync(inProject("Dockerfile"), "utf8"))) {
    const stage = stages.at(-1);
    process.stdout.write(`${keyword} ${rest.slice(0, 120)}\n`);
    if (keyword === "FROM") {
      const name = / AS (\w+)$/u.exec(rest)?.[1] ?? "last";
      stages.push({ name, folder: path.join(root, name), workdir: "/" });
      env = {};
    } else if (stage === undefined) throw new Refusal(`${keyword} stands before FROM.`);
    else if (keyword === "WORKDIR") {
      stage.workdir = rest;
      mkdirSync(path.join(stage.folder, rest), { recursive: true });
    } else if (keyword === "COPY") copyIn(stages, context, rest);
    else if (keyword === "ENV") Object.assign(env, readAssignments(rest));
    else if (keyword === "RUN" && !NEEDS_IMAGE.test(rest)) runIn(stage, rest, env);
  }
  const last = stages.at(-1);
  if (last === undefined) throw new Refusal("The Dockerfile has no stage.");
  return { workdir: path.join(last.folder, last.workdir), env };
}

function copyIn(stages: Stage[], context: string, rest: string): void {
  const words = rest.split(/\s+/u);
  const from = /^--from=(.*)$/u.exec(words[0] ?? "")?.[1];
  const paths = from === undefined ? words : words.slice(1);
  const target = paths.at(-1) ?? "";
  const stage = stages.at(-1);
  const source = from === undefined ? context : stages.find(({ name }) => name === from)?.folder;
  if (stage === undefined || source === undefined) throw new Refusal(`COPY ${rest}: no such stage.`);
  for (const each of paths.slice(0, -1)) {
    const isWhole = each === ".";
    const found = path.join(source, each);
    if (!existsSync(found)) throw new Refusal(`COPY ${rest}: there is no ${each}.`);
    const place = path.join(stage.folder, stage.workdir, target);
    const isInto = !isWhole && target.endsWith("/");
    cpSync(found, isInto ? path.join(place, path.basename(each)) : place, {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
}

function runIn(stage: Stage, command: string, env: Record<string, string>): void {
  const cwd = path.join(stage.folder, stage.workdir);
  const { status } = spawnSync("sh", ["-ec", command], {
    cwd,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...cleanEnvironment(), ...env },
  });
  if (status !== 0) throw new Refusal(`RUN ${command} ended with ${status}.`);
}

/** The Node of the image first: this checkout's. Nothing else of the person who rehearses. */
function cleanEnvironment(): Record<string, string> {
  const node = path.dirname(process.execPath);
  const network = Object.entries(process.env).flatMap(([name, value]): [string, string][] =>
    OF_NETWORK.test(name) && value !== undefined ? [[name, value]] : [],
  );
  return {
    ...Object.fromEntries(network),
    PATH: `${node}:/usr/local/bin:/usr/bin:/bin`,
    HOME: process.env["HOME"] ?? "/root",
  };
}

function readAssignments(rest: string): Record<string, string> {
  return Object.fromEntries(
    rest.split(/\s+/u).map((pair): [string, string] => {
      const [name = "", ...value] = pair.split("=");
      return [name, value.join("=")];
    }),
  );
}

/** Starts what CMD starts, as nobody, on a state folder of its own. Checks its health, and that its state can be saved. */
async function serve(root: string, image: Image): Promise<void> {
  chmodSync(root, 0o755);
  const stateDir = path.join(root, "state");
  await addPerson(stateDir, { name: "alice", email: null, passphrase: "seven wet lanterns" });
  for (const each of ["", "issuer", "issuer/people.json"])
    chownSync(path.join(stateDir, each), NOBODY, NOBODY);
  const port = await anyFreePort();
  const kilobytes = execFileSync("du", ["-sk", image.workdir], { encoding: "utf8" }).split("\t")[0];
  process.stdout.write(`The image adds ${(Number(kilobytes) / 1024).toFixed(0)} MB to its base.\n`);
  const env = { PORT: String(port), STATE_DIR: stateDir, AI_MODEL: "booky-storyteller" };
  const child = startAsNobody(image, ["tools/start.ts"], env);
  const ended = once(child, "exit").then(([code]) => {
    throw new Refusal(`npm start ended with ${code}.`);
  });
  try {
    const origin = `http://localhost:${port}`;
    await Promise.race([waitUntilHealthy(origin, AbortSignal.timeout(60_000)), ended]);
    const page = await (await fetch(origin)).text();
    if (!page.includes("Talespark")) throw new Refusal("The landing page is not there.");
    process.stdout.write("Healthy, as a user without rights.\n");
    await beginStory(origin);
    await saveState(root, image, stateDir);
  } finally {
    ended.catch(() => {});
    child.kill("SIGTERM");
    await once(child, "exit").catch(() => {});
  }
}

/** Begins a visitor's story, so that the state has the database of an object. */
async function beginStory(origin: string): Promise<void> {
  const { status } = await fetch(`${origin}/api/stories/demo`, {
    method: "POST",
    headers: { Origin: origin, "Content-Type": "application/json" },
    body: JSON.stringify({
      genre: "Mystery",
      character: "A night porter",
      description: "A guest checks out of a room that was never let.",
    }),
  });
  if (status !== 201) throw new Refusal(`A story could not be begun: ${status}.`);
}

/** Backs up the running state, and restores it into another folder. */
async function saveState(root: string, image: Image, stateDir: string): Promise<void> {
  const backups = path.join(root, "backups");
  const restored = path.join(root, "restored");
  for (const folder of [backups, restored]) {
    mkdirSync(folder);
    chownSync(folder, NOBODY, NOBODY);
  }
  await runAsNobody(image, ["tools/backup.ts", backups], { STATE_DIR: stateDir });
  const file = path.join(backups, readdirSync(backups)[0] ?? "");
  await runAsNobody(image, ["tools/restore.ts", file], { STATE_DIR: restored });
  process.stdout.write("Backed up and restored.\n");
}

async function runAsNobody(image: Image, args: string[], env: Record<string, string>): Promise<void> {
  const [code] = await once(startAsNobody(image, args, env), "exit");
  if (code !== 0) throw new Refusal(`${args.join(" ")} ended with ${code}.`);
}

function startAsNobody({ workdir, env }: Image, args: string[], more: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: workdir,
    uid: NOBODY,
    gid: NOBODY,
    stdio: ["ignore", "inherit", "inherit"],
    env: { PATH: cleanEnvironment()["PATH"], HOME: "/nonexistent", ...env, ...more },
  });
}
