/** Response options that set cookies; each entry is a whole `Set-Cookie` value. */
export function withCookies(setCookies: readonly string[]): { headers: Headers } {
  const headers = new Headers();
  for (const cookie of setCookies) headers.append("Set-Cookie", cookie);
  return { headers };
}
