import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { isOwnHost } from "../../origins-and-proxies.ts";
import { readRequestText } from "../body.ts";
import { answerApi } from "./api.ts";
import { answerControl } from "./control.ts";
import { Emulator, type EmulatorOptions, type Tenant } from "./emulator.ts";
import { StripeFailure } from "./failure.ts";
import { parseStripeForm } from "./form.ts";
import { renderCheckout } from "./pages/checkout.ts";
import { headersFor, renderMessage } from "./pages/layout.ts";
import { renderPortal } from "./pages/portal.ts";
import { newObjectId } from "./records.ts";
import { advanceClock, DECLINED, paySession, setCancelAtPeriodEnd, successAddress } from "./subscriptions.ts";

const BODY_MAX = 64 * 1024; // bytes; a checkout's form is one or two thousand

/**
 * The server of the emulator: `/v1/…` is Stripe's API, `/c/pay/:id` the checkout page, `/p/session/:id` the billing
 * portal, and `/control/…` is for tests. Closing it stops the deliveries; the next start continues them.
 */
export function createStripeEmulator(options: EmulatorOptions): Server {
  const emulator = new Emulator(options);
  const server = createServer((request, response) => {
    if (!isOwnHost(request.headers.host, null)) {
      response.writeHead(421).end();
      return;
    }
    answer(emulator, request, response).catch((error: unknown) => {
      process.stderr.write(`stripe: ${error instanceof Error ? error.stack : String(error)}\n`);
      if (response.headersSent) response.destroy();
      else
        sendJson(
          response,
          500,
          new StripeFailure(500, "The emulator broke.", { type: "api_error" }).toJson(),
        );
    });
  });
  // If the server closed a connection while a client sends its next request on it, the client would see a network
  // error.
  server.keepAliveTimeout = 0;
  server.once("close", () => emulator.stop());
  return server;
}

type Exchange = { request: IncomingMessage; response: ServerResponse; url: URL; body: string };

async function answer(emulator: Emulator, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", "http://stripe");
  const body = await readRequestText(request, BODY_MAX);
  if (body === null) {
    sendJson(response, 413, new StripeFailure(413, "The request is too large.").toJson());
    return;
  }
  const exchange = { request, response, url, body };
  const [, area, , id = ""] = url.pathname.split("/");
  if (area === "c") await showCheckout(emulator, decodeURIComponent(id), exchange);
  else if (area === "p") await showPortal(emulator, decodeURIComponent(id), exchange);
  else await callApi(emulator, exchange);
}

async function callApi(emulator: Emulator, exchange: Exchange): Promise<void> {
  const { request, response, url } = exchange;
  response.setHeader("Request-Id", newObjectId("req"));
  try {
    const tenant = authenticate(emulator, request);
    const fault = tenant.faults.next(url.pathname);
    if (fault === "drop") response.destroy();
    else if (fault === "odd") sendJson(response, 400, { message: "This is not an answer of Stripe." });
    else if (url.pathname.startsWith("/control/")) {
      sendJson(response, 200, await answerControl(url.pathname, exchange.body, tenant));
      tenant.account.save();
    } else callStripe(tenant, exchange, fault);
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error;
    sendJson(response, error.status, error.toJson());
  }
}

function authenticate(emulator: Emulator, request: IncomingMessage): Tenant {
  const key = /^Bearer (\S+)$/u.exec(request.headers.authorization ?? "")?.[1] ?? "";
  const tenant = emulator.findTenant(key);
  if (tenant === null) throw new StripeFailure(401, "Invalid API Key provided.");
  return tenant;
}

function callStripe(tenant: Tenant, { request, response, url, body }: Exchange, fault: number | null): void {
  const method = request.method ?? "GET";
  const run = () => {
    const form = parseStripeForm(method === "GET" ? url.search.slice(1) : body);
    return runCall(() => {
      if (fault !== null) throw new StripeFailure(fault, "Told to fail.", { type: "api_error" });
      return answerApi(method, url.pathname, { account: tenant.account, form });
    });
  };
  const key = method === "POST" ? request.headers["idempotency-key"] : undefined;
  const fingerprint = `${method} ${url.pathname} ${body}`;
  const given =
    typeof key === "string" ? tenant.keys.answer(key, fingerprint, run) : { ...run(), replayed: false };
  if (given.replayed) response.setHeader("Idempotent-Replayed", "true");
  if (method !== "GET") tenant.account.save();
  send(response, given.status, given.body, "application/json; charset=utf-8");
}

function runCall(call: () => object): { status: number; body: string } {
  try {
    return { status: 200, body: JSON.stringify(call()) };
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error;
    return { status: error.status, body: JSON.stringify(error.toJson()) };
  }
}

async function showCheckout(
  emulator: Emulator,
  id: string,
  { request, response, body }: Exchange,
): Promise<void> {
  const tenant = emulator.tenantWith("checkoutSessions", id);
  if (tenant === null) return sendNoPage(response);
  const { account } = tenant;
  const session = account.checkoutSession(id);
  const headers = headersFor([session.successUrl]);
  const action = request.method === "POST" ? new URLSearchParams(body).get("action") : null;
  if (action === "pay" && session.status === "open") {
    paySession(account, session);
    account.save();
    response.writeHead(303, { ...headers, Location: successAddress(session) }).end();
    return;
  }
  const error = action === "decline" && session.status === "open" ? DECLINED : null;
  sendPage(response, error === null ? 200 : 402, headers, renderCheckout(account, session, error));
}

async function showPortal(
  emulator: Emulator,
  id: string,
  { request, response, url, body }: Exchange,
): Promise<void> {
  const tenant = emulator.tenantWith("portalSessions", id);
  const session = tenant?.account.state.portalSessions[id];
  if (tenant === null || session === undefined) return sendNoPage(response);
  const { account } = tenant;
  if (request.method === "POST") {
    actInPortal(tenant, session.customer, new URLSearchParams(body).get("action"));
    account.save();
    response.writeHead(303, { ...headersFor([]), Location: url.pathname }).end();
    return;
  }
  sendPage(response, 200, headersFor([]), renderPortal(account, session));
}

function actInPortal({ account }: Tenant, customerId: string, action: string | null): void {
  const [subscription] = account.listSubscriptions(customerId);
  if (subscription === undefined || subscription.status === "canceled") return;
  if (action === "cancel") setCancelAtPeriodEnd(account, subscription, true);
  else if (action === "resume") setCancelAtPeriodEnd(account, subscription, false);
  else if (action === "renew") advanceClock(account, subscription.periodEnd - account.now());
  else if (action === "card-declines") account.customer(customerId).cardDeclines = true;
  else if (action === "card-works") account.customer(customerId).cardDeclines = false;
}

function sendNoPage(response: ServerResponse): void {
  const page = renderMessage("There is no such page", "Go back to Talespark and begin again.");
  sendPage(response, 404, headersFor([]), page);
}

function sendPage(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  page: string,
): void {
  response.writeHead(status, headers).end(page);
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  send(response, status, JSON.stringify(body), "application/json; charset=utf-8");
}

function send(response: ServerResponse, status: number, body: string, type: string): void {
  response.writeHead(status, { "Content-Type": type, "Cache-Control": "no-store" }).end(body);
}
