import type { DemoPremise } from "#domain/demo.ts";
import type { LorePreview, LoreProposal } from "#domain/lore.ts";
import type { CastMember, PersonCorrection } from "#domain/story-record.ts";
import type { AskedTurn } from "#domain/turn-kinds.ts";
import { type Outcome, runChange } from "./conversation/conversation-changes.ts";
import type { TurnOutcome, TurnRefusal } from "./conversation/events.ts";
import type { Owner } from "./conversation/record.ts";
import { ConversationObject } from "./conversation-object.ts";
import type { Demo, DemoFacts } from "./story/demo.ts";
import type { SuggestionResult } from "./story/jobs/suggestion.ts";
import type { ProposalState } from "./story/lore-proposals.ts";
import { StoryKind, type StoryRecollection } from "./story/story-kind.ts";

/** One story: its messages, the reply being written, and everybody who reads it. */
export class StoryObject extends ConversationObject<StoryKind> {
  readonly #demo: Demo;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env, (parts) => new StoryKind(env, parts));
    this.#demo = this.conversation.kind.makeDemo(this.conversation);
  }

  /** What the person could write next; see `SuggestionJob.suggest`. */
  suggest({ another }: { another: boolean }): Promise<SuggestionResult> {
    return this.conversation.kind.jobs.suggestion.suggest(another);
  }

  /** What a character of the story knows about it now; see `StoryKind.recall`. */
  recall(owner: Owner): StoryRecollection {
    this.conversation.claim(owner);
    return this.conversation.kind.recall();
  }

  /** The suggestion that the person sees at this place already; see `SuggestionJob.findShown`. */
  findShownSuggestion(): string | null {
    return this.conversation.kind.jobs.suggestion.findShown();
  }

  /** See `StoryKind.correctPerson`. */
  correctPerson(owner: Owner, personId: string, correction: PersonCorrection): Outcome<CastMember[]> {
    this.conversation.claim(owner);
    const outcome = runChange(() => this.conversation.kind.correctPerson(personId, correction));
    this.ctx.waitUntil(this.conversation.settle());
    return outcome;
  }

  /** See `StoryKind.listLoreProposals`. */
  async listLoreProposals(): Promise<Outcome<LoreProposal[]>> {
    return { ok: true, value: await this.conversation.kind.listLoreProposals() };
  }

  /** See `StoryKind.settleLoreProposal`. */
  settleLoreProposal(proposalId: string, state: ProposalState): Outcome<null> {
    return runChange(() => this.conversation.kind.settleLoreProposal(proposalId, state));
  }

  /** See `StoryKind.previewLore`. */
  async previewLore(owner: Owner, text: string): Promise<LorePreview | null> {
    this.conversation.claim(owner);
    return this.conversation.kind.previewLore(owner, text);
  }

  // A visitor's story; see `Demo`.

  beginDemo(owner: Owner, story: { title: string; premise: DemoPremise }): Promise<void> {
    return this.#demo.begin(owner, story);
  }

  readDemo(owner: Owner): DemoFacts | null {
    return this.#demo.read(owner);
  }

  askDemo(owner: Owner, request: AskedTurn): Promise<TurnOutcome> {
    return this.#demo.ask(owner, request);
  }

  followDemo(owner: Owner, request: AskedTurn): Promise<Response | TurnRefusal> {
    return this.#demo.follow(owner, request);
  }

  adoptDemo(owner: Owner, person: { userId: string; shard: number }): Promise<boolean> {
    return this.#demo.adopt(owner, person);
  }
}
