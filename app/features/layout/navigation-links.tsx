import { NavLink } from "react-router";
import type { Destination } from "./navigation.ts";

type NavigationLinksProps = { links: readonly Destination[]; className: string | undefined };

/** A list of links; the one of the page that is open, or that it belongs to, is marked. */
export function NavigationLinks({ links, className }: NavigationLinksProps) {
  return (
    <ul>
      {links.map(({ path, label }) => (
        <li key={path}>
          <NavLink to={path} className={className}>
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
