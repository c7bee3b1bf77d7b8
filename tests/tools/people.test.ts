import { spawnSync } from "node:child_process";
import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { aFolder } from "#tests/faults/harness/state-files.ts";
import { readProcessorMs } from "#tests/harness/processor-ms.ts";
import { Accounts, toSubject } from "#tools/local-services/issuer/accounts.ts";
import { PassphraseCheck } from "#tools/local-services/issuer/passphrase-check.ts";
import {
  addPerson,
  changePassphrase,
  checkPerson,
  findPerson,
  findSubject,
  hasPeople,
  listPeople,
  removePerson,
} from "#tools/local-services/issuer/people-file.ts";
import { RateLimiter } from "#tools/local-services/issuer/rate-limiter.ts";
import { PROJECT_ROOT, persistencePath } from "#tools/paths.ts";

const PASSPHRASE = "seven wet lanterns";

async function aListWith(name: string, email: string | null): Promise<string> {
  const stateDir = aFolder();
  await addPerson(stateDir, { name, email, passphrase: PASSPHRASE });
  return stateDir;
}

/** A list with alice. Her passphrase is hashed once for all tests: it is slow on purpose. */
let alicesList: string | undefined;
async function aListWithAlice(): Promise<string> {
  alicesList ??= await readFile(toPeopleFile(await aListWith("alice", "alice@example.com")), "utf8");
  const stateDir = aFolder();
  await mkdir(path.join(stateDir, "issuer"), { recursive: true });
  await writeFile(toPeopleFile(stateDir), alicesList);
  return stateDir;
}

function toPeopleFile(stateDir: string): string {
  return path.join(stateDir, "issuer", "people.json");
}

it("a person is found by name and passphrase, however the name is written", async () => {
  const stateDir = await aListWith("Zoë", null);
  expect(await checkPerson(stateDir, " zoe\u0308 ".toUpperCase(), PASSPHRASE)).toMatchObject({ name: "Zoë" });
  expect(await checkPerson(stateDir, "Zoë", `${PASSPHRASE} `)).toBeNull();
});

it("the file has no passphrase, only its owner reads it, and equal passphrases look different", async () => {
  const stateDir = await aListWithAlice();
  await addPerson(stateDir, { name: "bob", email: null, passphrase: PASSPHRASE });
  const file = toPeopleFile(stateDir);
  const people: { hash: string }[] = JSON.parse(await readFile(file, "utf8"));
  expect(JSON.stringify(people)).not.toContain(PASSPHRASE);
  expect(people[0]?.hash).not.toBe(people[1]?.hash);
  expect((await stat(file)).mode & 0o077).toBe(0);
});

it("somebody with an e-mail address is the person who signed in with it before there was a list", async () => {
  expect(listPeople(await aListWithAlice())).toMatchObject([
    { subject: toSubject("alice@example.com"), email: "alice@example.com" },
  ]);
});

it.each([
  [{ name: "bob", email: "alice@example.com" }, "alice has that e-mail address already."],
  [{ name: "ALICE", email: null }, "is on the list already"],
  [{ name: "bob", email: null, passphrase: "short" }, "A passphrase has 10 to 200 characters."],
])(
  "names and addresses are on the list once, and passphrases have ten characters: %j",
  async (person, says) => {
    const stateDir = await aListWithAlice();
    await expect(addPerson(stateDir, { passphrase: PASSPHRASE, ...person })).rejects.toThrow(says);
  },
);

it("after a change only the new passphrase is right, after a removal none", async () => {
  const stateDir = await aListWithAlice();
  const subject = await changePassphrase(stateDir, "alice", "nine dry lanterns");
  expect(await checkPerson(stateDir, "alice", PASSPHRASE)).toBeNull();
  expect(await checkPerson(stateDir, "alice", "nine dry lanterns")).toMatchObject({ subject });
  removePerson(stateDir, "alice");
  expect(await checkPerson(stateDir, "alice", "nine dry lanterns")).toBeNull();
  expect([findPerson(stateDir, subject), hasPeople(stateDir)]).toEqual([null, false]);
});

it("somebody whose sessions could not be ended stays on the list, so that the removal can be repeated", async () => {
  const stateDir = await aListWithAlice();
  const remove = () =>
    spawnSync(process.execPath, ["tools/people.ts", "remove", "alice"], {
      cwd: PROJECT_ROOT,
      env: { ...process.env, STATE_DIR: stateDir },
    }).status;
  const databases = path.join(persistencePath(stateDir), "d1", "miniflare-D1DatabaseObject");
  await mkdir(databases, { recursive: true });
  await writeFile(path.join(databases, "0.sqlite"), "no database");
  expect(remove()).toBe(1);
  expect(hasPeople(stateDir)).toBe(true);
  await rm(databases, { recursive: true });
  expect([remove(), hasPeople(stateDir)]).toEqual([0, false]);
});

it("an unknown name is refused, and takes as long as a wrong passphrase", async () => {
  const stateDir = await aListWithAlice();
  const times: Record<"alice" | "bob", number[]> = { alice: [], bob: [] };
  for (let round = 0; round < 3; round += 1) {
    for (const name of ["alice", "bob"] as const) {
      const begun = readProcessorMs();
      expect(await checkPerson(stateDir, name, "not the passphrase")).toBeNull();
      times[name].push(readProcessorMs() - begun);
    }
  }
  const [known, unknown] = [Math.min(...times.alice), Math.min(...times.bob)];
  expect(unknown / known).toBeGreaterThan(0.5);
  expect(unknown / known).toBeLessThan(2);
});

const OWNER = "2001:db8:1:2::1";

/** A check without the work, which takes a second on a busy machine. */
const checkFast: typeof checkPerson = async (stateDir, name, passphrase) => {
  await delay(5);
  const subject = findSubject(stateDir, name);
  return subject !== null && passphrase === PASSPHRASE ? { name, email: null, subject } : null;
};

/** The sign-in of alice, who has signed in from `OWNER`, and a form of hers. */
async function aSignIn() {
  const stateDir = await aListWithAlice();
  const accounts = new Accounts(path.join(stateDir, "issuer"));
  const check = new PassphraseCheck(stateDir, accounts, checkFast);
  const send = async (passphrase: string, address: string) => {
    const checked = await check.check(new URLSearchParams({ name: "alice", passphrase }), address);
    if (checked.ok) await accounts.signIn(checked.subject, checked.account, address);
    return checked.ok ? 200 : checked.status;
  };
  expect(await send(PASSPHRASE, OWNER)).toBe(200);
  return { send, check, stateDir };
}

/** How many of so many wrong passphrases were checked, one after the other, from the addresses that `toAddress` makes. */
async function countChecked(
  send: (passphrase: string, address: string) => Promise<number>,
  count: number,
  toAddress: (index: number) => string,
): Promise<number> {
  let checked = 0;
  for (let index = 0; index < count; index += 1)
    if ((await send("not the passphrase", toAddress(index))) === 422) checked += 1;
  return checked;
}

it("a network may try ten passphrases in a quarter of an hour, a /56 twenty and a /48 forty, also with the right one among them", async () => {
  const { send, check } = await aSignIn();
  const hex = (index: number) => index.toString(16);
  expect(await countChecked(send, 12, (index) => `2001:db8:a:1::${hex(index)}`)).toBe(10);
  expect(await countChecked(send, 12, (index) => `2001:db8:a:${hex(index + 2)}::1`)).toBe(10);
  expect(await countChecked(send, 22, (index) => `2001:db8:a:${hex((index + 1) * 256)}::1`)).toBe(20);
  const form = new URLSearchParams({ name: "alice", passphrase: PASSPHRASE });
  expect(await check.check(form, "2001:db8:a:ff01::1")).toMatchObject({
    ok: false,
    status: 429,
    errors: { passphrase: "That was tried too often. Please wait 15 minutes and try again." },
  });
  expect(await send(PASSPHRASE, "203.0.113.8")).toBe(200);
});

it("somebody with a passphrase of their own can't guess another's without end", async () => {
  const { send, stateDir } = await aSignIn();
  await addPerson(stateDir, { name: "bob", email: null, passphrase: PASSPHRASE });
  const check = new PassphraseCheck(stateDir, new Accounts(path.join(stateDir, "issuer")), checkFast);
  let guesses = 0;
  for (let round = 0; round < 4; round += 1) {
    await check.check(new URLSearchParams({ name: "bob", passphrase: PASSPHRASE }), "203.0.113.9");
    for (let guess = 0; guess < 3; guess += 1) {
      const form = new URLSearchParams({ name: "alice", passphrase: "not the passphrase" });
      const checked = await check.check(form, "203.0.113.9");
      if (!checked.ok && checked.status === 422) guesses += 1;
    }
  }
  expect(guesses).toBe(10);
  expect(await send(PASSPHRASE, OWNER)).toBe(200);
});

it("guesses from many networks slow other networks down, and never one in which the person has signed in before", async () => {
  const { send } = await aSignIn();
  expect(await countChecked(send, 52, (index) => `198.51.100.${index}`)).toBe(50);
  expect(await send(PASSPHRASE, "203.0.113.8")).toBe(429);
  expect(await send(PASSPHRASE, OWNER)).toBe(200);
  expect(await countChecked(send, 10, (index) => `2001:db8:1:${(index + 3).toString(16)}::1`)).toBe(0);
  expect(await send(PASSPHRASE, "2001:db8:1:2:ffff::1")).toBe(200);
});

it("a flood from one network has its own share of the checks, and other people's right passphrases are checked meanwhile", async () => {
  const { send } = await aSignIn();
  const flood = Array.from({ length: 40 }, (_, index) =>
    send("not the passphrase", `2001:db8:a:${index}::1`),
  );
  const others = [OWNER, "203.0.113.8", "203.0.113.9"].map((address) => send(PASSPHRASE, address));
  expect(await Promise.all(others)).toEqual([200, 200, 200]);
  const statuses = await Promise.all(flood);
  expect(statuses.filter((status) => status === 422)).toHaveLength(4);
  expect(statuses.filter((status) => status === 429)).toHaveLength(36);
});

it("attempts are forgotten after the window, and only so many keys are remembered", () => {
  let now = 0;
  const limiter = new RateLimiter({ most: 2, windowMs: 1_000 }, () => now);
  limiter.count("a");
  limiter.count("a");
  expect(limiter.msToWait("a")).toBe(1_000);
  now = 1_000;
  expect(limiter.msToWait("a")).toBe(0);
  limiter.count("a");
  expect(limiter.msToWait("a")).toBe(0);
  limiter.count("a");
  for (let key = 0; key < 10_000; key += 1) limiter.count(`other ${key}`);
  expect(limiter.msToWait("a")).toBe(0);
});
