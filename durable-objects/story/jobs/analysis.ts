import { type Analysis, isPassage } from "#domain/message.ts";
import { truncateAtWord } from "#domain/text.ts";
import type { CastEntry } from "#workers/ai/cast/merge-cast.ts";
import { findPlayerName } from "#workers/ai/cast/player.ts";
import { type AskCast, readPassage } from "#workers/ai/cast/read-passage.ts";
import {
  analysisAnswerSchema,
  buildAnalysisPrompt,
  buildAnalysisTask,
} from "#workers/ai/prompts/analysis.ts";
import { askStructured } from "#workers/ai/structured.ts";
import { askInTime, type Job } from "../../conversation/jobs.ts";
import type { MessageRow } from "../../conversation/message-tree.ts";
import type { Owner } from "../../conversation/record.ts";
import type { CastRow, ReadPerson } from "../cast-store.ts";
import type { FoundLore } from "../lore-proposals.ts";
import { findKnownNames } from "../reply-mentions.ts";
import type { StoryParts } from "../story-parts.ts";

/** In characters. */
const HEADING_MAX = 48;
/** The most mentioned people, which the model gets as known. People whom it finds again are not added again. */
const KNOWN_TOLD = 60;
/** Names of lore entries, which the model gets as known. */
const LORE_TOLD = 60;
/** How many messages are read at a time to find the passage before a reply. It is nearly always within the first two. */
const PASSAGE_WITHIN = 2;

/** Finds who is in a reply and where it ends. It asks the model about names that are not known yet, and now and then. */
export class AnalysisJob implements Job {
  readonly #parts: StoryParts;

  constructor(parts: StoryParts) {
    this.#parts = parts;
  }

  follows(): boolean {
    return true;
  }

  async run(reply: MessageRow, owner: Owner, idle: AbortSignal): Promise<void> {
    const { cast, state, tree, readers, record, proposals } = this.#parts;
    const facts = await this.#parts.findFacts(owner, reply.id);
    if (facts === null) return;
    const { character } = facts.brief;
    const known = cast.rowsAt(reply);
    const before = state.find();
    const nobody = cast.listNobodies();
    const exchanges = record.get()?.exchangeCount ?? 0;
    let heading: string | null = null;
    let found: readonly FoundLore[] = [];
    const lore = this.#parts.lore.entries().map(({ name }) => name);
    const ask: AskCast = ({ text, names, about }) => {
      const told = known.slice(0, KNOWN_TOLD);
      const request = buildAnalysisTask({
        cast: told,
        names,
        lore: lore.slice(0, LORE_TOLD),
        about,
        passages: text === reply.content ? 1 : 2,
      });
      const prompt =
        this.#parts.prompts.past.findTaskPrompt(facts, { asked: "structured", last: reply, request }) ??
        buildAnalysisPrompt({
          passage: text,
          names,
          cast: told,
          lore: lore.slice(0, LORE_TOLD),
          character,
          about,
        });
      return askInTime({ idle, timeouts: this.#parts.timeouts() }, async (asked) => {
        const model = this.#parts.structured();
        const answer = await askStructured(model, prompt, analysisAnswerSchema, { ...asked, temperature: 0 });
        found = answer?.lore ?? [];
        heading = answer?.heading ? truncateAtWord(answer.heading, HEADING_MAX) : heading;
        return answer;
      });
    };

    const read = await readPassage(
      {
        text: reply.content,
        before: this.#findPassageBefore(reply),
        player: findPlayerName(character),
        exchangesUnasked: before.castAskedAt === null ? null : exchanges - before.castAskedAt,
      },
      {
        cast: known,
        location: state.findLocationAt(reply.id) ?? before.currentLocation,
        met: { ...before.metNames, nobody: [...new Set([...before.metNames.nobody, ...nobody])] },
      },
      ask,
    );
    if (tree.get(reply.id)?.revision !== reply.revision) return; // edited meanwhile: the job of that edit reads it
    const { location: place } = read;
    const after = {
      currentLocation: before.currentLocation,
      castAskedAt: read.isAsked ? exchanges : before.castAskedAt,
      metNames: read.met,
    };
    // The model may name somebody again of whom the person says that they are nobody.
    const people = read.cast.filter(({ name }, at) => at < known.length || !nobody.includes(name));
    const analysis = findKnownNames(people, reply.content);
    const isTold = analysis !== null || place !== before.currentLocation || people.length !== known.length;
    const isProposed = this.#parts.transaction(() => {
      cast.save(withMentions(people, known, analysis), facts.brief, reply);
      if (analysis) tree.setAnalysis(reply.id, analysis);
      if (heading !== null) tree.setHeading(reply.id, heading);
      if (JSON.stringify(after) !== JSON.stringify(before)) state.save(after);
      if (place !== null && place !== state.findLocationAt(reply.id)) state.saveLocation(reply.id, place);
      state.refresh(tree.headId());
      if (isTold) this.#parts.addProjection();
      // A visitor has no books.
      return found.length > 0 && this.#parts.demo.findRunning() === null && proposals.add(reply, found);
    });
    if (isProposed) readers.broadcast({ type: "sheet-changed", sheet: "lore" });
    if (!isTold) return;
    readers.broadcast({
      type: "conversation-updated",
      messageId: reply.id,
      cast: cast.members(),
      ...(analysis === null ? {} : { analysis }),
      currentLocation: state.find().currentLocation,
    });
  }

  #findPassageBefore(reply: MessageRow): string | null {
    for (const message of this.#parts.tree.walkFrom(reply, PASSAGE_WITHIN)) {
      if (isPassage(message) && message.id !== reply.id) return message.content;
    }
    return null;
  }
}

/** Each with how often this passage names them. `known`: the same people before, in the same order. */
function withMentions(
  cast: readonly CastEntry[],
  known: readonly CastRow[],
  analysis: Analysis | null,
): ReadPerson[] {
  const counts = new Map(
    analysis?.mentionedCharacters.map(({ name, positions }) => [name, positions.length]),
  );
  return cast.map((entry, index) => {
    const before = known[index];
    return { ...entry, counted: counts.get(entry.name) ?? 0, ...(before ? { id: before.id } : {}) };
  });
}
