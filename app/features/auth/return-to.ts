/** Where a person lands who wanted no page in particular. */
export const AFTER_SIGN_IN = "/stories";

/** The path of this site that a query asks to go on to; anything that could lead elsewhere is not gone to. */
export function returnPath(wanted: FormDataEntryValue | string | null): string {
  if (typeof wanted !== "string" || !wanted.startsWith("/")) return AFTER_SIGN_IN;
  const base = "http://here.invalid";
  const url = URL.parse(wanted, base);
  // "/\evil" and "//evil" name a host; "/.//evil" is tidied into a path that would name one when it is followed.
  if (url?.origin !== base || url.pathname.startsWith("//")) return AFTER_SIGN_IN;
  return url.pathname + url.search + url.hash;
}
