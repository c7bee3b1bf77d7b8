import { readStripeSettings, StripeClient } from "./billing/stripe.ts";
import { sweepSubscriptions } from "./billing/sweep.ts";
import { openPrimaryDatabase } from "./db/client.ts";
import { logWith } from "./logging.ts";
import { parseSettings } from "./settings.ts";

/** What has to be done once a night, by the cron trigger of wrangler.toml. */
export async function runNightly(env: Env): Promise<void> {
  const stripe = readStripeSettings(parseSettings(env));
  if (stripe === null) return;
  const log = logWith({ job: "nightly" });
  await sweepSubscriptions({
    db: openPrimaryDatabase(env.DB),
    stripe: new StripeClient(stripe, log),
    now: () => new Date(),
    log,
  });
}
