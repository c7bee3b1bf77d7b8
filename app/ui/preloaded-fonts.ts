import franklin from "@fontsource-variable/libre-franklin/files/libre-franklin-latin-wght-normal.woff2?url";
import literata from "@fontsource-variable/literata/files/literata-latin-opsz-normal.woff2?url";

/** Addresses of the fonts that the first screen of every page needs. */
export const PRELOADED_FONTS: readonly string[] = [literata, franklin];
