/** The addresses of the pages that other pages link to. A test checks this list against app/routes.ts. */
export const PAGE_PATHS = {
  home: "/home",
  library: "/stories",
  newStory: "/stories/new",
  characters: "/characters",
  help: "/help",
  settings: "/settings",
  subscription: "/settings#subscription",
  upgrade: "/upgrade",
  upgradeSuccess: "/upgrade-success",
} as const;
