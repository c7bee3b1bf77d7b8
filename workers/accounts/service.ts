import * as v from "valibot";
import {
  ACCOUNT_NAME_MAX,
  type AgeConfirmation,
  type CreateUser,
  hasConsented,
  type Identity,
  type UpdateUser,
  type UserRecord,
  userRecordSchema,
} from "#domain/account.ts";
import { allowsAdult } from "#domain/adult-content.ts";
import { AppError } from "#domain/errors.ts";
import { createId } from "#domain/ids.ts";
import { NSFW_CONSENT_VERSION } from "#domain/legal.ts";
import type { Tier } from "#domain/plan.ts";
import { truncateCharacters } from "#domain/text.ts";
import { READER_THEME } from "#domain/themes.ts";
import type { AccountCaller } from "../auth/caller.ts";
import type { Database } from "../db/client.ts";
import type { SharedParts } from "../services.ts";
import {
  type AccountRow,
  ensureAccount,
  findAccount,
  type NewConsentRow,
  type NewUserRow,
  refreshAccount,
  type UserRow,
  updateAccount,
} from "./store.ts";

/** The name of a person for whom the identity provider gives none. */
const UNNAMED = "Reader";

const ADULT_IS_OFF =
  "This has adult content, which is off in your settings. Please switch it on there first.";

type AccountServiceParts = Pick<SharedParts, "settings" | "caller" | "database" | "clientIp" | "now"> & {
  /** Gives the row that the session check reads. */
  readAccount: (() => Promise<AccountRow>) | undefined;
};

/** The caller's own record. Throws NOT_FOUND for another person's id, as if that did not exist. */
export class AccountService {
  readonly #parts: AccountServiceParts;
  #current: Promise<UserRecord | null> | undefined;
  #readAccount: (() => Promise<AccountRow>) | undefined;
  #sparksUsed: number | null = null;

  constructor(parts: AccountServiceParts) {
    this.#parts = parts;
    this.#readAccount = parts.readAccount;
  }

  /** The caller's id. Throws UNAUTHENTICATED. */
  get ownerId(): string {
    return this.#caller().userId;
  }

  /** The caller's Sparks that count against this month; `null` if they were not read together with the record. */
  get sparksUsed(): number | null {
    return this.#sparksUsed;
  }

  /** The caller's record, read once a request; `null`: nobody is signed in, or there is no record yet. */
  current(): Promise<UserRecord | null> {
    this.#current ??= this.#read();
    return this.#current;
  }

  /** Makes the next call read the record again: something outside this service has changed it. */
  forget(): void {
    this.#current = undefined;
    this.#readAccount = undefined;
    this.#sparksUsed = null;
  }

  /** The caller's record, made from the identity's claims where there is none yet. */
  async ensure(): Promise<UserRecord> {
    return (await this.current()) ?? (await this.#make(this.#caller().identity)).user;
  }

  /**
   * `POST /api/users`: makes the caller's own record if there is none. The body only fills in what the token does not
   * say; the e-mail comes only from a verified identity token. Throws FORBIDDEN for another's `auth0Id`.
   */
  async create(input: CreateUser): Promise<{ user: UserRecord; isNew: boolean }> {
    const { userId, identity } = this.#caller();
    if (input.auth0Id !== userId) throw new AppError("FORBIDDEN", { field: "auth0Id" });
    return this.#make({
      ...identity,
      name: identity.name ?? (input.name?.trim() || null),
      picture: identity.picture ?? input.picture ?? null,
    });
  }

  async get(userId: string): Promise<UserRecord> {
    this.requireOwn(userId);
    const user = await this.current();
    if (!user) throw new AppError("NOT_FOUND");
    return user;
  }

  /** Changes the caller's name and settings; absent fields stay as they are. */
  async update(userId: string, { name, settings = {} }: UpdateUser): Promise<UserRecord> {
    this.requireOwn(userId);
    const { theme, usageWarnings } = settings;
    const updatedAt = this.#timestamp();
    return this.#written(await updateAccount(this.#db, userId, { name, theme, usageWarnings, updatedAt }));
  }

  /**
   * Records what the caller confirms about their age and the terms, with the evidence: version, source, address, and
   * the server's time. Absent flags stay as they are. Legal flags need `legalConsent`; adult flags need `nsfwConsent`
   * or an earlier confirmation; otherwise throws INVALID_INPUT.
   */
  async confirmAge(
    userId: string,
    confirmation: AgeConfirmation,
    options: { source: string },
  ): Promise<UserRecord> {
    const user = await this.get(userId);
    const now = this.#timestamp();
    const { change, consents } = toConsentChanges(user, confirmation, now, options.source);
    const given = consents.map((consent) => ({
      ...consent,
      id: createId(),
      ip: this.#parts.clientIp,
      timestamp: now,
    }));
    return this.#written(await updateAccount(this.#db, userId, { ...change, updatedAt: now }, given));
  }

  /** The caller's record, if they have confirmed age and terms. Throws UNAUTHENTICATED or CONSENT_REQUIRED. */
  async requireConsented(): Promise<UserRecord> {
    this.#caller();
    const user = await this.current();
    if (!user || !hasConsented(user)) throw new AppError("CONSENT_REQUIRED");
    return user;
  }

  async #read(): Promise<UserRecord | null> {
    if (!this.#parts.caller) return null;
    const account = this.#readAccount
      ? await this.#readAccount()
      : (await findAccount(this.#db, this.#parts.caller.userId))[0];
    this.#sparksUsed = account?.sparksUsed ?? null;
    return account ? toUserRecord(account) : null;
  }

  async #make(identity: Identity): Promise<{ user: UserRecord; isNew: boolean }> {
    await this.#parts.database.assignShard();
    const { account, isNew } = await ensureAccount(
      this.#db,
      newUser(identity, this.#parts.settings.BASE_TIER, this.#timestamp()),
    );
    return { user: this.#written(account), isNew };
  }

  #written(account: AccountRow | null): UserRecord {
    if (!account) throw new AppError("NOT_FOUND");
    const user = toUserRecord(account);
    this.#current = Promise.resolve(user);
    this.#sparksUsed = account.sparksUsed;
    return user;
  }

  get #db(): Database {
    return this.#parts.database.db;
  }

  #caller(): AccountCaller {
    if (!this.#parts.caller) throw new AppError("UNAUTHENTICATED");
    return this.#parts.caller;
  }

  /** Throws NOT_FOUND where that is not the caller's id, UNAUTHENTICATED where nobody is signed in. */
  requireOwn(userId: string): void {
    if (this.#caller().userId !== userId) throw new AppError("NOT_FOUND");
  }

  #timestamp(): string {
    return this.#parts.now().toISOString();
  }
}

/**
 * Makes or updates the row of a person who has just signed in. Returns the epoch with which their session begins.
 * Throws ACCOUNT_BEING_DELETED.
 */
export async function recordSignIn(
  db: Database,
  identity: Identity,
  { baseTier, now }: { baseTier: Tier; now: Date },
): Promise<number> {
  const { user } = await refreshAccount(db, newUser(identity, baseTier, now.toISOString()));
  if (user.deletionRequestedAt !== null) throw new AppError("ACCOUNT_BEING_DELETED");
  return user.sessionEpoch;
}

function newUser(identity: Identity, tier: Tier, now: string): NewUserRow {
  return {
    id: identity.sub,
    name: truncateCharacters(
      identity.name ?? identity.nickname ?? identity.username ?? UNNAMED,
      ACCOUNT_NAME_MAX,
    ),
    username: identity.username,
    nickname: identity.nickname,
    email: identity.emailVerified ? identity.email : null,
    picture: toPictureUrl(identity.picture),
    // The specification's rule.
    provider: identity.sub.startsWith("google-oauth2") ? "google" : "other",
    tier,
    // Higher than any epoch of a deleted account of the same person, so that sessions of that account are not valid for
    // this one.
    sessionEpoch: Math.floor(Date.parse(now) / 1000),
    createdAt: now,
    updatedAt: now,
  };
}

/** Accepts only an address that a page may show as an image. */
function toPictureUrl(picture: string | null): string | null {
  return picture !== null && URL.parse(picture)?.protocol === "https:" ? picture : null;
}

/** Throws AGE_CONFIRMATION_REQUIRED for a person who has not confirmed the age that adult content needs, or has switched it off. */
export function requireAdult(user: UserRecord): void {
  if (allowsAdult(user)) return;
  throw new AppError("AGE_CONFIRMATION_REQUIRED", {
    field: "isNSFW",
    ...(user.ageConfirmed18NSFW && { message: ADULT_IS_OFF }),
  });
}

type Consequences = {
  change: Partial<Omit<UserRow, "id" | "createdAt">>;
  consents: Pick<NewConsentRow, "kind" | "decision" | "version" | "source">[];
};

function toConsentChanges(
  user: UserRecord,
  confirmation: AgeConfirmation,
  now: string,
  source: string,
): Consequences {
  const { change, consents }: Consequences = { change: {}, consents: [] };
  const { legalConsent, nsfwConsent } = confirmation;

  // A confirmation that is sent again keeps the time of the first.
  if (confirmation.ageConfirmed13 && !user.ageConfirmed13) change.ageConfirmed13 = true;
  if (confirmation.acceptedTermsAt && user.acceptedTermsAt === null) change.acceptedTermsAt = now;
  if (confirmation.acceptedPrivacyAt && user.acceptedPrivacyAt === null) change.acceptedPrivacyAt = now;
  if (Object.keys(change).length > 0) {
    if (!legalConsent) throw toMissingConsent("settings.legalConsent");
    consents.push({
      kind: "legal",
      decision: "given",
      version: legalConsent.version,
      source: legalConsent.source ?? source,
    });
  }

  const wantsAdult = confirmation.ageConfirmed18NSFW === true || confirmation.nsfwEnabled === true;
  if (wantsAdult && !nsfwConsent && !user.ageConfirmed18NSFW) throw toMissingConsent("settings.nsfwConsent");

  const { ageConfirmed18NSFW = user.ageConfirmed18NSFW, nsfwEnabled = user.nsfwEnabled } = confirmation;
  if (confirmation.nsfwEnabled && !ageConfirmed18NSFW) throw toMissingConsent("settings.ageConfirmed18NSFW");
  change.ageConfirmed18NSFW = ageConfirmed18NSFW;
  // Adult content stays off without the confirmation of age.
  change.nsfwEnabled = ageConfirmed18NSFW && nsfwEnabled;

  const isTurnedOn = !user.nsfwEnabled && change.nsfwEnabled;
  const isTakenBack =
    (user.nsfwEnabled && !change.nsfwEnabled) || (user.ageConfirmed18NSFW && !ageConfirmed18NSFW);
  if (wantsAdult && (nsfwConsent || isTurnedOn)) {
    consents.push({ kind: "nsfw", decision: "given", version: NSFW_CONSENT_VERSION, source });
  }
  if (isTakenBack) {
    consents.push({ kind: "nsfw", decision: "withdrawn", version: NSFW_CONSENT_VERSION, source });
  }
  return { change, consents };
}

function toMissingConsent(field: string): AppError {
  return new AppError("INVALID_INPUT", { message: "This confirmation lacks its consent.", field });
}

function toUserRecord({ user, activeStoryCount }: AccountRow): UserRecord {
  const settings = { theme: user.theme ?? READER_THEME, usageWarnings: user.usageWarnings };
  const record = { ...user, sub: user.id, plan: { activeStoryCount }, settings } satisfies UserRecord;
  return v.parse(userRecordSchema, record);
}
