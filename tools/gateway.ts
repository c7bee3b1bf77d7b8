import {
  Agent,
  ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  ServerResponse,
} from "node:http";
import { Socket } from "node:net";
import { type Duplex, pipeline } from "node:stream";
import * as v from "valibot";
import { PUBLIC_ISSUER_PATH } from "./local-services/issuer/issuer-settings.ts";
import { isOwnHost, TrustedProxies } from "./origins-and-proxies.ts";

export const gatewayOptionsSchema = v.object({
  /** The address and port to listen on. */
  host: v.string(),
  port: v.number(),
  /** The address of the app in people's browsers. */
  origin: v.string(),
  /** The local issuer; null: sign-in is elsewhere. */
  issuer: v.nullable(v.string()),
  /** Addresses and networks of proxies whose `X-Forwarded-For` is believed. */
  trustedProxies: v.array(v.string()),
});
export type GatewayOptions = v.InferOutput<typeof gatewayOptionsSchema>;

/** Of one connection, so they end here. Node writes its own. */
const HOP_BY_HOP = [
  ...["connection", "expect", "keep-alive", "proxy-connection"],
  ...["te", "trailer", "transfer-encoding"],
];
/** What the Worker and Miniflare believe about a request: only this gateway may say it. */
const RESERVED = /^(?:mf-|cf-|x-forwarded-|x-real-ip$|forwarded$|true-client-ip$)/u;
/** Paths of Miniflare's own: its tools read every database. */
const MINIFLARE_PATH = /^\/+cdn-cgi(?:\/|$)/iu;
/** Longer than proxies keep idle connections (nginx and Caddy: 60 to 120 s), so that they close them first. */
const KEEP_ALIVE_MS = 130_000;
/**
 * After 5 idle seconds workerd closes a connection. A request that is sent at that moment is lost, so the gateway closes its idle
 * connections earlier.
 */
const IDLE_BEHIND_MS = 2_000;
const NO_ANSWER = "Talespark does not answer. Try again in a moment.\n";

/**
 * An HTTP server in front of Miniflare for requests from other machines. Miniflare's server is made for one's own
 * machine: it believes headers about the client's address and the target, and offers its tools under /cdn-cgi. The
 * gateway removes both, tells the Worker the real address of the client, and passes the pages of the local issuer on,
 * so that one address and one port serve everything.
 */
export function createGateway({ origin, issuer, trustedProxies }: GatewayOptions, app: URL): Server {
  // Node closes idle sockets after `timeout`. For a socket in use it only emits an event.
  const agent = new Agent({ keepAlive: true, timeout: IDLE_BEHIND_MS });
  const proxies = new TrustedProxies(trustedProxies);
  const publicHost = new URL(origin).host;
  const isSecure = origin.startsWith("https:");

  /** The request to the server behind, not sent yet; or the status with which this one is answered, and where it leads. */
  function forward(incoming: IncomingMessage) {
    if (!isOwnHost(incoming.headers.host, origin)) return { status: 421 };
    const path = toPath(incoming.url ?? "/");
    if (path === null || MINIFLARE_PATH.test(decodeLoosely(path))) return { status: 404 };
    const isSignIn = path.startsWith(`${PUBLIC_ISSUER_PATH}/`);
    if (isSignIn && issuer === null) return { status: 404 };
    // Of a proxy. Who fakes it affects only their own request, so everybody is believed.
    const protocol = incoming.headers["x-forwarded-proto"]?.toString().split(",").at(-1)?.trim();
    if (isSignIn && isSecure && protocol === "http") return { status: 308, location: origin + path };
    const client = proxies.findClient(
      incoming.socket.remoteAddress ?? "",
      incoming.headers["x-forwarded-for"]?.toString(),
    );
    const target = isSignIn && issuer !== null ? new URL(issuer) : app;
    return request({
      agent,
      host: target.hostname,
      port: target.port,
      method: incoming.method,
      path,
      setHost: false,
      headers: [
        ...listEndToEndHeaders(incoming),
        ...["Host", publicHost],
        ...["CF-Connecting-IP", client],
        ...["MF-Original-URL", origin + path], // else the Worker would see http and this machine
        ...(protocol === undefined ? [] : ["X-Forwarded-Proto", protocol]),
        ...(incoming.headers.upgrade === undefined ? [] : ["Connection", "Upgrade"]),
        ...(incoming.headers["transfer-encoding"] === undefined ? [] : ["Transfer-Encoding", "chunked"]),
      ],
    });
  }

  function pass(incoming: IncomingMessage, response: ServerResponse): void {
    // The Worker sets the same header; the issuer's pages have none of their own.
    if (isSecure) response.setHeader("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
    const outgoing = forward(incoming);
    if (!(outgoing instanceof ClientRequest)) {
      const { status, location } = outgoing;
      response.writeHead(status, location === undefined ? {} : { Location: location }).end();
      return;
    }
    outgoing.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, listEndToEndHeaders(answer, false));
      response.flushHeaders(); // an event stream's first event may come much later
      pipeline(answer, response, () => {});
    });
    outgoing.on("error", () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502, { "Content-Type": "text/plain" }).end(NO_ANSWER);
    });
    response.on("close", () => {
      if (!response.writableFinished) outgoing.destroy(); // the reader has left, and the Worker must learn of it
    });
    pipeline(incoming, outgoing, () => {});
  }

  function upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on("error", () => socket.destroy());
    const outgoing = forward(incoming);
    if (!(outgoing instanceof ClientRequest)) {
      socket.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    outgoing.on("upgrade", (answer, behind, firstBytes) => {
      const headers = pairUp(answer.rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`HTTP/1.1 101 ${answer.statusMessage}\r\n${headers.join("")}\r\n`);
      socket.write(firstBytes);
      behind.write(head);
      socket.on("close", () => behind.destroy());
      pipeline(behind, socket, behind, () => {});
    });
    // A refusal, as an ordinary response.
    outgoing.on("response", (answer) => {
      const response = new ServerResponse(incoming);
      response.shouldKeepAlive = false;
      if (socket instanceof Socket) response.assignSocket(socket);
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, listEndToEndHeaders(answer, false));
      pipeline(answer, response, () => socket.end());
    });
    outgoing.on("error", () => socket.destroy());
    socket.on("close", () => outgoing.destroy());
    outgoing.end();
  }

  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, pass);
  server.on("upgrade", upgrade);
  return server;
}

/** The headers that are for the server behind, in the form of `rawHeaders`. */
function listEndToEndHeaders({ rawHeaders, headers }: IncomingMessage, isRequest = true): string[] {
  const named = (headers.connection ?? "").toLowerCase().split(/\s*,\s*/u);
  const dropped = new Set([...HOP_BY_HOP, ...named.filter((name) => name !== "upgrade")]);
  if (isRequest) dropped.add("host");
  return pairUp(rawHeaders).flatMap(([name, value]) => {
    const lower = name.toLowerCase();
    return dropped.has(lower) || (isRequest && RESERVED.test(lower)) ? [] : [name, value];
  });
}

function pairUp(rawHeaders: string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    pairs.push([rawHeaders[index] ?? "", rawHeaders[index + 1] ?? ""]);
  return pairs;
}

/** The path and query as URL parsers read them, without dot segments. Null for an address of another form. */
function toPath(address: string): string | null {
  const url = address.startsWith("/") ? URL.parse(`http://gateway${address}`) : null;
  return url === null ? null : url.pathname + url.search;
}

/** What URL parsers may make of a path: an escaped letter is still that letter. */
function decodeLoosely(path: string): string {
  return path
    .replace(/%[0-9a-f]{2}/giu, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
    .replaceAll("\\", "/");
}
