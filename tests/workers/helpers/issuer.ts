import { importJWK, type JWK, type JWTPayload, SignJWT } from "jose";
import { inject } from "vitest";
import type { IssuerControl } from "#tests/fakes/issuer-control.ts";

type Control = {
  asked: Record<string, number>;
  authorize: Record<string, string>;
  privateJwk: JWK;
  kid: string;
};

/** An issuer for one test: its address, its settings, and tokens signed with its key. */
export class TestIssuer {
  readonly url = `${inject("fakeIssuer")}/${crypto.randomUUID()}`;

  /** Sets who signs in next, or how it fails. */
  async set(control: IssuerControl): Promise<void> {
    await this.#control({ method: "PUT", body: JSON.stringify(control) });
  }

  /** The requests that it received. */
  async seen(): Promise<Pick<Control, "asked" | "authorize">> {
    return this.#control({});
  }

  /** An access token as it would issue it, for `sub` and the audience of the tests, with changes. */
  async accessToken(
    claims: JWTPayload,
    other: { alg?: string; key?: Parameters<SignJWT["sign"]>[0]; kid?: string } = {},
  ): Promise<string> {
    const { privateJwk, kid } = await this.#control({});
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({ iss: this.url, aud: AUDIENCE, iat: now, exp: now + 300, ...claims })
      .setProtectedHeader({ alg: other.alg ?? "RS256", kid: other.kid ?? kid })
      .sign(other.key ?? (await importJWK(privateJwk, "RS256")));
  }

  async #control(init: RequestInit): Promise<Control> {
    const response = await fetch(`${this.url}/control`, init);
    return response.json();
  }
}

export const CLIENT_ID = "talespark-tests";
export const AUDIENCE = "https://talespark.test/api";
