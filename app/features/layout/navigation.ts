import type { Tier } from "#domain/plan.ts";
import { PLACES } from "./places.ts";

export type Destination = { path: string; label: string };

/** The main navigation, as it stands at the top. */
const MAIN: readonly Destination[] = [
  { path: PLACES.home, label: "Home" },
  { path: PLACES.library, label: "My Stories" },
  { path: PLACES.characters, label: "Characters" },
  { path: PLACES.help, label: "Help" },
];

/** The user menu, above Logout. */
const ACCOUNT: readonly Destination[] = [
  { path: PLACES.settings, label: "Settings" },
  { path: PLACES.subscription, label: "Subscription" },
];

/** Where one can go from every signed-in page. */
export function listNavigation(tier: Tier) {
  return {
    main: MAIN,
    account: ACCOUNT,
    /** Nobody is offered what they have. */
    upgrade: tier === "premium" ? null : PLACES.upgrade,
  };
}
