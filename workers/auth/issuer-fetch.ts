/** The specification's limits towards the identity provider. */
const ISSUER_TIMEOUT_MS = 10_000;
const ISSUER_TRIES = 3;
/** Long enough for a blip to pass, short enough not to be noticed. */
const PAUSE_MS = 200;

/** The issuer could not be reached, did not answer in time, or answered with a failure of its own. */
export class IssuerUnavailable extends Error {
  override readonly name = "IssuerUnavailable";
}

export type IssuerLimits = { timeoutMs: number; tries: number };
export const ISSUER_LIMITS: IssuerLimits = { timeoutMs: ISSUER_TIMEOUT_MS, tries: ISSUER_TRIES };

/**
 * Runs `attempt` until it succeeds, at most `tries` times. Only an `IssuerUnavailable` is tried again; any other failure was
 * the issuer's answer.
 */
export async function withTries<T>({ tries }: IssuerLimits, attempt: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof IssuerUnavailable) || tried >= tries) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tried));
    }
  }
}

/**
 * Sends one request to the issuer, without a retry; its whole answer must come within `timeoutMs`. It follows no redirect: the
 * issuer's answers come from its own addresses, and nobody else gets the client's secret. Throws `IssuerUnavailable` if there is no answer.
 */
export function fetchOnce(url: string, init: RequestInit, { timeoutMs }: IssuerLimits): Promise<Response> {
  const signal = AbortSignal.timeout(timeoutMs);
  return fetch(url, { ...init, redirect: "manual", signal }).catch((cause: unknown) => {
    throw new IssuerUnavailable("The issuer could not be reached.", { cause });
  });
}

/** Fetches a document that may be requested several times (discovery, keys): failures of the issuer are retried. */
export function issuerFetch(
  url: string,
  init: RequestInit = {},
  limits: IssuerLimits = ISSUER_LIMITS,
): Promise<Response> {
  return withTries(limits, async () => {
    const response = await fetchOnce(url, init, limits);
    if (response.status < 500) return response;
    await response.body?.cancel();
    throw new IssuerUnavailable(`The issuer answered with status ${response.status}.`);
  });
}

/** The body of an answer; `null`: it is not JSON, or it breaks off. */
export async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}
