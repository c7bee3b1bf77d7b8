import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inProject } from "#tools/paths.ts";
import { listTrackedFiles } from "./tracked-files.ts";

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

  it("puts no text into a page as HTML", () => {
    const unsafe =
      /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|srcDoc/u;

    expect(find(unsafe)).toEqual([]);
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
