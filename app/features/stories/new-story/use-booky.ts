import { useEffect, useRef, useState } from "react";
import type { ModelProgress } from "#app/features/api/call-model.ts";
import { isPlanLimit, type PlanLimit } from "#app/features/billing/limits.ts";
import { addStep, hasChangesWithin, redoStep, undoStep } from "#app/features/forms/fill-history.ts";
import type { StoryIdea } from "#domain/story-ideas.ts";
import {
  askBooky,
  filled,
  hasGaps,
  hasRoomForPremise,
  toCurrentData,
  type Written,
  withIdea,
  withoutFill,
  withPremise,
} from "./booky-calls.ts";
import { type NewStoryValues, NO_VALUES, onlyOfItsGenre } from "./new-story-input.ts";
import type { Deed } from "./story-draft.ts";
import type { NewStoryModel } from "./use-new-story.ts";

/** The state of Booky's help. */
export type Help =
  | { kind: "offered" }
  /** `progress`: what the model is doing; `null`: nothing is known yet. */
  | { kind: "writing"; progress: ModelProgress | null }
  | { kind: "stopped" }
  | { kind: "failed"; reason: string | null }
  | Deed
  /** An undo took back what Booky wrote, except in the fields that the person has changed since. */
  | { kind: "kept-changes" };

/** Booky's help with the form: he fills what is missing and has ideas, and what he did can be undone and redone. */
export function useBooky(story: NewStoryModel) {
  const [help, setHelp] = useState<Help>({ kind: "offered" });
  const [limit, setLimit] = useState<PlanLimit | null>(null);
  const writing = useRef<AbortController | null>(null);
  useEffect(() => () => writing.current?.abort(), []);

  /** What he has just written: the next fill replaces it. */
  const lastFill = (help.kind === "wrote" && story.history.done.at(-1)) || null;

  /** The person's own values, without what he has just written. */
  function withoutLastFill(values: NewStoryValues): NewStoryValues {
    return lastFill === null ? values : withoutFill(values, lastFill);
  }

  async function fill(): Promise<void> {
    const shown = story.read();
    const own = withoutLastFill(shown);
    const isReplaced = lastFill !== null && !hasChangesWithin(shown, lastFill);
    const controller = new AbortController();
    writing.current = controller;
    setHelp({ kind: "writing", progress: null });
    try {
      const written = await askBooky({
        currentData: toCurrentData(own, { lengthChosen: story.isLengthChosen() }),
        ideas: hasRoomForPremise(own) ? own : null,
        signal: controller.signal,
        onProgress: (progress) => {
          if (!controller.signal.aborted) setHelp({ kind: "writing", progress });
        },
      });
      if (!controller.signal.aborted) receive(written, { shown, own, isReplaced });
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    }
  }

  /** `isReplaced`: nobody has changed the last fill, so that an undo leads back to what was there before it. */
  function receive(
    written: Written,
    { shown, own, isReplaced }: { shown: NewStoryValues; own: NewStoryValues; isReplaced: boolean },
  ): void {
    const now = story.read();
    if (written.kind === "form" || written.kind === "premise") {
      // An undo keeps what the person typed while Booky wrote.
      const before = withoutFill(now, { before: own, after: shown });
      const after =
        written.kind === "form"
          ? filled(now, shown, written.details, story.user)
          : { ...now, description: withPremise(before, written.premise).description };
      const deed = { kind: "wrote", what: written.kind, source: written.source } as const;
      const { done, undone } = story.history;
      const earlier = isReplaced ? { done: done.slice(0, -1), undone } : story.history;
      story.write(after, addStep(earlier, { before, after, deed }));
      setHelp(deed);
      return;
    }
    const failure = written.kind === "refused" ? written.failure : null;
    if (failure !== null && isPlanLimit(failure)) setLimit(failure);
    setHelp({ kind: "failed", reason: failure?.message ?? null });
  }

  function cancel(): void {
    writing.current?.abort();
    setHelp({ kind: "stopped" });
  }

  function undo(): void {
    const undone = undoStep(story.read(), story.history, NO_VALUES);
    if (undone === null) return;
    story.write(onlyOfItsGenre(undone.values), undone.history);
    setHelp({ kind: undone.hasKept ? "kept-changes" : "offered" });
  }

  function redo(): void {
    const redone = redoStep(story.read(), story.history);
    if (redone === null) return;
    story.write(onlyOfItsGenre(redone.values), redone.history);
    setHelp(redone.deed);
  }

  function take(idea: StoryIdea): void {
    writing.current?.abort();
    const before = story.read();
    const after = withIdea(before, idea);
    const deed = { kind: "gave-idea", title: idea.title } as const;
    story.write(after, addStep(story.history, { before, after, deed }));
    setHelp(deed);
  }

  function startOver(): void {
    writing.current?.abort();
    const deed = { kind: "cleared" } as const;
    story.startOver(addStep(story.history, { before: story.read(), after: story.asked, deed }));
    setHelp(deed);
  }

  return {
    help,
    /** Whether there is anything that he could fill in. */
    hasGaps: hasGaps(withoutLastFill(story.values)),
    limit,
    closeLimit: () => setLimit(null),
    fill,
    cancel,
    /** `null`: there is nothing to undo, or Booky is writing. */
    undo: help.kind !== "writing" && story.history.done.length > 0 ? undo : null,
    redo: help.kind !== "writing" && story.history.undone.length > 0 ? redo : null,
    take,
    startOver,
  };
}

export type BookysHelp = ReturnType<typeof useBooky>;
