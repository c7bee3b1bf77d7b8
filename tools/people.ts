import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { parseArgs } from "node:util";
import { endSessions } from "./end-sessions.ts";
import {
  addPerson,
  changePassphrase,
  findSubject,
  listPeople,
  PASSPHRASE_MIN,
  removePerson,
} from "./local-services/issuer/people-file.ts";
import { appOrigin } from "./origins-and-proxies.ts";
import { Refusal, runCommand } from "./refusal.ts";
import { readSettings } from "./settings.ts";
import { takeStateLock } from "./state-lock.ts";
import { formatTable } from "./table.ts";

/*
 * `npm run people`: the people who may sign in with the local issuer, when the product is for more than one machine. A
 * passphrase is asked for at the terminal, or read from the first line of a pipe.
 */

const USAGE = `npm run people -- list
npm run people -- add NAME [--email ADDRESS]
npm run people -- passphrase NAME
npm run people -- remove NAME`;

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { email: { type: "string" } },
  });
  const [action = "list", ...words] = positionals;
  const name = words.join(" ").trim();
  const settings = readSettings();
  const { STATE_DIR: stateDir } = settings;
  if (action === "list") {
    const people = listPeople(stateDir);
    const rows = people.map((person) => [person.name, person.email ?? "no e-mail"]);
    process.stdout.write(people.length === 0 ? "Nobody is on the list.\n" : `${formatTable(rows)}\n`);
    return;
  }
  if (name === "" || !["add", "passphrase", "remove"].includes(action)) throw new Refusal(USAGE);
  if (action === "add") {
    const isFirst = listPeople(stateDir).length === 0;
    const email = values.email?.trim().toLowerCase() ?? null;
    await addPerson(stateDir, { name, email, passphrase: await askPassphrase() });
    const next = isFirst ? " From the next start on only people on the list can sign in." : "";
    process.stdout.write(`${name} can sign in.${next}\n`);
    return;
  }
  // Their sessions end as well, and only a stopped product lets another program write its database.
  const passphrase = action === "passphrase" ? await askPassphrase() : null;
  const lock = await takeStateLock(stateDir, appOrigin(settings));
  try {
    const subject =
      passphrase === null ? findSubject(stateDir, name) : await changePassphrase(stateDir, name, passphrase);
    if (subject !== null) endSessions(stateDir, subject);
    // Last: who is no longer on the list can't be removed again, should this end before.
    if (passphrase === null) removePerson(stateDir, name);
  } finally {
    lock.release();
  }
  process.stdout.write(
    passphrase === null
      ? `${name} can no longer sign in and is signed out everywhere. Their stories are kept.\n`
      : `${name} has a new passphrase and is signed out everywhere.\n`,
  );
});

async function askPassphrase(): Promise<string> {
  if (!process.stdin.isTTY) {
    for await (const line of createInterface({ input: process.stdin })) return line;
    return "";
  }
  const first = await askHidden(`Passphrase (at least ${PASSPHRASE_MIN} characters): `);
  if ((await askHidden("Once more: ")) !== first)
    throw new Refusal("The two were different. Nothing is changed.");
  return first;
}

/** Reads a line from the terminal without showing it. */
async function askHidden(question: string): Promise<string> {
  process.stdout.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const ended = once(terminal, "close").then(() => null); // Ctrl-C or Ctrl-D
  const line = await Promise.race([terminal.question("").catch(() => null), ended]);
  terminal.close();
  process.stdout.write("\n");
  if (line === null) throw new Refusal("Nothing is changed.");
  return line;
}
