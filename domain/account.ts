import * as v from "valibot";
import { boundedText, orLess } from "./input.ts";
import { LEGAL_CONSENT_VERSION, NSFW_CONSENT_VERSION } from "./legal.ts";
import { TIERS } from "./plan.ts";
import { countSchema, timeSchema } from "./record-parts.ts";
import { THEMES } from "./themes.ts";

export const PROVIDERS = ["google", "other"] as const;

export const ACCOUNT_NAME_MAX = 100;
const nameRule = orLess(ACCOUNT_NAME_MAX, "Name must be");
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
        source: v.optional(boundedText(orLess(50, "Source must be"))),
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
export const identitySchema = v.object({
  sub: v.string(),
  name: v.nullable(v.string()),
  email: v.nullable(v.string()),
  emailVerified: v.boolean(),
  username: v.nullable(v.string()),
  nickname: v.nullable(v.string()),
  picture: v.nullable(v.string()),
});
export type Identity = v.InferOutput<typeof identitySchema>;

/** The user record of the API. */
export const userRecordSchema = v.object({
  id: v.string(),
  sub: v.string(),
  name: v.string(),
  username: v.nullable(v.string()),
  nickname: v.nullable(v.string()),
  email: v.nullable(v.string()),
  picture: v.nullable(v.string()),
  provider: v.picklist(PROVIDERS),
  tier: v.picklist(TIERS),
  plan: v.object({ activeStoryCount: countSchema }),
  ageConfirmed13: v.boolean(),
  acceptedTermsAt: v.nullable(timeSchema),
  acceptedPrivacyAt: v.nullable(timeSchema),
  ageConfirmed18NSFW: v.boolean(),
  nsfwEnabled: v.boolean(),
  settings: v.object({ theme: v.picklist(THEMES), usageWarnings: v.boolean() }),
  createdAt: timeSchema,
});
export type UserRecord = v.InferOutput<typeof userRecordSchema>;

/** Whether the age and terms gate is open: all three are on record. */
export function hasConsented(
  user: Pick<UserRecord, "ageConfirmed13" | "acceptedTermsAt" | "acceptedPrivacyAt">,
): boolean {
  return user.ageConfirmed13 && user.acceptedTermsAt !== null && user.acceptedPrivacyAt !== null;
}
