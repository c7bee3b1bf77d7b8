import { hashFnv1a } from "./hash.ts";
import type { Role } from "./message.ts";
import type { SearchKind } from "./search.ts";

/** What a conversation sends beside its messages, always all of it. */
export const KINDS_BESIDE = ["note", "memory", "path"] as const satisfies readonly SearchKind[];

/** The source of what belongs to no story, chat or character. */
export const LIBRARY = "library";

/** One text, as its source sends it. `item` names it within the source. */
export type SearchDocument = {
  item: string;
  kind: SearchKind;
  /** A name that is searched too; empty: none. */
  title: string;
  text: string;
  /** ISO 8601. */
  createdAt: string;
  role?: Role;
  depth?: number;
  /** The item before it on its path. */
  parent?: string | null;
  /** The message that it leads to, if that is another. */
  messageId?: string | null;
  /** Where it stands, such as the name of a lorebook. */
  within?: string;
  bookId?: string;
};

/** A story, chat or character that has documents: its id after its kind, as in `story:…`. */
export type SourceFacts = { title: string; isShown: boolean; isArchived: boolean };

/** What has changed in a source. */
export type SourceUpdate = {
  source: string;
  /** Counts up; an older update that arrives late is dropped. `null`: the index itself has read it in order. */
  number: number | null;
  /** The end of the open path; absent: as before. */
  headId?: string | null;
  facts?: SourceFacts;
  documents?: readonly SearchDocument[];
  removed?: readonly string[];
  /** Documents of these kinds are removed unless their items are in `keep`, or without it in `documents`. */
  whole?: readonly SearchKind[];
  keep?: readonly string[];
};

/** A number for what a document says, to compare by. 32 bits. */
export function hashDocument({ kind, title, text, within = "", messageId }: SearchDocument): number {
  return hashFnv1a([kind, title, within, messageId ?? "", text].join("\n"));
}
