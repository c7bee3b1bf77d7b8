import { generateKeyPairSync, randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import * as v from "valibot";
import { readStateFile, writeStateFile } from "../state-file.ts";

const issuerKeys = v.object({
  /** Signs the cookies of the issuer's own session. */
  cookieKeys: v.pipe(v.array(v.string()), v.nonEmpty()),
  /** The RS256 key that signs every token, as a private JWK. */
  jwks: v.object({
    keys: v.pipe(v.array(v.looseObject({ kty: v.string(), kid: v.string(), n: v.string() })), v.nonEmpty()),
  }),
});

export type IssuerKeys = v.InferOutput<typeof issuerKeys>;

/** As strong as 128 bits of a symmetric key. */
const KEY_BITS = 3072;

/**
 * Reads the keys from `directory`, or makes them at the first start. They are kept so that tokens stay valid after a
 * restart. A shorter key, of an older version, is replaced.
 */
export function loadKeys(directory: string): IssuerKeys {
  const path = join(directory, "keys.json");
  const kept = readStateFile(path, issuerKeys);
  if (kept?.jwks.keys.every(({ n }) => Buffer.from(n, "base64url").length * 8 >= KEY_BITS)) return kept;

  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: KEY_BITS });
  const jwk = v.parse(
    v.looseObject({ kty: v.string(), n: v.string() }),
    privateKey.export({ format: "jwk" }),
  );
  const made = {
    cookieKeys: kept?.cookieKeys ?? [randomBytes(32).toString("base64url")],
    jwks: { keys: [{ ...jwk, kid: randomUUID(), use: "sig", alg: "RS256" }] },
  };
  writeStateFile(path, made);
  return made;
}
