import { Link, useLocation } from "react-router";
import type { Tier } from "#domain/plan.ts";
import { PAGE_PATHS } from "./pages.ts";

type NavigationLinksProps = { links: readonly Destination[]; className: string | undefined };

/** A list of links; the one of the page that is open, or that it belongs to, is marked. */
export function NavigationLinks({ links, className }: NavigationLinksProps) {
  const { pathname } = useLocation();
  return (
    <ul>
      {links.map(({ path, label }) => (
        <li key={path}>
          <Link
            to={path}
            className={className}
            aria-current={`${pathname}/`.startsWith(`${path}/`) ? "page" : undefined}
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

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
