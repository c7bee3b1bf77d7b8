import { keepText, readKept } from "#app/features/storage/browser-storage.ts";
import { forgetFunctional } from "#app/features/storage/functional-storage.ts";

/** The purposes that can be allowed or refused; necessary cookies are always on. */
export const OPTIONAL_PURPOSES = ["functional", "analytics"] as const;
export type OptionalPurpose = (typeof OPTIONAL_PURPOSES)[number];

const CHOICES = ["all", "necessary", "custom"] as const;

/** A person's choice about cookies, kept in this browser. */
export type CookieConsent = {
  value: (typeof CHOICES)[number];
  preferences: { necessary: true } & Record<OptionalPurpose, boolean>;
  /** ISO 8601. */
  storedAt: string;
};
export type CookieChoice = Pick<CookieConsent, "value"> & {
  preferences: Pick<CookieConsent["preferences"], OptionalPurpose>;
};

export const ALLOW_ALL: CookieChoice = { value: "all", preferences: { functional: true, analytics: true } };
export const ONLY_NECESSARY: CookieChoice = {
  value: "necessary",
  preferences: { functional: false, analytics: false },
};

const KEY = "talespark:cookie-consent";
/** Half a year: how long authorities in the European Union suggest to wait before asking again. */
const VALID_MS = 182 * 24 * 60 * 60 * 1000;

/** For browsers without storage: the choice holds until the page is closed. */
let unkept: CookieConsent | null = null;
const listeners = new Set<() => void>();

/** The stored choice; `null`: there is none, it has expired, or this is the server. */
export function readConsent(now = new Date()): CookieConsent | null {
  const consent = parse(readKept("local", KEY)) ?? unkept;
  if (consent === null) return null;
  return now.getTime() - Date.parse(consent.storedAt) < VALID_MS ? consent : null;
}

function parse(text: string | null): CookieConsent | null {
  if (text === null) return null;
  try {
    const kept: unknown = JSON.parse(text);
    return isConsent(kept) ? kept : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Checked by hand: every public page reads it and would load the schema library (4 kB) for this alone. */
function isConsent(kept: unknown): kept is CookieConsent {
  if (!isRecord(kept) || !isRecord(kept["preferences"])) return false;
  const { value, preferences, storedAt } = kept;
  return (
    CHOICES.some((choice) => choice === value) &&
    preferences["necessary"] === true &&
    OPTIONAL_PURPOSES.every((purpose) => typeof preferences[purpose] === "boolean") &&
    typeof storedAt === "string" &&
    !Number.isNaN(Date.parse(storedAt))
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Stores a choice and notifies all subscribers. */
export function storeConsent({ value, preferences }: CookieChoice, now = new Date()): void {
  unkept = { value, preferences: { necessary: true, ...preferences }, storedAt: now.toISOString() };
  keepText("local", KEY, JSON.stringify(unkept));
  if (!preferences.functional) forgetFunctional();
  for (const listener of listeners) listener();
}

/** Whether something that needs consent may be stored or loaded now. Check it before that is loaded. False until a choice is made. */
export function isAllowed(purpose: OptionalPurpose): boolean {
  return readConsent()?.preferences[purpose] ?? false;
}

/** Calls `listener` when the choice changes, in this tab or in another one. Returns the function that unsubscribes. */
export function subscribeToConsent(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", onStorage);
  };
}
