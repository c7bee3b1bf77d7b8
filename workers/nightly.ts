import { sweepDeletions } from "./account-deletion/sweep.ts";
import { readStripeSettings, StripeClient } from "./billing/stripe.ts";
import { sweepSubscriptions } from "./billing/sweep.ts";
import { sweepReservations } from "./billing/sweep-reservations.ts";
import { sweepCharacters } from "./characters/sweep.ts";
import { sweepConversations } from "./conversations/sweep.ts";
import { openPrimaryDatabase } from "./db/client.ts";
import { describeError, logWith } from "./logging.ts";
import { parseSettings } from "./settings.ts";

/** The jobs that the cron trigger of wrangler.toml runs once a night. If one fails, the others still run. */
export async function runNightly(env: Env): Promise<void> {
  const log = logWith({ job: "nightly" });
  const stripe = readStripeSettings(parseSettings(env));
  const parts = { db: openPrimaryDatabase(env.DB), now: () => new Date(), log };
  const sweeps: Record<string, () => Promise<unknown>> = {
    deletions: () => sweepDeletions({ ...parts, objects: env.ACCOUNT_DELETION }),
    reservations: () => sweepReservations(parts),
    conversations: () =>
      sweepConversations({ ...parts, objects: { story: env.STORY, "character-chat": env.CHARACTER_CHAT } }),
    characters: () => sweepCharacters({ ...parts, bucket: env.PORTRAITS }),
    subscriptions: async () =>
      stripe && (await sweepSubscriptions({ ...parts, stripe: new StripeClient(stripe, log) })),
  };
  for (const [sweep, run] of Object.entries(sweeps)) {
    try {
      await run();
    } catch (error) {
      log("error", "nightly.failed", { sweep, ...describeError(error) });
    }
  }
}
