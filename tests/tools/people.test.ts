import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { toSubject } from "#tools/local-services/issuer/accounts.ts";
import { Attempts } from "#tools/local-services/issuer/attempts.ts";
import {
  addPerson,
  changePassphrase,
  checkPerson,
  findPerson,
  hasPeople,
  removePerson,
} from "#tools/local-services/issuer/people.ts";
import { PassphraseCheck } from "#tools/local-services/issuer/sign-in-form.ts";

const PASSPHRASE = "seven wet lanterns";

async function aStateDir(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "people-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

async function aListWith(name: string, email: string | null = null): Promise<string> {
  const stateDir = await aStateDir();
  await addPerson(stateDir, { name, email, passphrase: PASSPHRASE });
  return stateDir;
}

it("a person is found by name and passphrase, however the name is written", async () => {
  const stateDir = await aListWith("Zoë");
  expect(await checkPerson(stateDir, " zoe\u0308 ".toUpperCase(), PASSPHRASE)).toMatchObject({ name: "Zoë" });
  expect(await checkPerson(stateDir, "Zoë", `${PASSPHRASE} `)).toBeNull();
  expect(await checkPerson(stateDir, "bob", PASSPHRASE)).toBeNull();
});

it("the file has no passphrase, only its owner reads it, and equal passphrases look different", async () => {
  const stateDir = await aListWith("alice");
  await addPerson(stateDir, { name: "bob", email: null, passphrase: PASSPHRASE });
  const file = path.join(stateDir, "issuer", "people.json");
  const people: { hash: string }[] = JSON.parse(await readFile(file, "utf8"));
  expect(JSON.stringify(people)).not.toContain(PASSPHRASE);
  expect(people[0]?.hash).not.toBe(people[1]?.hash);
  expect((await stat(file)).mode & 0o077).toBe(0);
});

it("somebody with an e-mail address is the person who signed in with it before there was a list", async () => {
  const stateDir = await aListWith("alice", "alice@example.com");
  expect(await checkPerson(stateDir, "alice", PASSPHRASE)).toMatchObject({
    subject: toSubject("alice@example.com"),
    email: "alice@example.com",
  });
  await expect(
    addPerson(stateDir, { name: "bob", email: "alice@example.com", passphrase: PASSPHRASE }),
  ).rejects.toThrow("alice has that e-mail address already.");
});

it("names are on the list once, and passphrases have ten characters", async () => {
  const stateDir = await aListWith("alice");
  await expect(addPerson(stateDir, { name: "ALICE", email: null, passphrase: PASSPHRASE })).rejects.toThrow(
    "is on the list already",
  );
  await expect(addPerson(stateDir, { name: "bob", email: null, passphrase: "short" })).rejects.toThrow(
    "A passphrase has 10 to 200 characters.",
  );
});

it("after a change only the new passphrase is right, after a removal none", async () => {
  const stateDir = await aListWith("alice");
  const subject = await changePassphrase(stateDir, "alice", "nine dry lanterns");
  expect(await checkPerson(stateDir, "alice", PASSPHRASE)).toBeNull();
  expect(await checkPerson(stateDir, "alice", "nine dry lanterns")).toMatchObject({ subject });
  expect(removePerson(stateDir, "alice")).toBe(subject);
  expect(await checkPerson(stateDir, "alice", "nine dry lanterns")).toBeNull();
  expect([findPerson(stateDir, subject), hasPeople(stateDir)]).toEqual([null, false]);
});

/** Returns how much processor time this process uses for `work`, in ms. Other load on the machine does not count. */
async function processorMsFor(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

it("an unknown name takes as long as a wrong passphrase", async () => {
  const stateDir = await aListWith("alice");
  const times: Record<"alice" | "bob", number[]> = { alice: [], bob: [] };
  for (let round = 0; round < 4; round += 1) {
    for (const name of ["alice", "bob"] as const) {
      times[name].push(await processorMsFor(() => checkPerson(stateDir, name, "not the passphrase")));
    }
  }
  const [known, unknown] = [Math.min(...times.alice), Math.min(...times.bob)];
  expect(unknown / known).toBeGreaterThan(0.5);
  expect(unknown / known).toBeLessThan(2);
});

it("the eleventh wrong passphrase from an address has to wait, even if it is right; other addresses go on", async () => {
  const check = new PassphraseCheck(await aListWith("alice"));
  const form = (passphrase: string) => new URLSearchParams({ name: "alice", passphrase });
  const all = Array.from({ length: 11 }, () => check.check(form("not the passphrase"), "203.0.113.7"));
  const statuses = (await Promise.all(all)).map((checked) => (checked.ok ? 200 : checked.status));
  expect(statuses).toEqual([...Array(10).fill(422), 429]);
  expect(await check.check(form(PASSPHRASE), "203.0.113.7")).toMatchObject({
    ok: false,
    status: 429,
    errors: { passphrase: "That was tried too often. Please wait 15 minutes and try again." },
  });
  expect(await check.check(form(PASSPHRASE), "203.0.113.8")).toMatchObject({ ok: true });
});

it("attempts are forgotten after the window, and only so many keys are remembered", () => {
  let now = 0;
  const attempts = new Attempts({ most: 2, windowMs: 1_000 }, () => now);
  attempts.count("a");
  attempts.count("a");
  expect(attempts.msToWait("a")).toBe(1_000);
  now = 1_000;
  expect(attempts.msToWait("a")).toBe(0);
  attempts.count("a");
  expect(attempts.msToWait("a")).toBe(0);
  attempts.count("a");
  for (let key = 0; key < 10_000; key += 1) attempts.count(`other ${key}`);
  expect(attempts.msToWait("a")).toBe(0);
});
