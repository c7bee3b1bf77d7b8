/**
 * The pages that others lead to. One that `isOpen: false` is specified and has no route yet: nothing leads to it, and each
 * link to it stands ready. Whoever adds its route opens it here, which is the one line that it takes; a test holds this list
 * against app/routes.ts.
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
