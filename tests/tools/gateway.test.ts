import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { createGateway } from "#tools/gateway.ts";

const ORIGIN = "https://talespark.example";

async function listen(server: Server): Promise<URL> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port }: AddressInfo = Object(server.address());
  return new URL(`http://127.0.0.1:${port}`);
}

/** A gateway before a server that answers with the headers it got, at the address of the app and of the issuer. */
async function aGateway() {
  const behind = await listen(createServer(({ headers }, response) => response.end(JSON.stringify(headers))));
  const options = { host: "127.0.0.1", port: 0, origin: ORIGIN, issuer: behind.href, trustedProxies: [] };
  const url = await listen(createGateway(options, behind));
  return async (path: string, headers: Record<string, string>) => {
    const [response] = await once(request(new URL(path, url), { headers }).end(), "response");
    let text = "";
    for await (const part of response) text += part;
    const received: IncomingHttpHeaders = text === "" ? {} : JSON.parse(text);
    return { status: response.statusCode, headers: response.headers, received };
  };
}

it("answers under the app's own name and this machine's, and no name that was made to lead here", async () => {
  const ask = await aGateway();
  const names = ["talespark.example", "talespark.example:443", "localhost:5173", "127.0.0.1", "[::1]:5173"];
  for (const host of names) expect((await ask("/", { host })).status, host).toBe(200);
  for (const host of ["evil.example", "talespark.example.evil.example", "192.0.2.7", "a b"])
    expect((await ask("/", { host })).status, host).toBe(421);
});

it("tells the Worker by which protocol a request came, and leads the sign-in from http to https itself", async () => {
  const ask = await aGateway();
  const host = "talespark.example";
  expect((await ask("/", { host })).received["x-forwarded-proto"]).toBeUndefined();
  expect((await ask("/", { host, "x-forwarded-proto": "https, http" })).received["x-forwarded-proto"]).toBe(
    "http",
  );
  const signIn = await ask("/local-sign-in/auth?a=b", { host, "x-forwarded-proto": "http" });
  expect([signIn.status, signIn.headers.location]).toEqual([308, `${ORIGIN}/local-sign-in/auth?a=b`]);
  expect((await ask("/local-sign-in/auth", { host, "x-forwarded-proto": "https" })).status).toBe(200);
});

it("says of the issuer's pages, too, that this site has HTTPS", async () => {
  const ask = await aGateway();
  const { headers } = await ask("/local-sign-in/auth", { host: "talespark.example" });
  expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
});
