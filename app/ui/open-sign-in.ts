import { toSignInPath } from "#domain/return-path.ts";

/**
 * Leads to the sign-in and back. Where the browser would ask because of what is typed, that happens in another tab: this one stays, and
 * `onReturn` is called when the person comes back to it.
 */
export function openSignIn(onReturn: () => unknown = () => undefined): void {
  const path = toSignInPath(window.location.pathname + window.location.search);
  const isAsked = !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  if (!isAsked) {
    window.location.assign(path);
    return;
  }
  window.open(path);
  window.addEventListener("focus", () => void onReturn(), { once: true });
}
