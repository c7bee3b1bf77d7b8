import type { Tier } from "#domain/plan.ts";
import { PAGE_PATHS } from "./pages.ts";

export type Destination = { path: string; label: string };

/** The main navigation, as it stands at the top. */
const MAIN: readonly Destination[] = [
  { path: PAGE_PATHS.home, label: "Home" },
  { path: PAGE_PATHS.library, label: "Your Library" },
  { path: PAGE_PATHS.characters, label: "Characters" },
  { path: PAGE_PATHS.help, label: "Help" },
];

/** The user menu, above Logout. */
const ACCOUNT: readonly Destination[] = [
  { path: PAGE_PATHS.settings, label: "Settings" },
  { path: PAGE_PATHS.subscription, label: "Subscription" },
];

/** The links that every signed-in page has. */
export function listNavigation(tier: Tier) {
  return {
    main: MAIN,
    account: ACCOUNT,
    /** `null`: the person already has the largest plan. */
    upgrade: tier === "premium" ? null : PAGE_PATHS.upgrade,
  };
}
