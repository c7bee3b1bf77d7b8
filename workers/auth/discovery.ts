import * as v from "valibot";
import { ISSUER_LIMITS, type IssuerLimits, IssuerUnavailable, issuerFetch } from "./issuer-fetch.ts";

/** How long a discovered document is believed, in memory and in KV. Issuers change theirs about once a year. */
const DISCOVERY_TTL_S = 3600;

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
 * The issuer's discovery document: from memory, else from KV, else from the issuer. Throws `IssuerUnavailable` when none
 * can be read, or it belongs to another issuer.
 */
export async function discover(
  issuer: string,
  kv: KVNamespace,
  limits: IssuerLimits = ISSUER_LIMITS,
): Promise<IssuerDocument> {
  const remembered = known.get(issuer);
  if (remembered && remembered.until > Date.now()) return remembered.document;
  const key = `oidc-discovery:${issuer}`;
  const stored = v.safeParse(documentSchema, await kv.get(key, "json"));
  const document = stored.success ? stored.output : await ask(issuer, limits);
  if (!stored.success) {
    // A key of KV takes one write a second, and every isolate stores the same when it has expired: those that fail were not needed.
    await kv.put(key, JSON.stringify(document), { expirationTtl: DISCOVERY_TTL_S }).catch(() => undefined);
  }
  known.set(issuer, { document, until: Date.now() + DISCOVERY_TTL_S * 1000 });
  return document;
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

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
