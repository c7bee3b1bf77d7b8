import type { LoreEntryRecord, LoreProposal } from "#domain/lore.ts";

/** What lies over the lore in its sheet; `null`: nothing. */
export type LoreLayer =
  | { kind: "books" }
  | { kind: "new" }
  | { kind: "entry"; entry: LoreEntryRecord }
  | { kind: "proposal"; proposal: LoreProposal }
  | null;
