import * as v from "valibot";
import {
  ISSUER_LIMITS,
  type IssuerLimits,
  IssuerUnavailable,
  issuerFetch,
  readJson,
} from "./issuer-fetch.ts";

/** How long a discovered document is believed. Issuers change theirs about once a year. */
const DISCOVERY_TTL_MS = 3_600_000;

const endpoint = v.pipe(v.string(), v.url());
const documentSchema = v.object({
  issuer: endpoint,
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  jwks_uri: endpoint,
  end_session_endpoint: v.optional(endpoint),
  /** What it may tell of a person. */
  claims_supported: v.optional(v.array(v.string()), []),
});

/** The part of the issuer's `.well-known/openid-configuration` that is used here. */
export type IssuerDocument = v.InferOutput<typeof documentSchema>;

/** Facts about issuers, the same for every request of this isolate. */
const known = new Map<string, { document: IssuerDocument; until: number }>();

/**
 * The issuer's discovery document: from memory, else from the issuer. Throws `IssuerUnavailable` when none can be read, or it belongs to
 * another issuer.
 */
export async function discover(
  issuer: string,
  limits: IssuerLimits = ISSUER_LIMITS,
): Promise<IssuerDocument> {
  const remembered = known.get(issuer);
  if (remembered && remembered.until > Date.now()) return remembered.document;
  const document = await ask(issuer, limits);
  known.set(issuer, { document, until: Date.now() + DISCOVERY_TTL_MS });
  return document;
}

/** Whether an issuer tells when a person signed in. Google's never does. */
export function tellsSignInTime({ claims_supported: claims }: IssuerDocument): boolean {
  return claims.includes("auth_time");
}

async function ask(issuer: string, limits: IssuerLimits): Promise<IssuerDocument> {
  const base = issuer.replace(/\/$/, "");
  const response = await issuerFetch(`${base}/.well-known/openid-configuration`, {}, limits);
  const parsed = v.safeParse(documentSchema, response.ok ? await readJson(response) : null);
  if (!parsed.success) throw new IssuerUnavailable("The issuer has no usable discovery document.");
  if (parsed.output.issuer.replace(/\/$/, "") !== base) {
    throw new IssuerUnavailable("The discovery document belongs to another issuer.");
  }
  return parsed.output;
}
