import { Console } from "node:console";
import { importJWK, SignJWT } from "jose";
import * as v from "valibot";
import { type FakeIssuer, startFakeIssuer } from "#tests/fakes/issuer.ts";
import {
  type Disturbance,
  type ScriptedModelServer,
  startScriptedModelServer,
} from "#tests/fakes/scripted-model-server.ts";
import { Product } from "#tests/harness/product.ts";
import { Visitor } from "#tests/harness/visitor.ts";
import { CONSENT, type ConversationName, Reader } from "./reader.ts";

const AUDIENCE = "https://talespark.test/api";
const TOKEN_LIFE_S = 4 * 3600;

type WorldOptions = {
  /** Portraits and pictures come from the scripted model server; otherwise there are none. */
  images?: boolean;
  /** How a request to the model fails; `null`: it doesn't. */
  disturb?: () => Disturbance | null;
  /** Further settings, such as `APP_ORIGIN`. */
  env?: Record<string, string>;
};

/**
 * The product on an empty state, with an issuer that is not the local one and a scripted model. Both keep running when
 * the product is killed.
 */
export class World {
  readonly product: Product;
  readonly model: ScriptedModelServer;
  readonly #issuer: FakeIssuer;
  static #shared: Promise<World> | undefined;

  private constructor(product: Product, model: ScriptedModelServer, issuer: FakeIssuer) {
    this.product = product;
    this.model = model;
    this.#issuer = issuer;
  }

  static async start({ images = false, disturb, env = {} }: WorldOptions = {}): Promise<World> {
    const [model, issuer] = await Promise.all([startScriptedModelServer(disturb), startFakeIssuer()]);
    const product = await Product.start({ env: { ...toSettings(model, issuer, images), ...env } });
    return new World(product, model, issuer);
  }

  /** The one for all files that ask nothing special of it. It ends with the process of the tests. */
  static shared(): Promise<World> {
    if (World.#shared === undefined) {
      const starting = World.start({ images: true });
      World.#shared = starting;
      process.once("SIGTERM", async () => {
        const world = await starting;
        await world.product.kill9();
        await world.stop();
        process.exit();
      });
    }
    return World.#shared;
  }

  /** Starts the product on another state folder, with the same text model and the same people. */
  startOn(stateDir: string): Promise<Product> {
    return Product.start({ stateDir, env: toSettings(this.model, this.#issuer) });
  }

  /** A new person with an account and the consents, who calls with a bearer token. */
  async newReader(kind: ConversationName = "story"): Promise<Reader> {
    const reader = await this.readerOf(`test|${crypto.randomUUID()}`, this.product, kind);
    await reader.settleIn();
    return reader;
  }

  /** Somebody who has an account already, on this product or on another one that was started with `startOn`. */
  async readerOf(sub: string, { origin } = this.product, kind: ConversationName = "story"): Promise<Reader> {
    return new Reader(origin, sub, await createToken(this.#issuer, sub), kind);
  }

  /** Somebody who is not signed in, with a browser's cookies. */
  newVisitor(): Visitor {
    const { origin, port } = this.product;
    return new Visitor({ origin, host: "localhost", port });
  }

  /** A new person who is signed in with cookies and has given the consents. `claims`: what the issuer says of them. */
  async newWebVisitor(claims: Record<string, unknown> = {}): Promise<Visitor & { sub: string }> {
    const sub = `test|${crypto.randomUUID()}`;
    const visitor = this.newVisitor();
    const person = { sub, name: "A reader", ...claims };
    await fetch(`${issuerUrl(this.#issuer)}/control`, { method: "PUT", body: JSON.stringify({ person }) });
    const begun = await visitor.submit("/login", { returnTo: "/home" });
    const atIssuer = await fetch(begun.headers.get("Location") ?? "", { redirect: "manual" });
    const { pathname, search } = new URL(atIssuer.headers.get("Location") ?? "");
    await visitor.submit(pathname + search, { intent: "authenticate-and-go" });
    await visitor.call("PATCH", `/api/users/${encodeURIComponent(sub)}/age-confirmation`, CONSENT);
    return Object.assign(visitor, { sub });
  }

  async stop(): Promise<void> {
    await this.product.dispose();
    await Promise.all([this.model.close(), this.#issuer.close()]);
  }
}

/** An access token of a person, as the issuer makes it. */
export async function createToken(issuer: FakeIssuer, sub: string): Promise<string> {
  const control = await (await fetch(`${issuerUrl(issuer)}/control`)).json();
  const { privateJwk, kid } = v.parse(keySchema, control);
  const now = Math.floor(Date.now() / 1000);
  const times = { iat: now, auth_time: now, exp: now + TOKEN_LIFE_S };
  const claims = { iss: issuerUrl(issuer), aud: AUDIENCE, sub, ...times };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "RS256", kid })
    .sign(await importJWK(privateJwk, "RS256"));
}

/** Settings of a product that asks this model server, `scripted`, and this issuer. */
export function toSettings(
  model: { url: string },
  issuer: FakeIssuer,
  images = false,
): Record<string, string> {
  return {
    AI_BASE_URL: `${model.url}/v1`,
    AI_MODEL: "scripted",
    ...(images
      ? { AI_IMAGE_BASE_URL: `${model.url}/v1`, AI_IMAGE_MODEL: "scripted-images" }
      : { AI_IMAGE_PROVIDER: "none" }),
    OIDC_ISSUER: issuerUrl(issuer),
    OIDC_CLIENT_ID: "talespark",
    OIDC_CLIENT_SECRET: "a secret of the tests",
    OIDC_AUDIENCE: AUDIENCE,
  };
}

const keySchema = v.object({
  privateJwk: v.objectWithRest({ kty: v.string() }, v.string()),
  kid: v.string(),
});

function issuerUrl(issuer: FakeIssuer): string {
  return `${issuer.url}/faults`;
}

/** How figures are spread; none of them is a number where there are none. */
export function spread(values: readonly number[]) {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
  return { count: sorted.length, min: at(0), median: at(0.5), p99: at(0.99), max: at(1) };
}

/** Prints the figures of a test, also if it passes: Vitest hides what such a test writes to the console. */
export const report = new Console(process.stdout);
