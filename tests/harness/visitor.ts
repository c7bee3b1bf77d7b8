import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { Readable } from "node:stream";

/** Where a visitor connects to. The address in their browser may be another one: `origin`. */
type Place = {
  origin: string;
  host: string;
  port: number;
  /** The certificate to trust, PEM. */
  ca?: string;
};

/**
 * Somebody with a browser's cookies, without its scripts: follows no redirect, sends an `Origin` with each change, and trusts one
 * self-made certificate.
 */
export class Visitor {
  readonly #place: Place;
  /** Cookies with the attributes that the server gave them. */
  readonly cookies = new Map<string, { value: string; attributes: string[] }>();

  constructor(place: Place) {
    this.#place = place;
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, { value }]) => `${name}=${value}`).join("; ");
  }

  /** The answer to one request. `address`: a path, which is sent as it is given, or an address of the app. */
  async fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const [answer]: IncomingMessage[] = await once(await this.send(address, init), "response");
    if (answer === undefined) throw new Error(`${address} was not answered.`);
    const { rawHeaders, statusCode: status = 0 } = answer;
    const headers = new Headers();
    for (let at = 0; at < rawHeaders.length; at += 2)
      headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
    for (const cookie of headers.getSetCookie()) this.#keep(cookie);
    const hasBody = status !== 204 && status !== 304;
    return new Response(hasBody ? (Readable.toWeb(answer) as ReadableStream) : null, { status, headers });
  }

  /** Sends a request whose answer may be an upgrade. */
  async send(address: string, init: RequestInit = {}): Promise<ClientRequest> {
    const { origin, host, port, ca } = this.#place;
    const isPath = address.startsWith("/");
    const url = new URL(isPath ? origin : address);
    if (url.origin !== origin) throw new Error(`${url.href} is not at ${origin}.`);
    const request = new Request(url, init);
    const { headers, method } = request;
    headers.set("Host", url.host);
    if (this.cookies.size > 0) headers.set("Cookie", this.cookieHeader);
    if (init.method !== undefined && !headers.has("Origin")) headers.set("Origin", origin);
    const sent = (ca === undefined ? requestPlain : requestSecure)({
      ...{ host, port, ca, method, agent: false, servername: url.hostname },
      path: isPath ? address : url.pathname + url.search,
      headers: Object.fromEntries(headers),
      signal: request.signal,
    });
    sent.end(new Uint8Array(await request.arrayBuffer()));
    return sent;
  }

  /** Sends JSON and returns the parsed answer. Throws for an answer that is no success. */
  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await this.fetch(path, {
      method,
      headers: { "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? null : response.json();
  }

  /** Posts a form, as pages do without JavaScript. */
  submit(address: string, form: Record<string, string>): Promise<Response> {
    return this.fetch(address, { method: "POST", body: new URLSearchParams(form) });
  }

  #keep(cookie: string): void {
    const [pair = "", ...attributes] = cookie.split("; ");
    const [name = "", value = ""] = pair.split(/=(.*)/s);
    const isOver = attributes.some((attribute) => /^(Max-Age=0|Expires=Thu, 01 Jan 1970)/i.test(attribute));
    if (isOver) this.cookies.delete(name);
    else this.cookies.set(name, { value, attributes });
  }
}
