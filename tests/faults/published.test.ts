import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as v from "valibot";
import { afterAll, beforeAll, expect, it } from "vitest";
import { encode } from "#domain/protocol.ts";
import { Product } from "#tests/harness/product.ts";
import { Visitor } from "#tests/harness/visitor.ts";
import { addPerson, listPeople } from "#tools/local-services/issuer/people-file.ts";
import { inProject } from "#tools/paths.ts";
import { anyFreePort } from "#tools/ports.ts";
import { toMaskedFrame } from "./harness/misuse.ts";
import { CONSENT } from "./harness/reader.ts";

/*
 * The product as people run it on a server of their own: other machines reach it, through a reverse proxy with HTTPS.
 * The tests of proxies run where these are installed (apt-get install caddy nginx).
 */

const NAME = "alice";
const PASSPHRASE = "seven wet lanterns";
const HOST = "talespark.test";

let folder: string;
let ca: string;
let product: Product;
let httpsPort: number;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "talespark-published-"));
  const makeCertificate = [
    ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", `/CN=${HOST}`],
    ...["-addext", `subjectAltName=DNS:${HOST}`],
    ...["-keyout", path.join(folder, "key.pem"), "-out", path.join(folder, "cert.pem")],
  ];
  execFileSync("openssl", makeCertificate, { stdio: "ignore" });
  ca = await readFile(path.join(folder, "cert.pem"), "utf8");
  const stateDir = path.join(folder, "state");
  await addPerson(stateDir, { name: NAME, email: null, passphrase: PASSPHRASE });
  httpsPort = await anyFreePort();
  product = await Product.start({
    stateDir,
    env: {
      HOST: "0.0.0.0",
      APP_ORIGIN: `https://${HOST}:${httpsPort}`,
      TRUSTED_PROXIES: "127.0.0.1",
      AI_MODEL: "booky-storyteller",
      AI_IMAGE_PROVIDER: "none",
      DEMO_STORIES_PER_DAY: "1",
    },
  });
});
afterAll(async () => {
  await product.dispose();
  await rm(folder, { recursive: true, force: true });
});

/** Somebody who reaches the product itself, as its proxy does. */
function directVisitor(): Visitor {
  return new Visitor({ origin: product.origin, host: "127.0.0.1", port: product.port });
}

const completeSchema = v.object({
  message: v.object({ content: v.string(), metadata: v.object({ model: v.string() }) }),
});

/** Begins a demo story: an address may begin one in a day here. */
async function beginDemo(headers: Record<string, string>): Promise<number> {
  const { status } = await directVisitor().fetch("/api/stories/demo", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify({ genre: "Mystery", character: "A relief operator", description: "A lost boat." }),
  });
  return status;
}

it("takes as a client's address the one that the trusted proxy appended, whatever the client wrote before it or beside it", async () => {
  expect(await beginDemo({ "X-Forwarded-For": "203.0.113.7" })).toBe(201);
  expect(await beginDemo({ "X-Forwarded-For": "198.51.100.1, 203.0.113.7" })).toBe(429);
  const used = { "X-Forwarded-For": "203.0.113.7" };
  for (const forged of ["CF-Connecting-IP", "X-Real-IP", "True-Client-IP"])
    expect(await beginDemo({ ...used, [forged]: "203.0.113.99" }), forged).toBe(429);
  expect(await beginDemo({ ...used, "MF-CF-Blob": '{"clientIp":"203.0.113.99:1"}' })).toBe(429);
  expect(await beginDemo({ "X-Forwarded-For": "203.0.113.8" })).toBe(201);
});

it("tells a story with the built-in storyteller where no model is", async () => {
  const visitor = directVisitor();
  const demo = { genre: "Mystery", character: "A relief operator", description: "A lost boat." };
  const begun = await visitor.call("POST", "/api/stories/demo", demo);
  const { storyId } = v.parse(v.object({ storyId: v.string() }), begun);
  const told = await visitor.fetch(`/api/stories/demo/${storyId}/continue`, {
    method: "POST",
    headers: { Accept: "text/event-stream", "Content-Type": "application/json" },
    body: JSON.stringify({ requestId: randomUUID(), isInitialContinue: true }),
  });
  const [, last = ""] = /^data: (.*"stream-complete".*)$/m.exec(await told.text()) ?? [];
  const { message } = v.parse(completeSchema, JSON.parse(last));
  expect(message.content.length).toBeGreaterThan(300);
  expect(message.metadata.model).toBe("booky-storyteller");
});

it("serves none of Miniflare's own pages, however their path is written", async () => {
  for (const address of [
    "/cdn-cgi/explorer",
    "/cdn-cgi/local/scheduled",
    "/x/../cdn-cgi/explorer",
    "/%63dn-cgi/explorer",
    "//cdn-cgi/explorer",
  ]) {
    const { status } = await directVisitor().fetch(address);
    expect(status, address).toBe(404);
  }
  const headers = { "MF-Original-URL": "http://x/cdn-cgi/explorer" };
  const other = await directVisitor().fetch("/", { headers });
  expect(await other.text()).toContain("Talespark");
});

it("opens of the local issuer only what browsers need", async () => {
  for (const address of ["/local-sign-in/token", "/local-sign-in/jwks", "/local-sign-in/.well-known/x"])
    expect((await directVisitor().fetch(address)).status, address).toBe(404);
});

it("leads a page with scripts to the sign-in as to another document, though it is at the same address", async () => {
  const body = await (await directVisitor().submit("/login.data", { returnTo: "/home" })).text();
  expect(body).toContain(`${product.origin}/local-sign-in/auth?`);
  // React Router's encoding: a list of values, in which the first names keys and values by their places.
  const [shape = {}, ...rest]: Record<string, number>[] = JSON.parse(body.split("\n")[0] ?? "");
  const values: unknown[] = [shape, ...rest];
  expect(values[shape[`_${values.indexOf("reload")}`] ?? 0]).toBe(true);
});

const PROXIES = [
  {
    name: "caddy",
    args: (file: string) => ["run", "--adapter", "caddyfile", "--config", file],
    source: "docs/proxy/Caddyfile",
    toConfig: (example: string) =>
      `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${example.replace(
        "talespark.example {",
        `https://${HOST}:${httpsPort} {\n\ttls ${folder}/cert.pem ${folder}/key.pem`,
      )}`,
  },
  {
    name: "nginx",
    args: (file: string) => ["-c", file, "-p", folder, "-g", "daemon off;"],
    source: "docs/proxy/nginx.conf",
    toConfig: (example: string) =>
      `error_log ${folder}/error.log;\npid ${folder}/nginx.pid;\nevents {}\nhttp {\naccess_log off;\n${example
        .replace("listen 443", `listen ${httpsPort}`)
        .replace("talespark.example;", `${HOST};`)
        .replace("/etc/ssl/talespark/fullchain.pem", `${folder}/cert.pem`)
        .replace("/etc/ssl/talespark/privkey.pem", `${folder}/key.pem`)}}\n`,
  },
];

for (const { name, args, source, toConfig } of PROXIES) {
  it.skipIf(spawnSync(name, ["-v"]).error !== undefined)(
    `behind ${name} with HTTPS people sign in, and text comes through a WebSocket and an event stream`,
    async () => {
      const config = path.join(folder, name);
      const example = (await readFile(inProject(source), "utf8")).replace(
        "127.0.0.1:5173",
        `127.0.0.1:${product.port}`,
      );
      await writeFile(config, toConfig(example));
      const proxy = spawn(name, args(config), {
        stdio: "ignore",
        env: { ...process.env, HOME: folder },
      });
      try {
        await writeThroughProxy();
      } finally {
        proxy.kill("SIGTERM");
        await once(proxy, "exit");
      }
    },
  );
}

/** Signs in with the local issuer, and returns the page that the form leads to: the app's, or the form again. */
async function signIn(visitor: Visitor, person: Record<string, string>): Promise<Response> {
  const follow = (answer: Response) => visitor.fetch(toLocation(answer));
  const page = await follow(await follow(await visitor.submit("/login", { returnTo: "/home" })));
  const action = /<form method="post" action="([^"]+)"/u.exec(await page.text())?.[1] ?? "";
  const sent = await visitor.submit(action, person);
  if (sent.status !== 303) return sent;
  const back = await follow(sent);
  return visitor.submit(toLocation(back), { intent: "authenticate-and-go" });
}

function toLocation({ headers }: Response): string {
  return headers.get("Location") ?? "";
}

async function writeThroughProxy(): Promise<void> {
  const place = { origin: product.origin, host: "127.0.0.1", port: httpsPort, ca };
  const visitor = new Visitor(place);
  await waitForProxy(visitor);

  const wrong = await signIn(visitor, { name: NAME, passphrase: "not the passphrase" });
  expect(wrong.status).toBe(422);
  expect(await wrong.text()).toContain("don&#39;t belong together");
  const home = await signIn(visitor, { name: ` ${NAME.toUpperCase()} `, passphrase: PASSPHRASE });
  expect([home.status, toLocation(home)]).toEqual([302, "/home"]);
  const { headers } = await visitor.fetch("/home");
  expect(headers.get("Strict-Transport-Security")).toContain("max-age");
  for (const [cookie, { attributes }] of visitor.cookies) {
    const names = attributes.map((attribute) => attribute.toLowerCase());
    expect(names, cookie).toContain("secure");
  }

  const [alice] = listPeople(product.stateDir);
  const path = `/api/users/${encodeURIComponent(alice?.subject ?? "")}/age-confirmation`;
  const account = await visitor.call("PATCH", path, CONSENT);
  expect(account).toMatchObject({ tier: "premium" }); // there is nobody to buy it from
  const story = await visitor.call("POST", "/api/stories", {
    genre: "Mystery",
    character: "A relief operator",
    description: "A voice on the harbour radio reads out the name of a lost boat.",
  });
  const { storyId } = v.parse(v.object({ storyId: v.string() }), story);
  const live = `/live/stories/${storyId}`;

  const upgrade = {
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    Origin: product.origin,
  };
  const [, socket] = await once(await visitor.send(live, { headers: upgrade }), "upgrade");
  socket.write(toMaskedFrame(encode({ type: "join-story", storyId })));
  const [frame] = await once(socket, "data");
  expect(String(frame)).toContain('"type":"joined"');
  socket.destroy();
  expect((await new Visitor(place).fetch(live, { headers: upgrade })).status).toBe(401);

  const stream = await visitor.fetch(live, { headers: { Accept: "text/event-stream" } });
  const content = "I lift the receiver and listen.";
  const requestId = crypto.randomUUID();
  await visitor.call("POST", live, { type: "stream-message", requestId, storyId, content });
  let pieces = 0;
  let received = "";
  for await (const piece of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    pieces += 1;
    received += piece;
    if (received.includes("stream-complete")) break;
  }
  expect(received.match(/stream-chunk/gu)?.length ?? 0).toBeGreaterThan(5);
  expect(pieces).toBeGreaterThan(5); // sent as it was written, not held back

  const foreign = { method: "POST", headers: { Origin: "https://elsewhere.example" } };
  expect((await visitor.fetch("/logout", foreign)).status).toBe(403);
  const out = toLocation(await visitor.submit("/logout", {}));
  expect(out).toMatch(new RegExp(`^${product.origin}/local-sign-in/session/end`, "u"));
  expect(toLocation(await visitor.fetch(out))).toMatch(new RegExp(`^${product.origin}/`, "u"));
}

/** Proxies listen some ms after their start. */
async function waitForProxy(visitor: Visitor): Promise<void> {
  await expect
    .poll(
      () =>
        visitor.fetch("/api/health").then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 60_000 },
    )
    .toBe(200);
}
