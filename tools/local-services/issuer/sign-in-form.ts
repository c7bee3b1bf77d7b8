import * as v from "valibot";
import { type IssuerAccount, toSubject } from "./accounts.ts";
import { Attempts } from "./attempts.ts";
import type { SignInForm } from "./page.ts";
import { checkPerson } from "./people.ts";

const NAME_MAX = 100; // characters
const EMAIL_MAX = 254; // characters, the longest address that can receive mail

const QUARTER_HOUR_MS = 15 * 60 * 1000;
/** More tries than a person needs who has forgotten the spelling; a program that guesses gets 40 an hour. */
const PER_ADDRESS = { most: 10, windowMs: QUARTER_HOUR_MS };
/** For guesses from many addresses. It is higher, because with it a stranger can keep a person from signing in. */
const PER_NAME = { most: 100, windowMs: QUARTER_HOUR_MS };
/** Checks that run or wait: each takes 32 MB and 0.3 s of a processor. */
const AT_ONCE = 2;
const WAITING_MAX = 20;

/** The result of a sent form: who it is, or the message for the page. */
export type Checked =
  | { ok: true; subject: string; account: IssuerAccount }
  | { ok: false; status: number; errors: SignInForm["errors"]; retryAfterSeconds?: number };

const nameAndEmail = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty("Please enter your name."),
    v.maxLength(NAME_MAX, `Please use at most ${NAME_MAX} characters.`),
  ),
  email: v.pipe(
    v.string(),
    v.trim(),
    v.toLowerCase(),
    v.nonEmpty("Please enter your e-mail address."),
    v.maxLength(EMAIL_MAX, `Please use at most ${EMAIL_MAX} characters.`),
    v.email("That doesn't look like an e-mail address. One looks like ada@example.com."),
  ),
});

/** The sign-in of one machine: anybody is who they say. */
export function checkNameAndEmail(form: URLSearchParams): Checked {
  const parsed = v.safeParse(nameAndEmail, { name: form.get("name") ?? "", email: form.get("email") ?? "" });
  if (parsed.success) return { ok: true, subject: toSubject(parsed.output.email), account: parsed.output };
  const errors: SignInForm["errors"] = {};
  for (const issue of parsed.issues) {
    const key = issue.path?.[0]?.key;
    if (key === "name" || key === "email") errors[key] ??= issue.message;
  }
  return { ok: false, status: 422, errors };
}

/** The sign-in of the people on the list. Guessing is limited by address and by name. */
export class PassphraseCheck {
  readonly #stateDir: string;
  readonly #byAddress = new Attempts(PER_ADDRESS);
  readonly #byName = new Attempts(PER_NAME);
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(stateDir: string) {
    this.#stateDir = stateDir;
  }

  async check(form: URLSearchParams, address: string): Promise<Checked> {
    const name = (form.get("name") ?? "").trim();
    const passphrase = form.get("passphrase") ?? "";
    if (name === "" || passphrase === "") return refuseEmpty(name, passphrase);
    const key = name.normalize("NFKC").toLowerCase().slice(0, NAME_MAX);
    const msToWait = Math.max(this.#byAddress.msToWait(address), this.#byName.msToWait(key));
    if (msToWait > 0) return refuseTooMany(Math.ceil(msToWait / 1000));
    if (this.#waiting.length >= WAITING_MAX) return refuseTooMany(10);
    this.#byAddress.count(address);
    this.#byName.count(key);
    const person = await this.#inTurn(() => checkPerson(this.#stateDir, name, passphrase));
    if (person === null) {
      const passphraseError = "That name and passphrase don't belong together.";
      return { ok: false, status: 422, errors: { passphrase: passphraseError } };
    }
    this.#byAddress.forget(address);
    this.#byName.forget(key);
    const { subject, email } = person;
    return { ok: true, subject, account: { name: person.name, email } };
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next(); // takes over this place
    }
  }
}

function refuseEmpty(name: string, passphrase: string): Checked {
  return {
    ok: false,
    status: 422,
    errors: {
      ...(name === "" ? { name: "Please enter your name." } : {}),
      ...(passphrase === "" ? { passphrase: "Please enter your passphrase." } : {}),
    },
  };
}

function refuseTooMany(retryAfterSeconds: number): Checked {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const wait = minutes === 1 ? "a minute" : `${minutes} minutes`;
  const passphrase = `That was tried too often. Please wait ${wait} and try again.`;
  return { ok: false, status: 429, errors: { passphrase }, retryAfterSeconds };
}
