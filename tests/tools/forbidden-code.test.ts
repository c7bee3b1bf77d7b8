import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { aFolder } from "#tests/faults/harness/state-files.ts";
import { findLeaks, findLogLeaks } from "#tests/harness/leaks.ts";
import { readWranglerConfig } from "#tools/deploy/wrangler-config.ts";
import { provideSecret } from "#tools/local-secret.ts";
import { LOCAL_STRIPE } from "#tools/local-services.ts";
import { inProject } from "#tools/paths.ts";
import { SECRET_SETTINGS } from "#workers/settings.ts";
import { listTrackedFiles } from "./tracked-files.ts";

/** What secrets of services and keys look like. Those of tests and emulators are words with underscores. */
const SHAPES: Record<string, RegExp> = {
  "a Stripe key": /\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}/u,
  "a Stripe webhook secret": /\bwhsec_[A-Za-z0-9]{24,}/u,
  "a private key": /-----BEGIN (?:\w+ )*PRIVATE KEY-----/u,
  "an AWS key": /\bAKIA[0-9A-Z]{16}\b/u,
  "a Google key": /\bAIza[\w-]{35}\b/u,
  "a GitHub token": /\b(?:gh[opsu]|github_pat)_\w{30,}/u,
  "an OpenAI or Anthropic key": /\bsk-(?:ant-|proj-)?[\w-]{32,}/u,
  "a token that is signed": /\beyJ[\w-]{20,}\.eyJ[\w-]{20,}\.[\w-]{20,}/u,
};

function findSecrets(text: string): string[] {
  return Object.entries(SHAPES).flatMap(([name, shape]) => (shape.test(text) ? [name] : []));
}

it.each([
  { name: "as it runs locally", env: null },
  { name: "in production", env: "production" as const },
])("secrets have no value in wrangler.toml $name: they are set with `wrangler secret`", ({ env }) => {
  const { vars } = readWranglerConfig(env);

  expect(SECRET_SETTINGS.length).toBeGreaterThan(4);
  expect(Object.keys(vars).filter((name) => isSecretName(name))).toEqual([]);
});

it("secrets are in no file of the repository", () => {
  const files = listTrackedFiles();
  const found = files.flatMap((file) =>
    findSecrets(readFileSync(inProject(file), "latin1")).map((name) => `${name} in ${file}`),
  );

  expect(files.length).toBeGreaterThan(1_000);
  expect(found).toEqual([]);
});

it("secrets of a person who works on it stay on their machine", () => {
  expect(
    listTrackedFiles().filter((file) => /(?:^|\/)\.(?:dev\.vars|env)(?!.*\.example$)/u.test(file)),
  ).toEqual([]);
  expect(readFileSync(inProject(".gitignore"), "utf8").split("\n")).toContain(".dev.vars");
});

function isSecretName(name: string): boolean {
  return (
    SECRET_SETTINGS.some((secret) => secret === name) || /SECRET|PASSPHRASE|PASSWORD|_KEY$|TOKEN$/u.test(name)
  );
}

it("each state folder has random secrets of its own, also the app's at the local issuer, and keeps them", () => {
  const folders = [aFolder(), aFolder()];
  const secrets = folders.flatMap((folder) => [
    provideSecret(folder, "client-secret"),
    provideSecret(folder, "session-secret"),
  ]);

  expect(secrets.filter((secret) => !/^[0-9a-f]{64}$/u.test(secret))).toEqual([]);
  expect(new Set(secrets).size).toBe(4);
  expect(provideSecret(folders[0] ?? "", "client-secret")).toBe(secrets[0]);
});

it("reports forbidden values and their lines without repeating the values", () => {
  const stateDir = aFolder();
  const output = [
    '{"event":"request","route":"/home"}',
    `{"authorization":"Bearer ${LOCAL_STRIPE.secretKey}"}`,
    '{"user":"reader-1@example.com"}',
    '{"cookie":"eyJhbGciOiJSUzI1NiIsImtpZCI6.e30.x"}',
  ].join("\n");

  const leaks = findLogLeaks({ output, stateDir });

  expect(leaks).toEqual([
    "the payment provider's key in line 2",
    "an e-mail address in line 3",
    "a token in line 4",
  ]);
  expect(findLeaks("nothing of it", { word: "something" })).toEqual([]);
});

/** The code that runs for people: in their browser, in the Worker, in its objects. */
const SOURCES = listTrackedFiles()
  .filter((file) => /^(?:app|workers|durable-objects|domain)\/.*\.tsx?$/u.test(file))
  .map((file) => ({ file, text: withoutComments(readFileSync(inProject(file), "utf8")) }));

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//gu, "").replaceAll(/(?<=^|\s)\/\/.*$/gmu, "");
}

/** `file: the line` of each place where a pattern is found. */
function find(pattern: RegExp, sources: readonly { file: string; text: string }[] = SOURCES): string[] {
  return sources.flatMap(({ file, text }) =>
    text
      .split("\n")
      .filter((line) => pattern.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
}

const server = SOURCES.filter(({ file }) => /^(?:workers|durable-objects)\//u.test(file));

describe("the code that runs for people", () => {
  it("runs no text as code", () => {
    expect(find(/\beval\(|\bnew Function\(|\bsetTimeout\(\s*["'`]|\bsetInterval\(\s*["'`]/u)).toEqual([]);
  });

  it("puts no text into a page as HTML but those of our own that are kept in files", () => {
    const unsafe =
      /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|srcDoc/u;

    expect(find(unsafe).map((place) => place.split(":")[0])).toEqual(["app/features/site/own-text.tsx"]);
    expect(find(/<OwnText\b/u)).toEqual([
      "app/routes/help.tsx: <OwnText html={answer} />",
      "app/routes/public/legal.tsx: <OwnText html={html} />",
    ]);
  });

  it("takes no messages from other windows, and sends none", () => {
    expect(find(/\bpostMessage\(|window\.onmessage|window\.addEventListener\("message"/u)).toEqual([]);
  });

  it("calls no program and reads no file of its machine", () => {
    expect(find(/from "node:(?:child_process|fs|vm|worker_threads|net)/u)).toEqual([]);
  });

  it("writes into a statement of SQL only what is bound, or a constant of its own", () => {
    expect(find(/\bsql\.raw\(/u).map((place) => place.split(":")[0])).toEqual([
      "workers/character-chats/store.ts",
    ]);
    expect(find(/\.(?:exec|prepare)\(`[^`]*\$\{/u)).toEqual([]);
  });

  it("asks D1 only in a session: without one, read replicas are never asked", () => {
    const direct = /\bDB(_\d+)?\s*\.(prepare|batch|exec)\b|\bdrizzle\([^)]*\bDB\b/;
    const listFilesWith = (pattern: RegExp) =>
      server.flatMap(({ file, text }) => (pattern.test(text) ? [file] : []));

    expect(listFilesWith(direct)).toEqual([]);
    expect(listFilesWith(/\.withSession\(/)).toEqual([
      "workers/db/account-database.ts",
      "workers/db/client.ts",
    ]);
  });

  it("follows no redirect of a service that it asks", () => {
    const calls = server.flatMap(({ file, text }) =>
      [...text.matchAll(/(?<![\w.#])fetch\((?!request: Request)/gu)].map(({ index }) => ({
        file,
        call: text.slice(index, index + 500),
      })),
    );

    expect(calls.length).toBeGreaterThan(4);
    expect(calls.filter(({ call }) => !call.includes('redirect: "manual"'))).toEqual([]);
  });

  it("makes nothing that must not be guessed with a generator for games", () => {
    const places = find(/\bMath\.random\b/u, server).map((place) => place.split(":")[0]);

    // Which of Booky's ideas is given, how long a background job waits, which database a new account goes to.
    expect(new Set(places)).toEqual(
      new Set([
        "durable-objects/conversation/jobs.ts",
        "workers/db/assign-shard.ts",
        "workers/prompts/service.ts",
      ]),
    );
  });

  it("knows no broken or home-made cryptography", () => {
    expect(find(/\b(?:md5|sha-?1|rc4|aes-ecb)\b|createCipher|createHash/iu, server)).toEqual([]);
    expect(find(/crypto\.subtle\.(?:encrypt|generateKey)/u)).toEqual([]);
  });
});
