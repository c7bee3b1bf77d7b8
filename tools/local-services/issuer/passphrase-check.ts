import { listNetworks } from "#workers/http/client-address.ts";
import type { Accounts, IssuerAccount } from "./accounts.ts";
import type { SignInForm } from "./page.ts";
import { checkPerson, findSubject, SIGN_IN_NAME_MAX, toNameKey } from "./people-file.ts";
import { RateLimiter } from "./rate-limiter.ts";

const QUARTER_HOUR_MS = 15 * 60 * 1000;
/**
 * Tries of the networks of an address, the narrowest first: more than a person needs who has forgotten the spelling; a program that
 * guesses gets 40 an hour, and 160 with a whole /48.
 */
const PER_NETWORK = [10, 20, 40];
/** Tries of one name from networks in which that person has never signed in: for guesses from many of them. */
const PER_NAME = 50;
/** Checks that run at the same time: each takes 32 MB and 0.3 s of a processor. */
const AT_ONCE = 2;
/** Checks of one network that run or wait. */
const SHARE = 4;
const WAITING_MAX = 40;

/** The result of a sent form: who it is, or the message for the page. */
export type Checked =
  | { ok: true; subject: string; account: IssuerAccount }
  | { ok: false; status: number; errors: SignInForm["errors"]; retryAfterSeconds?: number };

/**
 * The sign-in of the people on the list. Guessing is limited by network and by name. Somebody in whose network they have signed in
 * before is not held up by guesses from elsewhere: the limit of their name and those of wider networks do not count there.
 */
export class PassphraseCheck {
  readonly #stateDir: string;
  readonly #accounts: Accounts;
  readonly #checkPerson: typeof checkPerson;
  readonly #byNetwork = PER_NETWORK.map((most) => new RateLimiter({ most, windowMs: QUARTER_HOUR_MS }));
  readonly #byName = new RateLimiter({ most: PER_NAME, windowMs: QUARTER_HOUR_MS });
  readonly #queue = new CheckQueue();

  /** `check` is another check of a passphrase in tests: the real one is slow. */
  constructor(stateDir: string, accounts: Accounts, check = checkPerson) {
    this.#stateDir = stateDir;
    this.#accounts = accounts;
    this.#checkPerson = check;
  }

  async check(form: URLSearchParams, address: string): Promise<Checked> {
    const name = (form.get("name") ?? "").trim();
    const passphrase = form.get("passphrase") ?? "";
    if (name === "" || passphrase === "") return refuseEmpty(name, passphrase);
    const networks = listNetworks(address);
    const subject = findSubject(this.#stateDir, name);
    const isKnown = subject !== null && (await this.#accounts.hasSignedInFrom(subject, address));
    const limits = this.#byNetwork.flatMap((limiter, index) => {
      const key = networks[index];
      return key === undefined || (isKnown && index > 0) ? [] : [{ limiter, key }];
    });
    if (!isKnown) limits.push({ limiter: this.#byName, key: toNameKey(name).slice(0, SIGN_IN_NAME_MAX) });

    const msToWait = Math.max(...limits.map(({ limiter, key }) => limiter.msToWait(key)));
    if (msToWait > 0) return refuseTooMany(Math.ceil(msToWait / 1000));
    const source = { network: networks.at(-1) ?? address, isKnown };
    if (this.#queue.isFullFor(source)) return refuseTooMany(10);
    // Before the check, so that many at the same time can't pass the limits.
    for (const { limiter, key } of limits) limiter.count(key);
    const person = await this.#queue.run(source, () => this.#checkPerson(this.#stateDir, name, passphrase));
    if (person === null) {
      const passphraseError = "That name and passphrase don't belong together.";
      return { ok: false, status: 422, errors: { passphrase: passphraseError } };
    }
    for (const { limiter, key } of limits) limiter.giveBack(key);
    return { ok: true, subject: person.subject, account: { name: person.name, email: person.email } };
  }
}

type CheckSource = { network: string; isKnown: boolean };

/** Runs checks, a few at the same time. Each network has a share, so a flood from one holds up nobody else; known ones go first. */
class CheckQueue {
  readonly #running: CheckSource[] = [];
  readonly #waiting: { source: CheckSource; begin: () => void }[] = [];

  isFullFor({ network, isKnown }: CheckSource): boolean {
    const sources = [...this.#running, ...this.#waiting.map(({ source }) => source)];
    if (sources.filter((source) => source.network === network).length >= SHARE) return true;
    return !isKnown && this.#waiting.length >= WAITING_MAX;
  }

  async run<T>(source: CheckSource, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      this.#waiting.push({ source, begin });
      this.#beginNext();
    });
    try {
      return await work();
    } finally {
      this.#running.splice(this.#running.indexOf(source), 1);
      this.#beginNext();
    }
  }

  #beginNext(): void {
    if (this.#running.length >= AT_ONCE) return;
    const firstKnown = this.#waiting.findIndex(({ source }) => source.isKnown);
    const [next] = this.#waiting.splice(Math.max(0, firstKnown), 1);
    if (next === undefined) return;
    this.#running.push(next.source);
    next.begin();
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
