import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { WebVisitor } from "#tests/faults/harness/web-visitor.ts";
import type { Product } from "#tests/harness/product.ts";

type ProxyOptions = {
  port: number;
  product: Pick<Product, "port" | "origin">;
  folder: string;
  who: WebVisitor;
  requestsPerSecond: number;
};

/** Requests that would end the session or delete the account of the scan. wapiti's own option for this fails with this Python. */
const EXCLUDED = /^\/(logout|account\/delete)\b/;

/** How often each status was answered. */
export type AnswerCounts = Map<number, number>;

/**
 * HTTPS in front of the product, as a deployment has it. It adds the cookies of one person and the origin of the site to
 * each request, so that a scanner gets past the sign-in and the check of the origin, and passes no more requests a second
 * than one person may make.
 */
export async function startScanProxy({ port, product, folder, who, requestsPerSecond }: ProxyOptions) {
  const address = `https://localhost:${port}`;
  const answers: AnswerCounts = new Map();
  const agent = new http.Agent({ keepAlive: true });
  let nextAt = 0;

  async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, nextAt);
    nextAt = at + 1000 / requestsPerSecond;
    await wait(at - now);
    if (incoming.method === "POST" && EXCLUDED.test(incoming.url ?? "")) {
      incoming.resume();
      response.writeHead(404).end();
      return;
    }
    const { host, ...headers } = { ...incoming.headers, origin: product.origin, cookie: who.cookieHeader };
    const options = {
      agent,
      host: "localhost",
      port: product.port,
      method: incoming.method,
      path: incoming.url,
    };
    const outgoing = http.request({ ...options, headers: { ...headers, host } }, (answer) => {
      const status = answer.statusCode ?? 0;
      answers.set(status, (answers.get(status) ?? 0) + 1);
      const { location } = answer.headers;
      const there = location === undefined ? {} : { location: location.replace(product.origin, address) };
      response.writeHead(status, { ...answer.headers, ...there });
      answer.pipe(response);
    });
    outgoing.on("error", () => response.destroy());
    response.on("close", () => outgoing.destroy());
    incoming.pipe(outgoing);
  }

  const server = https.createServer(
    createCertificate(folder),
    (incoming, response) => void pass(incoming, response),
  );
  await new Promise<void>((resolve) => server.listen(port, "localhost", resolve));
  return {
    answers,
    async close() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** A certificate that nobody trusts; scanners don't ask. */
function createCertificate(folder: string): { key: Buffer; cert: Buffer } {
  const [key, cert] = [path.join(folder, "key.pem"), path.join(folder, "cert.pem")];
  const subject = ["-subj", "/CN=localhost", "-days", "2"];
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, ...subject],
    {
      stdio: "ignore",
    },
  );
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

/**
 * The address that payloads of server-side requests and external entities name. It counts whoever comes, and says to the
 * scanner that nobody came: `hits` has the truth.
 */
export async function startListener() {
  const hits: string[] = [];
  const server = http.createServer(({ url = "" }, response) => {
    if (!url.startsWith("/get_")) hits.push(url);
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The listener has no port.");
  return {
    hits,
    url: `http://127.0.0.1:${address.port}/`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
