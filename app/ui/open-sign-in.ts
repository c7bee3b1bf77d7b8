import { toSignInPath } from "#domain/return-path.ts";

/** Leads to the sign-in and back. Where the browser would ask because of what is typed, that happens in another tab, and this one stays. */
export function openSignIn(): void {
  const path = toSignInPath(location.pathname + location.search);
  const isAsked = !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  if (isAsked) window.open(path);
  else location.assign(path);
}
