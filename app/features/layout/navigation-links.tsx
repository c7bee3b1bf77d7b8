import { Link, useLocation } from "react-router";

type NavigationLinksProps = {
  links: readonly { path: string; label: string }[];
  className: string | undefined;
};

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
