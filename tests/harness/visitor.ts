import { type IncomingMessage, type OutgoingHttpHeaders, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import type { Duplex } from "node:stream";
import { text } from "node:stream/consumers";

/** Where a visitor connects to. The address in their browser may be another one: `origin`. */
type Place = {
  origin: string;
  host: string;
  port: number;
  /** The certificate to trust, PEM. */
  ca?: string;
};

type Call = { method?: string; headers?: OutgoingHttpHeaders; form?: Record<string, string>; body?: string };
export type Answer = { status: number; headers: IncomingMessage["headers"]; body: string };

/** Somebody with a browser without scripts: keeps cookies, sends forms, and trusts one self-made certificate. */
export class Visitor {
  readonly #place: Place;
  /** Cookies with the attributes that the server gave them. */
  readonly cookies = new Map<string, { value: string; attributes: string[] }>();

  constructor(place: Place) {
    this.#place = place;
  }

  /** The answer to one request; redirects are not followed. `address` may be a path or an address of the app. */
  async visit(address: string, call: Call = {}): Promise<Answer> {
    const answer = await this.#send(address, call);
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
  }

  /** The beginning of an answer that goes on, such as an event stream. */
  async open(address: string, call: Call = {}): Promise<IncomingMessage> {
    return this.#send(address, call);
  }

  /** Signs in with the local issuer, and returns the page that the form leads to: the app's, or the form again. */
  async signIn(form: Record<string, string>): Promise<Answer> {
    const begun = await this.visit("/login", { form: { returnTo: "/home" } });
    const asked = await this.visit(toLocation(begun));
    const page = await this.visit(toLocation(asked));
    const action = /<form method="post" action="([^"]+)"/u.exec(page.body)?.[1];
    if (action === undefined) throw new Error(`No sign-in page: ${page.status} ${page.body.slice(0, 300)}`);
    const sent = await this.visit(action, { form });
    if (sent.status !== 303) return sent;
    const back = await this.visit(toLocation(sent));
    return this.visit(toLocation(back), { form: { intent: "authenticate-and-go" } });
  }

  /** Opens a WebSocket, sends one text, and resolves with the first text that comes back. */
  async exchange(path: string, message: string): Promise<string> {
    const outgoing = this.#request(path, {
      headers: {
        Connection: "Upgrade",
        Upgrade: "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        Origin: this.#place.origin,
      },
    });
    const socket = await new Promise<Duplex>((resolve, reject) => {
      outgoing.on("upgrade", (_, opened) => resolve(opened));
      outgoing.on("response", ({ statusCode }) => reject(new Error(`The upgrade got ${statusCode}.`)));
      outgoing.on("error", reject);
      outgoing.end();
    });
    socket.write(toFrame(message));
    try {
      return await readFrame(socket);
    } finally {
      socket.destroy();
    }
  }

  async #send(address: string, call: Call): Promise<IncomingMessage> {
    const outgoing = this.#request(address, call);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.on("response", resolve);
      outgoing.on("error", reject);
      const body = call.form === undefined ? call.body : new URLSearchParams(call.form).toString();
      outgoing.end(body);
    });
    for (const line of answer.headers["set-cookie"] ?? []) {
      const [pair = "", ...attributes] = line.split(/;\s*/u);
      const [name = "", ...value] = pair.split("=");
      this.cookies.set(name, { value: value.join("="), attributes });
    }
    return answer;
  }

  #request(address: string, { method, headers = {}, form }: Call) {
    const { origin, host, port, ca } = this.#place;
    const url = address.startsWith("/") ? new URL(origin) : new URL(address);
    if (url.origin !== origin) throw new Error(`${url.href} is not at ${origin}.`);
    const cookie = [...this.cookies].map(([name, { value }]) => `${name}=${value}`).join("; ");
    const send = ca === undefined ? requestPlain : requestSecure;
    return send({
      host,
      port,
      servername: url.hostname,
      ca,
      path: address.startsWith("/") ? address : url.pathname + url.search, // a path as it was given
      method: method ?? (form === undefined ? "GET" : "POST"),
      agent: false,
      headers: {
        Host: url.host,
        ...(cookie === "" ? {} : { Cookie: cookie }),
        ...(form === undefined
          ? {}
          : { Origin: origin, "Content-Type": "application/x-www-form-urlencoded" }),
        ...headers,
      },
    });
  }
}

/** Where a redirect leads. */
function toLocation({ status, headers, body }: Answer): string {
  if (headers.location === undefined) throw new Error(`No redirect: ${status} ${body.slice(0, 500)}`);
  return headers.location;
}

/** A short text as a client's frame: masked, with a mask of zeros. */
function toFrame(message: string): Buffer {
  const payload = Buffer.from(message);
  if (payload.length > 65_535) throw new Error("Too long for this frame.");
  const length =
    payload.length < 126 ? [payload.length | 0x80] : [126 | 0x80, payload.length >> 8, payload.length & 255];
  return Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), payload]);
}

/** The text of the first frame. */
async function readFrame(socket: Duplex): Promise<string> {
  let received = Buffer.alloc(0);
  for await (const piece of socket) {
    received = Buffer.concat([received, Buffer.from(piece)]);
    const short = (received[1] ?? 0) & 127;
    const start = short === 126 ? 4 : 2;
    const length = short === 126 && received.length >= 4 ? received.readUInt16BE(2) : short;
    if (received.length >= start && received.length >= start + length)
      return received.subarray(start, start + length).toString("utf8");
  }
  throw new Error("The socket ended before a frame.");
}
