/**
 * The local payment emulator: the calls of Stripe's API that Talespark makes, a checkout page, a billing portal, a clock that can be advanced,
 * and signed webhooks. It moves no money, and its pages say so. A deployment uses Stripe itself; the app's code is the same.
 *
 *   server.ts, api.ts, requests.ts, form.ts   HTTP; the calls and their parameters
 *   emulator.ts, account.ts, records.ts       the accounts and their stored data
 *   objects.ts, unchanging.json               the records as objects of the API, checked against Stripe's description
 *   subscriptions.ts                          checkout, renewal, failed payment and cancellation, with their times
 *   webhooks.ts                               delivery of events, with retries
 *   pages/                                    the pages that a person sees
 *   control.ts                                what only tests may do
 *
 * Environment: PORT, SECRET_KEY, WEBHOOK_SECRET, WEBHOOK_URL, STATE_DIR, and EXIT_WITH_STDIN=1 to end with the process
 * that started it.
 */
import { join } from "node:path";
import * as v from "valibot";
import { runCommand } from "../../refusal.ts";
import { nonEmpty, portSetting, readEnvironment, runService } from "../service-process.ts";
import { createStripeEmulator } from "./server.ts";

const environment = v.object({
  PORT: portSetting,
  SECRET_KEY: nonEmpty,
  WEBHOOK_SECRET: nonEmpty,
  WEBHOOK_URL: v.pipe(nonEmpty, v.url("is not a URL")),
  STATE_DIR: nonEmpty,
});

await runCommand(async () => {
  const settings = readEnvironment(environment, process.env);
  const server = createStripeEmulator({
    origin: `http://127.0.0.1:${settings.PORT}`,
    secretKey: settings.SECRET_KEY,
    webhook: { url: settings.WEBHOOK_URL, secret: settings.WEBHOOK_SECRET },
    directory: join(settings.STATE_DIR, "stripe"),
  });
  await runService(server, settings.PORT);
});
