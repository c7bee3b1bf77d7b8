import * as v from "valibot";
import { boundedText } from "./input.ts";
import { LEGAL_CONSENT_VERSION, NSFW_CONSENT_VERSION } from "./legal.ts";
import { THEMES, type Theme } from "./themes.ts";

export const PROVIDERS = ["google", "other"] as const;
export type Provider = (typeof PROVIDERS)[number];

/** `google` where the subject begins so, else `other`: the specification's rule. */
export function toProvider(sub: string): Provider {
  return sub.startsWith("google-oauth2") ? "google" : "other";
}

export const ACCOUNT_NAME_MAX = 100;
const nameRule = { max: ACCOUNT_NAME_MAX, tooLong: `Name must be ${ACCOUNT_NAME_MAX} characters or less` };
const nameSchema = boundedText({ required: "Please enter your name", ...nameRule });

const settingsSchema = v.object({
  theme: v.optional(v.picklist(THEMES, "There is no theme of this name.")),
  usageWarnings: v.optional(v.boolean()),
});

/** `PATCH /api/users/{userId}`: the name, or settings, or both. */
export const updateUserSchema = v.pipe(
  v.object({ name: v.optional(nameSchema), settings: v.optional(settingsSchema) }),
  v.forward(
    v.check(({ name, settings }) => name !== undefined || settings !== undefined, "Please enter your name"),
    ["name"],
  ),
);
export type UpdateUser = v.InferOutput<typeof updateUserSchema>;

const WHEN = "This must be a time (ISO 8601), true or false.";
const acceptedAt = v.nullish(v.union([v.pipe(v.string(), v.isoTimestamp(WHEN)), v.boolean()], WHEN));

/**
 * `PATCH /api/users/{userId}/age-confirmation`. Times and the client's address are accepted for compatibility and
 * ignored: the server knows when this is and who is calling.
 */
export const ageConfirmationSchema = v.object({
  settings: v.object({
    ageConfirmed13: v.optional(v.boolean()),
    acceptedTermsAt: acceptedAt,
    acceptedPrivacyAt: acceptedAt,
    legalConsent: v.optional(
      v.object({
        version: v.literal(LEGAL_CONSENT_VERSION, "This version of the terms is not the current one."),
        source: v.optional(boundedText({ max: 50, tooLong: "Source must be 50 characters or less" })),
        ip: v.nullish(v.string()),
      }),
    ),
    ageConfirmed18NSFW: v.optional(v.boolean()),
    nsfwEnabled: v.optional(v.boolean()),
    nsfwConsent: v.optional(
      v.object({
        version: v.literal(NSFW_CONSENT_VERSION, "This version of the consent is not the current one."),
        timestamp: v.nullish(v.string()),
        ip: v.nullish(v.string()),
      }),
    ),
  }),
});
export type AgeConfirmation = v.InferOutput<typeof ageConfirmationSchema>["settings"];

/** OpenID Connect allows a subject no more. */
const SUBJECT_MAX = 255;
const PICTURE_MAX = 2000;

/**
 * `POST /api/users`: creates the caller's own record; everything but `auth0Id` defaults to the token's claims. `email`,
 * `provider` and `createdAt` are accepted for compatibility and ignored.
 */
export const createUserSchema = v.object({
  auth0Id: boundedText({
    required: "Please say whose record this is.",
    max: SUBJECT_MAX,
    tooLong: `An id has at most ${SUBJECT_MAX} characters.`,
  }),
  name: v.nullish(boundedText(nameRule)),
  picture: v.nullish(
    boundedText({
      max: PICTURE_MAX,
      tooLong: `The address of a picture has at most ${PICTURE_MAX} characters.`,
    }),
  ),
});
export type CreateUser = v.InferOutput<typeof createUserSchema>;

/** What an identity provider says of a person. `sub` is the user's id everywhere. */
export type Identity = {
  sub: string;
  name: string | null;
  email: string | null;
  emailVerified: boolean;
  username: string | null;
  nickname: string | null;
  picture: string | null;
};

/** The user record of the API. Times are ISO 8601. */
export type UserRecord = {
  id: string;
  sub: string;
  name: string;
  username: string | null;
  nickname: string | null;
  email: string | null;
  picture: string | null;
  provider: Provider;
  tier: "free" | "premium";
  plan: { activeStoryCount: number };
  ageConfirmed13: boolean;
  acceptedTermsAt: string | null;
  acceptedPrivacyAt: string | null;
  ageConfirmed18NSFW: boolean;
  nsfwEnabled: boolean;
  settings: { theme: Theme; usageWarnings: boolean };
  createdAt: string;
};

/** Whether the age and terms gate is open: all three are on record. */
export function hasConsented(
  user: Pick<UserRecord, "ageConfirmed13" | "acceptedTermsAt" | "acceptedPrivacyAt">,
): boolean {
  return user.ageConfirmed13 && user.acceptedTermsAt !== null && user.acceptedPrivacyAt !== null;
}
