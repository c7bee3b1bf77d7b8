/**
 * The groups of modules that the client's build joins into one file each. A group includes what its modules import,
 * unless an earlier group has it. Without groups the bundler makes a file of every module that several pages share: 60
 * requests for one page, and 10 kB more than the same modules compressed together. Modules in no group are still built
 * that way.
 *
 * A module that two groups need belongs to the group that all their pages load. In the later group it would make pages
 * load code that they do not need. `npm run weight` shows what a page loads.
 */
const GROUPS: readonly { name: string; modules: RegExp }[] = [
  // Unchanged between deployments, so it stays in the browser's cache.
  { name: "framework", modules: /node_modules\/(?:react|react-dom|react-router|scheduler)\// },
  // Every page, and what the public and the signed-in pages share.
  {
    name: "start",
    modules:
      /app\/root\.tsx$|entry\.client|conversation\/list\/your-words\.tsx$|ui\/(?:lazy-dialog|follow-links)\.tsx?$|forms\/(?:versions|undo-buttons)\.tsx?$|layout\/(?:brand|skip-link|places|page|navigation-links)\.tsx?$|domain\/(?:legal|plan)\.ts$|ui\/field\.tsx$|domain\/(?:text|premise-limits)\.ts$|createLucideIcon\.mjs$|icons\/(?:x|pen-line|chevrons-right)\.mjs$/,
  },
  // How a passage is displayed.
  { name: "prose", modules: /conversation\/list\/(?:passage|reveal|prose-text|emphasis)\.tsx?$/ },
  {
    name: "genres",
    modules: /domain\/(?:genres|genre-slugs|cover)\.ts$|home\/genre-cards|ui\/genre-hue/,
  },
  { name: "plans", modules: /ui\/questions\.tsx|billing\/plan-ledger/ },
  { name: "public", modules: /routes\/public\/(?:layout|visitors-only|landing)\.tsx$/ },
  { name: "fields", modules: /ui\/field\.tsx$|domain\/text\.ts$/ },
  // Every signed-in page. The reading page and the chat have no frame.
  {
    name: "signed-in",
    modules:
      /routes\/signed-in\/guard\.tsx$|domain\/(?:input|ids|dates|story-record|return-path)\.ts$|billing\/limits\.ts$|layout\/page-fault|ui\/(?:menu|use-near|use-reduced-motion)\.tsx?$|changes\/neighbour|new-story-page-path|icons\/(?:trash|pencil|check|chevron-left|chevron-right|log-out)\.mjs$/,
  },
  { name: "frame", modules: /routes\/signed-in\/layout\.tsx$|new-story\/new-story-page-path/ },
  // What stories, chats and the demo have of a conversation. The landing page loads it when a demo is begun.
  {
    name: "telling",
    modules:
      /conversation\/list\/(?:message-list|use-reveal|version-switch|copy-button)|conversation\/type\/typeset|icons\/refresh-cw|domain\/protocol|conversation\/live\/(?:conversation-state|conversation-selectors|event-stream-parser)|input-bar\/(?:collapsed-bar|expanded-bar|use-draft|use-openness|use-restored-text|use-settled)/,
  },
  {
    name: "people",
    modules: /characters\/(?:portrait|character-text|characters-api)\.tsx?$|domain\/character\.ts$/,
  },
  { name: "lists", modules: /ui\/(?:choices|badge|empty-state)\.tsx$|stories\/story-date/ },
];

export const CLIENT_CHUNKS = GROUPS.map(({ name, modules }, index) => ({
  name,
  test: modules,
  priority: GROUPS.length - index,
}));
