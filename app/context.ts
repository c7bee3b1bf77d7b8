import { createContext, type RouterContextProvider, redirect } from "react-router";
import { hasConsented, type UserRecord } from "#domain/account.ts";
import type { AppError } from "#domain/errors.ts";
import { toSignInPath } from "#domain/return-path.ts";
import type { Services } from "#workers/services.ts";

/** What loaders and actions can ask for: `context.get(servicesContext)`. The Worker sets it for each request. */
export const servicesContext = createContext<Services>();

/** What the document of a request needs to know of it. */
export const documentContext = createContext<{
  nonce: string;
  requestId: string;
  /** The request is refused: the page says why, and no loader or action runs. */
  refusal: AppError | null;
  /** Where the connection comes from, as an IANA name; a guess at the reader's own. `null` where nobody can tell. */
  timeZone: string | null;
}>();

/**
 * The signed-in user's record. Throws a redirect to sign-in, from where it leads back to `url`: the `url` of the loader's
 * arguments, which has no `.data` at its end.
 */
export async function requireUser(context: Readonly<RouterContextProvider>, url: URL): Promise<UserRecord> {
  const { caller, accounts } = context.get(servicesContext);
  if (!caller) throw redirect(toSignInPath(url.pathname + url.search));
  return accounts.ensure();
}

/** The same, past the age and terms gate: throws a redirect to it where it has not been passed. */
export async function requireConsentedUser(
  context: Readonly<RouterContextProvider>,
  url: URL,
): Promise<UserRecord> {
  const user = await requireUser(context, url);
  if (!hasConsented(user))
    throw redirect(`/welcome?${new URLSearchParams({ returnTo: url.pathname + url.search })}`);
  return user;
}
