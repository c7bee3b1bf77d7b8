/**
 * The files that the client's build puts together; each takes along what its modules import, unless a group above it has
 * that already. Left to itself the bundler makes a file of every module that several pages share: 60 requests for one page,
 * and 10 kB more than the same modules compressed together. What no group names still goes that way.
 *
 * A module that two groups need belongs to the one that is on all their pages: named in a later one, it takes pages along
 * that have nothing else to do with it. `npm run weight` shows what a page loads.
 */
const GROUPS: readonly { name: string; modules: RegExp }[] = [
  // Stays the same from one deployment to the next, and so in the browser's cache.
  { name: "framework", modules: /node_modules\/(?:react|react-dom|react-router|scheduler)\// },
  // Every page, and what visitors' pages and signed-in ones both have.
  {
    name: "start",
    modules:
      /app\/root\.tsx$|entry\.client|layout\/(?:brand|skip-link|places|page|navigation-links)\.tsx?$|cookies\/cookie-settings|auth\/logout-form|domain\/(?:legal|plan)\.ts$|createLucideIcon\.mjs$|icons\/(?:x|pen-line|chevrons-right)\.mjs$/,
  },
  // How a passage stands on the page: the landing page has a sample.
  { name: "prose", modules: /conversation\/list\/(?:passage|reveal|prose-text|emphasis)\.tsx?$/ },
  {
    name: "genres",
    modules: /domain\/(?:genres|genre-slugs|cover)\.ts$|home\/genre-cards|ui\/(?:genre-hue|choices)/,
  },
  { name: "plans", modules: /ui\/questions\.tsx|billing\/plan-ledger/ },
  { name: "public", modules: /routes\/public\/(?:layout|visitors-only|landing)\.tsx$/ },
  // Every page for signed-in people. The reading page and the chat have no frame.
  {
    name: "signed-in",
    modules:
      /routes\/signed-in\/guard\.tsx$|domain\/(?:input|text|ids|dates|story-record)\.ts$|billing\/limits\.ts$|layout\/page-fault|ui\/menu\.tsx/,
  },
  { name: "frame", modules: /routes\/signed-in\/layout\.tsx$/ },
  {
    name: "people",
    modules: /characters\/(?:portrait|character-text|characters-api)\.tsx?$|domain\/character\.ts$/,
  },
  { name: "lists", modules: /ui\/(?:field|badge|empty-state)\.tsx$|stories\/story-date/ },
];

export const CLIENT_CHUNKS = GROUPS.map(({ name, modules }, index) => ({
  name,
  test: modules,
  priority: GROUPS.length - index,
}));
