/**
 * The pages that others link to. A page with `isOpen: false` is specified but has no route yet: links to it are
 * prepared but hidden. To add its route, open it here; nothing else must change. A test checks this list against
 * app/routes.ts.
 */
export const PLACES = {
  home: { path: "/home", isOpen: true },
  library: { path: "/stories", isOpen: true },
  newStory: { path: "/stories/new", isOpen: true },
  characters: { path: "/characters", isOpen: true },
  help: { path: "/help", isOpen: true },
  settings: { path: "/settings", isOpen: true },
  subscription: { path: "/settings#subscription", isOpen: true },
  upgrade: { path: "/upgrade", isOpen: true },
  upgradeSuccess: { path: "/upgrade-success", isOpen: true },
} as const satisfies Record<string, { path: `/${string}`; isOpen: boolean }>;
export type Place = keyof typeof PLACES;

/** The address of a place; `null` while there is nothing at it. */
export function pathTo(place: Place): string | null {
  const { path, isOpen } = PLACES[place];
  return isOpen ? path : null;
}
