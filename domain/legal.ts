/** The version of the terms and the privacy policy that a consent is given for. */
export const LEGAL_CONSENT_VERSION = "2025-08-11";
export const NSFW_CONSENT_VERSION = "2025-08-11";
export const MINIMUM_AGE = 13;
export const ADULT_AGE = 18;
