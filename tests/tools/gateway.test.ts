import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  request,
  type Server,
} from "node:http";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { STORYTELLER_MODEL } from "#domain/message.ts";
import { close, listen } from "#tests/fakes/http.ts";
import { aFolder } from "#tests/faults/harness/state-files.ts";
import { createGateway } from "#tools/gateway.ts";
import { appOrigin, isPublished, localOrigin, TrustedProxies } from "#tools/origins-and-proxies.ts";
import { PROJECT_ROOT } from "#tools/paths.ts";
import { provision } from "#tools/provision.ts";
import { readSettings } from "#tools/settings.ts";

const ORIGIN = "https://talespark.example";

async function serve(server: Server): Promise<URL> {
  onTestFinished(() => close(server));
  return new URL(await listen(server));
}

/** Answers with the headers it got. */
const echo: RequestListener = ({ headers }, response) => response.end(JSON.stringify(headers));

/** A gateway before a server, which is at the address of the app and of the issuer. */
async function aGateway(answer = echo) {
  const behind = await serve(createServer({ keepAliveTimeout: 0 }, answer));
  const options = { host: "127.0.0.1", port: 0, origin: ORIGIN, issuer: behind.href, trustedProxies: [] };
  const url = await serve(createGateway(options, behind));
  return async (path: string, headers: Record<string, string>) => {
    const [response] = await once(request(new URL(path, url), { headers }).end(), "response");
    let text = "";
    for await (const part of response) text += part;
    const received: IncomingHttpHeaders = text.startsWith("{") ? JSON.parse(text) : {};
    return { status: response.statusCode, headers: response.headers, received, text };
  };
}

it("answers under the app's own name and this machine's, and no name that was made to lead here", async () => {
  const ask = await aGateway();
  const names = ["talespark.example", "talespark.example:443", "localhost:5173", "127.0.0.1", "[::1]:5173"];
  for (const host of names) expect((await ask("/", { host })).status, host).toBe(200);
  for (const host of ["evil.example", "talespark.example.evil.example", "192.0.2.7", "a b"])
    expect((await ask("/", { host })).status, host).toBe(421);
});

it("tells the Worker by which protocol a request came, and leads the sign-in from http to https itself, also for the future", async () => {
  const ask = await aGateway();
  const host = "talespark.example";
  expect((await ask("/", { host })).received["x-forwarded-proto"]).toBeUndefined();
  expect((await ask("/", { host, "x-forwarded-proto": "https, http" })).received["x-forwarded-proto"]).toBe(
    "http",
  );
  const signIn = await ask("/local-sign-in/auth?a=b", { host, "x-forwarded-proto": "http" });
  expect([signIn.status, signIn.headers.location]).toEqual([308, `${ORIGIN}/local-sign-in/auth?a=b`]);
  const { status, headers } = await ask("/local-sign-in/auth", { host, "x-forwarded-proto": "https" });
  expect(status).toBe(200);
  expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
});

it("says what to do when the server behind does not answer", async () => {
  const ask = await aGateway(({ socket }) => socket.destroy());
  const { status, text } = await ask("/", { host: "talespark.example" });
  expect([status, text]).toEqual([502, "Talespark does not answer. Try again in a moment.\n"]);
});

it("sends no request on a connection that the server behind may be closing, as workerd does after five idle seconds", async () => {
  const answeredAt = new WeakMap<Socket, number>();
  const ask = await aGateway((incoming, response) => {
    const { socket } = incoming;
    if (Date.now() - (answeredAt.get(socket) ?? Date.now()) > 2_500) return socket.destroy();
    answeredAt.set(socket, Date.now());
    return echo(incoming, response);
  });
  const host = "talespark.example";
  expect((await ask("/", { host })).status).toBe(200);
  await delay(3_000);
  expect((await ask("/", { host })).status).toBe(200);
});

/** Starts nothing: a test that gets so far has failed. */
const NO_SERVICES = {
  startIssuer: () => Promise.reject(new Error("The issuer would have been started.")),
  startStoryteller: () => Promise.reject(new Error("The storyteller would have been started.")),
  startStripe: () => Promise.reject(new Error("The emulator would have been started.")),
};

async function refusal(environment: Record<string, string>): Promise<string> {
  try {
    await provision(readSettings({ STATE_DIR: "/nowhere", ...environment }, {}), NO_SERVICES);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error("It was taken.");
}

const doThis =
  "but the local sign-in asks for no passphrase: add people with npm run people -- add NAME, or set OIDC_ISSUER to an issuer of your own.";

it("a sign-in without a passphrase is refused where other machines can reach it, in a sentence that says what to do", async () => {
  expect(await refusal({ HOST: "0.0.0.0" })).toBe(`HOST 0.0.0.0 lets other machines in, ${doThis}`);
  expect(await refusal({ HOST: "::" })).toBe(`HOST :: lets other machines in, ${doThis}`);
  expect(await refusal({ APP_ORIGIN: "https://talespark.example" })).toBe(
    `APP_ORIGIN https://talespark.example is not this machine alone, ${doThis}`,
  );
});

it("a sign-in without a passphrase is started on this machine", async () => {
  const local: Record<string, string>[] = [
    {},
    { HOST: "127.0.0.1" },
    { APP_ORIGIN: "https://localhost:8443" },
  ];
  for (const environment of local)
    expect(await refusal(environment)).toBe("The issuer would have been started.");
});

it("the settings of an address have to be usable by a browser", async () => {
  expect(await refusal({ APP_ORIGIN: "http://talespark.example" })).toBe(
    "APP_ORIGIN must begin with https:// for any address but localhost: over http browsers store no sign-in.",
  );
  expect(await refusal({ APP_ORIGIN: "https://talespark.example/stories" })).toMatch(
    /^APP_ORIGIN must be an origin/u,
  );
  expect(await refusal({ HOST: "talespark.example" })).toBe("HOST must be an address, such as 0.0.0.0.");
  expect(await refusal({ TRUSTED_PROXIES: "10.0.0.0/33" })).toMatch(/^TRUSTED_PROXIES must be addresses/u);
});

it("the settings of an address say what people type and where the product itself is reached", () => {
  const behindProxy = { HOST: "127.0.0.1", PORT: 5173, APP_ORIGIN: "https://talespark.example" };
  expect([appOrigin(behindProxy), localOrigin(behindProxy), isPublished(behindProxy)]).toEqual([
    "https://talespark.example",
    "http://localhost:5173",
    true,
  ]);
  expect(localOrigin({ HOST: "0.0.0.0", PORT: 80 })).toBe("http://127.0.0.1:80");
  expect(localOrigin({ HOST: "fd00::7", PORT: 80 })).toBe("http://[fd00::7]:80");
});

it("an address with HTTPS on this machine has a gateway, which tells the Worker that address, and no other one has", async () => {
  const service = "http://127.0.0.1:9";
  const services = {
    startIssuer: async () => ({ url: service, identifier: service, clientSecret: "secret" }),
    startStoryteller: async () => service,
    startStripe: async () => service,
  };
  const findOrigin = async (environment: Record<string, string>) => {
    const settings = { STATE_DIR: aFolder(), AI_MODEL: STORYTELLER_MODEL, ...environment };
    return (await provision(readSettings(settings, {}), services)).gateway?.origin;
  };
  expect(await findOrigin({ APP_ORIGIN: "https://localhost:8443" })).toBe("https://localhost:8443");
  expect(await findOrigin({})).toBeUndefined();
});

const PROXIES = ["127.0.0.1", "10.0.0.0/8", "fd00::/8"];

it.each([
  ["the connection's without a proxy", [], "127.0.0.1", "203.0.113.7", "127.0.0.1"],
  ["the connection's if that is no proxy", PROXIES, "192.0.2.1", "203.0.113.7", "192.0.2.1"],
  ["the last one", PROXIES, "::ffff:127.0.0.1", "1.1.1.1, 203.0.113.7", "203.0.113.7"],
  ["the last one that is no proxy", PROXIES, "127.0.0.1", "1.1.1.1, 203.0.113.7, 10.1.2.3", "203.0.113.7"],
  ["one of IPv6", PROXIES, "fd00::1", "2001:db8::7", "2001:db8::7"],
  ["never a text that is none", PROXIES, "127.0.0.1", "1.1.1.1, unknown", "127.0.0.1"],
  ["the proxy's if it says nothing", PROXIES, "127.0.0.1", undefined, "127.0.0.1"],
])("the address of a client is %s", (_, trusted, connection, forwarded, client) => {
  expect(new TrustedProxies(trusted).findClient(connection, forwarded)).toBe(client);
});

const ISSUER = "https://issuer.example";

it("needs no setting at all", () => {
  expect(readSettings({}, {})).toMatchObject({
    PORT: 5173,
    STATE_DIR: `${PROJECT_ROOT}/.wrangler/state`,
    AI_PROVIDER: "openai-compatible",
    OPERATOR_NAME: "Talespark (local copy)",
    SUPPORT_EMAIL: "support@talespark.example",
  });
});

it("reads the environment before .dev.vars, and ignores an empty value", () => {
  const settings = readSettings(
    { PORT: "6000", SUPPORT_EMAIL: " ", STATE_DIR: "/tmp/elsewhere" },
    { PORT: "7000", SUPPORT_EMAIL: "help@example.com" },
  );
  expect(settings).toMatchObject({
    PORT: 6000,
    SUPPORT_EMAIL: "help@example.com",
    STATE_DIR: "/tmp/elsewhere",
  });
});

it.each<[Record<string, string>, string]>([
  [{ PORT: "five" }, "PORT must be a whole number from 1 to 65535."],
  [{ PORT: "65536" }, "PORT must be a whole number from 1 to 65535."],
  [{ SESSION_SECRET: "short" }, "SESSION_SECRET must have at least 32 characters."],
  [{ AI_REPLY_SECONDS: "4" }, "AI_REPLY_SECONDS must be a whole number from 5 to 3600."],
  [{ AI_TEMPERATURE: "hot" }, "AI_TEMPERATURE must be a number from 0 to 2."],
  [{ AI_STOP: "a|b|c" }, "AI_STOP must be two texts at most, separated by |."],
  [{ AI_SERVER: "vllm" }, "AI_SERVER must be ollama, llama.cpp or lm-studio."],
  [
    { AI_PROVIDER: "workers-ai" },
    "AI_PROVIDER must be openai-compatible on this machine: workers-ai needs the AI binding of a deployment.",
  ],
  [
    { AI_IMAGE_PROVIDER: "workers-ai" },
    "AI_IMAGE_PROVIDER must be openai-compatible or none on this machine: workers-ai needs the AI binding of a deployment.",
  ],
  [
    { AI_IMAGE_BASE_URL: "http://127.0.0.1:7860/v1" },
    "AI_IMAGE_MODEL is missing: a server says of none of its models that it draws.",
  ],
  [{ AI_MODEL: "llama" }, "AI_BASE_URL is missing: an AI_MODEL belongs to a server."],
  [{ OIDC_ISSUER: ISSUER }, "OIDC_CLIENT_ID is missing: an OIDC_ISSUER of your own needs it."],
  [
    { STRIPE_SECRET_KEY: "sk_test_mine", STRIPE_WEBHOOK_SECRET: "whsec_mine" },
    "STRIPE_PRICE_PREMIUM is missing: a Stripe account of your own needs it.",
  ],
])("%o is refused in one sentence, without its value: %s", (environment, message) => {
  expect(() => readSettings(environment, {})).toThrow(expect.objectContaining({ name: "Refusal", message }));
});

it("draws with the storyteller unless it is told not to, and tells by it without a server", () => {
  expect(readSettings({}, {}).AI_IMAGE_PROVIDER).toBe("openai-compatible");
  expect(readSettings({ AI_IMAGE_PROVIDER: "none" }, {}).AI_IMAGE_PROVIDER).toBe("none");
  expect(readSettings({ AI_MODEL: "booky-storyteller" }, {}).AI_MODEL).toBe("booky-storyteller");
});
