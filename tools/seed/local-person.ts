import { setTimeout as delay } from "node:timers/promises";
import { EventSourceParserStream } from "eventsource-parser/stream";
import * as v from "valibot";
import { importSchema, startedImportSchema } from "#domain/imports.ts";
import { LEGAL_CONSENT_VERSION } from "#domain/legal.ts";
import { type ClientEventInput, decodeServerEvent, encode } from "#domain/protocol.ts";
import { toSubject } from "../local-services/issuer/accounts.ts";

type Call = { method?: string; headers?: Record<string, string>; body?: string | FormData };
const IMPORT_POLL_MS = 500;

type Kind = "stories" | "character-chats";

/** Somebody who uses the running product as a browser without scripts does, through its pages and its API. */
export class LocalPerson {
  readonly #origin: string;
  /** By host and port: the product's and the local issuer's. */
  readonly #cookies = new Map<string, Map<string, string>>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Signs in with the local issuer that asks for no passphrase, and gives the consents. Returns the subject. */
  async arrive(form: { name: string; email: string }): Promise<string> {
    const begun = await this.#post(`${this.#origin}/login`, { returnTo: "/home" });
    const asked = await this.#visit(toLocation(begun));
    const page = await this.#visit(toLocation(asked));
    const sent = await this.#post(page.url, form);
    const back = await this.#visit(toLocation(sent));
    await this.#post(toLocation(back), { intent: "authenticate-and-go" });
    const subject = toSubject(form.email);
    await this.call("PATCH", `/api/users/${encodeURIComponent(subject)}/age-confirmation`, v.unknown(), {
      settings: {
        ageConfirmed13: true,
        acceptedTermsAt: true,
        acceptedPrivacyAt: true,
        legalConsent: { version: LEGAL_CONSENT_VERSION },
      },
    });
    return subject;
  }

  /** Calls the API. Waits where a limit asks for it. Throws for another answer than a success. */
  async call<Schema extends v.GenericSchema>(
    method: string,
    path: string,
    schema: Schema,
    body?: unknown,
  ): Promise<v.InferOutput<Schema>> {
    const answer = await this.#visit(this.#origin + path, {
      method,
      headers: { Origin: this.#origin, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const retryAfter = Number(answer.headers.get("Retry-After"));
    if (answer.status === 429 && retryAfter > 0 && retryAfter < 120) {
      await answer.body?.cancel();
      await delay(retryAfter * 1000);
      return this.call(method, path, schema, body);
    }
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return v.parse(schema, text === "" ? null : JSON.parse(text));
  }

  /** Brings in a file, and resolves when all of it has come. */
  async bringIn(file: File): Promise<void> {
    const body = new FormData();
    body.append("file", file);
    const headers = { Origin: this.#origin };
    const sent = await this.#visit(`${this.#origin}/api/imports`, { method: "POST", headers, body });
    if (!sent.ok) throw new Error(`POST /api/imports: ${sent.status} ${await sent.text()}`);
    const { importId } = v.parse(startedImportSchema, await sent.json()).import;
    for (;;) {
      const { state, error } = await this.call("GET", `/api/imports/${importId}`, importSchema);
      if (state === "done") return;
      if (state === "failed") throw new Error(`The import failed: ${error}`);
      await delay(IMPORT_POLL_MS);
    }
  }

  /** Opens a conversation and takes turns, one after the other, each until its reply is complete. */
  async write(kind: Kind, id: string, turns: ClientEventInput[]): Promise<void> {
    const path = `/live/${kind}/${id}`;
    const leave = new AbortController();
    const stream = await this.#visit(
      this.#origin + path,
      { headers: { Accept: "text/event-stream" } },
      leave.signal,
    );
    if (!stream.ok || stream.body === null) throw new Error(`GET ${path}: ${stream.status}`);
    const events = readEvents(stream.body);
    try {
      for (const turn of turns) {
        await this.call("POST", path, v.unknown(), JSON.parse(encode(turn)));
        if (!("requestId" in turn)) continue;
        for (;;) {
          const { value: event, done } = await events.next();
          if (done) throw new Error(`${path} ended before a reply.`);
          if (event.type === "stream-error") throw new Error(`${path}: ${event.message}`);
          if (event.type === "stream-complete" && event.requestId === turn.requestId) break;
        }
      }
    } finally {
      leave.abort();
    }
  }

  #post(url: string, form: Record<string, string>): Promise<Response> {
    const headers = { Origin: this.#origin, "Content-Type": "application/x-www-form-urlencoded" };
    return this.#visit(url, { method: "POST", headers, body: new URLSearchParams(form).toString() });
  }

  async #visit(
    url: string,
    { method = "GET", headers = {}, body }: Call = {},
    signal?: AbortSignal,
  ): Promise<Response> {
    const { host } = new URL(url);
    const jar = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, {
      method,
      redirect: "manual",
      headers: { ...headers, ...(cookie === "" ? {} : { Cookie: cookie }) },
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const [name = "", ...value] = pair.split("=");
      jar.set(name, value.join("="));
    }
    return answer;
  }
}

/** Where a redirect leads. */
function toLocation(answer: Response): string {
  const location = answer.headers.get("Location");
  if (location === null) throw new Error(`No redirect from ${answer.url}: ${answer.status}`);
  return new URL(location, answer.url).href;
}

async function* readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const messages = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { data } of messages) {
    const decoded = decodeServerEvent(data);
    if (decoded.ok) yield decoded.event;
  }
}
