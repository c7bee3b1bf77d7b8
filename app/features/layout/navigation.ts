import type { Tier } from "#domain/plan.ts";
import { type Place, pathTo } from "./places.ts";

export type Destination = { path: string; label: string };

/** The main navigation, as it stands at the top. */
const MAIN = [
  { place: "home", label: "Home" },
  { place: "library", label: "My Stories" },
  { place: "characters", label: "Characters" },
  { place: "help", label: "Help" },
] as const satisfies readonly { place: Place; label: string }[];

/** The user menu, above Logout. */
const ACCOUNT = [
  { place: "settings", label: "Settings" },
  { place: "subscription", label: "Subscription" },
] as const satisfies readonly { place: Place; label: string }[];

type WayTo = (place: Place) => string | null;

/** Where one can go from every signed-in page; `to` tells which places there are. */
export function listNavigation(tier: Tier, to: WayTo = pathTo) {
  const open = (entries: readonly { place: Place; label: string }[]): Destination[] =>
    entries.flatMap(({ place, label }) => {
      const path = to(place);
      return path === null ? [] : [{ path, label }];
    });
  return {
    main: open(MAIN),
    account: open(ACCOUNT),
    /** Nobody is offered what they have. */
    upgrade: tier === "premium" ? null : to("upgrade"),
  };
}
