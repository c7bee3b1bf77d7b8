import { once } from "node:events";
import { createStripeEmulator } from "#tools/local-services/stripe/server.ts";
import type { WebhookTarget } from "#tools/local-services/stripe/webhooks.ts";
import { anyFreePort } from "#tools/ports.ts";
import { close } from "./http.ts";

/** The payment emulator inside this process; every secret key of the form `sk_test_…` is an account of its own. */
export async function startStripe(webhook: WebhookTarget | null = null) {
  const port = await anyFreePort();
  const url = `http://127.0.0.1:${port}`;
  const server = createStripeEmulator({ origin: url, secretKey: null, webhook, directory: null });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return { url, close: () => close(server) };
}
