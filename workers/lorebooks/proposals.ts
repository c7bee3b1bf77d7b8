import * as v from "valibot";
import { AppError } from "#domain/errors.ts";
import {
  growText,
  type KeepProposal,
  type LoreEntryRecord,
  type LoreProposal,
  loreProposalSchema,
} from "#domain/lore.ts";
import type { StoryObject } from "#durable-objects/story.ts";
import { type ConversationAccess, unwrap } from "../conversations/access.ts";
import type { StoryRow } from "../stories/store.ts";
import type { LorebookService } from "./service.ts";

type ProposalParts = {
  stories: ConversationAccess<StoryRow, StoryObject>;
  lorebooks: Pick<LorebookService, "findKept" | "keepInStory" | "growEntry">;
};

/** What the caller's stories propose to keep. They wait in the story's object; what is kept becomes an entry of a book. */
export class LoreProposalService {
  readonly #parts: ProposalParts;

  constructor(parts: ProposalParts) {
    this.#parts = parts;
  }

  /** Those of the open path that wait, the oldest first. */
  async list(storyId: string): Promise<LoreProposal[]> {
    const { stories } = this.#parts;
    await stories.find(storyId);
    const waiting = unwrap(v.array(loreProposalSchema), await stories.object(storyId).listLoreProposals());
    return Promise.all(waiting.map((proposal) => this.#withStoredText(proposal)));
  }

  /** With the text of its entry as the book has it: the object's is of the last reply, with names filled in. */
  async #withStoredText(proposal: LoreProposal): Promise<LoreProposal> {
    const { addsTo, text } = proposal;
    const entry = addsTo && (await this.#parts.lorebooks.findKept(addsTo.entryId));
    if (!addsTo || !entry) return proposal;
    return { ...proposal, addsTo: { ...addsTo, before: entry.text, after: growText(entry.text, text) } };
  }

  /**
   * Keeps a proposal, as it is or as the person has changed it: in the story's own book, or added to the entry that it names. A new entry has the
   * proposal's id, so that may be repeated. Throws ENTRY_LOCKED, LOREBOOK_FULL, EDIT_CONFLICT.
   */
  async keep(storyId: string, proposalId: string, change: KeepProposal): Promise<LoreEntryRecord> {
    const { stories, lorebooks } = this.#parts;
    const story = await stories.findWritable(storyId);
    const entry = (await lorebooks.findKept(proposalId)) ?? (await this.#toEntry(story, proposalId, change));
    await this.#settle(storyId, proposalId, "kept");
    return entry;
  }

  async #toEntry(story: StoryRow, proposalId: string, change: KeepProposal): Promise<LoreEntryRecord> {
    const { lorebooks } = this.#parts;
    const proposal = (await this.list(story.id)).find((one) => one.proposalId === proposalId);
    if (!proposal) throw new AppError("NOT_FOUND");
    const { addsTo } = proposal;
    const { before, ...fields } = change;
    if (addsTo === null) return lorebooks.keepInStory(story, { ...proposal, ...fields });
    const { text } = change;
    return lorebooks.growEntry(
      addsTo.entryId,
      text === undefined ? { adds: proposal.text } : { text, before },
    );
  }

  /** Dismisses a proposal, or lets one wait again that was dismissed. */
  async change(storyId: string, proposalId: string, state: "dismissed" | "waiting"): Promise<void> {
    await this.#parts.stories.find(storyId);
    await this.#settle(storyId, proposalId, state);
  }

  async #settle(storyId: string, proposalId: string, state: "kept" | "dismissed" | "waiting"): Promise<void> {
    const object = this.#parts.stories.object(storyId);
    unwrap(v.null(), await object.settleLoreProposal(proposalId, state));
  }
}
