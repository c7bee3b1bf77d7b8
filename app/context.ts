import { createContext, type RouterContextProvider } from "react-router";
import type { UserRecord } from "#domain/account.ts";
import type { ApiDescription } from "#workers/api/areas.ts";
import type { PageCaller } from "#workers/http/app-env.ts";
import type { Services } from "#workers/services.ts";

/** Who a page is for. The Worker sets it for each request. */
export const callerContext = createContext<PageCaller>();

/** What loaders and actions can ask for: `context.get(servicesContext)`. The guard of their branch sets it (`guards.ts`). */
export const servicesContext = createContext<Services>();

/** The description of the API, for the page that shows it. */
export const apiDescriptionContext = createContext<() => ApiDescription>();

/** What the document of a request needs to know of it. */
export const documentContext = createContext<{
  nonce: string;
  requestId: string;
  /** Writes one line about a page that failed, with the request's id. */
  reportFailure: (error: unknown) => void;
  /** The time zone where the connection comes from, as an IANA name: a guess at the reader's own. `null` where nobody can tell. */
  findTimeZone: () => string | null;
}>();

/**
 * The signed-in user's record, which is made where there is none yet. For routes behind the guard `signedInOnly`; anywhere
 * else it throws UNAUTHENTICATED for a visitor.
 */
export function requireUser(context: Readonly<RouterContextProvider>): Promise<UserRecord> {
  return context.get(servicesContext).accounts.ensure();
}

/** Response options that set cookies; each entry is a whole `Set-Cookie` value. */
export function withCookies(setCookies: readonly string[]): { headers: Headers } {
  const headers = new Headers();
  for (const cookie of setCookies) headers.append("Set-Cookie", cookie);
  return { headers };
}
