import type { Tier } from "#domain/plan.ts";
import { PLACES } from "./places.ts";

export type Destination = { path: string; label: string };

/** The main navigation, as it stands at the top. */
const MAIN: readonly Destination[] = [
  { path: PLACES.home, label: "Home" },
  { path: PLACES.library, label: "Your Library" },
  { path: PLACES.characters, label: "Characters" },
  { path: PLACES.help, label: "Help" },
];

/** The user menu, above Logout. */
const ACCOUNT: readonly Destination[] = [
  { path: PLACES.settings, label: "Settings" },
  { path: PLACES.subscription, label: "Subscription" },
];

/** The links that every signed-in page has. */
export function listNavigation(tier: Tier) {
  return {
    main: MAIN,
    account: ACCOUNT,
    /** `null`: the person already has the largest plan. */
    upgrade: tier === "premium" ? null : PLACES.upgrade,
  };
}
