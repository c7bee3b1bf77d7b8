import type { Analysis } from "#domain/message.ts";
import { type FoundCharacter, findCharacters } from "#workers/ai/cast/find-characters.ts";
import { findLocation } from "#workers/ai/cast/locate.ts";
import { type CastEntry, mergeCast } from "#workers/ai/cast/merge-cast.ts";
import { findPlayerName, NAMELESS_PLAYER } from "#workers/ai/cast/player.ts";
import { analysisAnswerSchema, analysisPrompt } from "#workers/ai/prompts/analysis.ts";
import { askStructured } from "#workers/ai/structured.ts";
import { askInTime, type Job } from "../../conversation/jobs.ts";
import type { MessageRow } from "../../conversation/message-tree.ts";
import type { Owner } from "../../conversation/record.ts";
import type { CastRow } from "../cast-store.ts";
import { findNames } from "../name-analysis.ts";
import type { StoryParts } from "../story-parts.ts";

/** Finds who is in a reply and where it ends: asks the model, and falls back to what can be found without one. */
export class AnalysisJob implements Job {
  readonly #parts: StoryParts;

  constructor(parts: StoryParts) {
    this.#parts = parts;
  }

  follows(): boolean {
    return true;
  }

  async run(reply: MessageRow, owner: Owner): Promise<void> {
    const { cast, location, tree, readers } = this.#parts;
    const facts = await this.#parts.findFacts(owner, reply.id);
    if (facts === null) return;
    const { character } = facts.brief;
    const known = cast.rows();
    const player = findPlayerName(character);
    const before = location.find();
    const prompt = analysisPrompt({ passage: reply.content, cast: known, character });
    const answer = await askInTime((signal) =>
      askStructured(this.#parts.structured(), prompt, analysisAnswerSchema, { signal, temperature: 0 }),
    );
    const found =
      answer?.characters.filter(({ name }) => reply.content.includes(name)) ??
      findWithoutModel(reply, known, player);
    const uncounted = found.map((character) => ({ ...character, mentions: 0 }));
    const merged = markPlayer(player, mergeCast(known, uncounted));
    const analysis = findNames(merged, reply.content);
    const place = answer?.currentLocation ?? findLocation(reply.content, before, listNames(merged)) ?? before;
    const isUnchanged = analysis === null && place === before && merged.length === known.length;
    if (isUnchanged) return;
    this.#parts.transaction(() => {
      cast.save(withMentions(merged, known, analysis));
      if (analysis) tree.setAnalysis(reply.id, analysis);
      if (place !== before) location.save(place);
      this.#parts.addProjection();
    });
    readers.broadcast({
      type: "conversation-updated",
      messageId: reply.id,
      cast: cast.members(),
      ...(analysis === null ? {} : { analysis }),
      ...(place === null ? {} : { currentLocation: place }),
    });
  }
}

/** Who is in a passage, by capitals, titles and what stands around a name. */
function findWithoutModel(reply: MessageRow, known: readonly CastRow[], player: string): FoundCharacter[] {
  return findCharacters(reply.content, {
    knownNames: listNames(known),
    ...(player === NAMELESS_PLAYER ? {} : { playerName: player }),
  });
}

/** The person's own character is one of the cast where the text calls them by name. */
function markPlayer(player: string, cast: readonly CastEntry[]): CastEntry[] {
  return cast.map((entry) => ({
    ...entry,
    isMainCharacter: entry.name === player || entry.aliases.includes(player),
  }));
}

function listNames(cast: readonly CastEntry[]): string[] {
  return cast.flatMap(({ name, aliases }) => [name, ...aliases]);
}

/** Each with the mentions of this passage added. Somebody who was new stays so until a later passage names them again. */
function withMentions(
  cast: readonly CastEntry[],
  known: readonly CastRow[],
  analysis: Analysis | null,
): (CastEntry & { id?: string })[] {
  const counts = new Map(
    analysis?.mentionedCharacters.map(({ name, positions }) => [name, positions.length]),
  );
  return cast.map((entry, index) => {
    const before = known[index];
    const count = counts.get(entry.name) ?? 0;
    const isNew = count === 0 && before ? before.isNew : entry.isNew;
    return { ...entry, isNew, mentions: entry.mentions + count, ...(before ? { id: before.id } : {}) };
  });
}
