import { useEffect, useRef, useState } from "react";
import type { ModelProgress } from "#app/features/api/call-model.ts";
import { showIfLimit } from "#app/features/billing/limit-notice.tsx";
import { addFieldsToHistory, redoFields, undoFields } from "#app/features/forms/form-state.ts";
import type { StoryIdea } from "#domain/story-ideas.ts";
import {
  askBooky,
  type BookyFill,
  filled,
  hasGaps,
  hasRoomForPremise,
  type Source,
  toCurrentData,
  type Written,
  withIdea,
  withoutFill,
  withPremise,
} from "./booky-calls.ts";
import { type NewStoryValues, onlyOfItsGenre } from "./new-story-input.ts";
import type { NewStoryModel } from "./use-new-story.ts";

/** The state of Booky's help. */
export type Help =
  | { kind: "offered" }
  /** `progress`: what the model is doing; `null`: nothing is known yet. */
  | { kind: "writing"; progress: ModelProgress | null }
  | { kind: "stopped" }
  | { kind: "failed"; reason: string | null }
  | { kind: "wrote"; what: "form" | "premise"; source: Source; fill: BookyFill }
  | { kind: "gave-idea"; title: string }
  | { kind: "cleared" };

/** Booky's help with the form: he fills what is missing and has ideas, and what he did can be undone and redone. */
export function useBooky(story: NewStoryModel) {
  const [help, setHelp] = useState<Help>({ kind: "offered" });
  const writing = useRef<AbortController | null>(null);
  // A form that is closed has no fields that he could fill.
  useEffect(() => {
    if (story.isOpen) return () => writing.current?.abort();
  }, [story.isOpen]);

  /** The person's own values, without what he has just written: the next fill replaces it. */
  function withoutLastFill(values: NewStoryValues): NewStoryValues {
    return help.kind === "wrote" ? withoutFill(values, help.fill) : values;
  }

  async function fill(): Promise<void> {
    const shown = story.read();
    const own = withoutLastFill(shown);
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
      if (!controller.signal.aborted) receive(written, shown);
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    }
  }

  /** `shown`: the form as it was when he was asked. */
  function receive(written: Written, shown: NewStoryValues): void {
    const now = story.read();
    if (written.kind === "form" || written.kind === "premise") {
      const before = withoutLastFill(now);
      const after =
        written.kind === "form"
          ? filled(now, shown, written.details, story.user)
          : { ...now, description: withPremise(before, written.premise).description };
      story.write(after, addFieldsToHistory(now, after, story.history));
      setHelp({ kind: "wrote", what: written.kind, source: written.source, fill: { before, after } });
      return;
    }
    const failure = written.kind === "refused" ? written.failure : null;
    if (failure !== null) showIfLimit(failure);
    setHelp({ kind: "failed", reason: failure?.message ?? null });
  }

  function cancel(): void {
    writing.current?.abort();
    setHelp({ kind: "stopped" });
  }

  function move(moved: ReturnType<typeof undoFields<NewStoryValues>>): void {
    if (moved === null) return;
    story.write(onlyOfItsGenre(moved.values), moved.history);
    setHelp({ kind: "offered" });
  }

  function take(idea: StoryIdea): void {
    writing.current?.abort();
    const before = story.read();
    const after = withIdea(before, idea);
    story.write(after, addFieldsToHistory(before, after, story.history));
    setHelp({ kind: "gave-idea", title: idea.title });
  }

  function startOver(): void {
    writing.current?.abort();
    story.startOver(addFieldsToHistory(story.read(), story.asked, story.history));
    setHelp({ kind: "cleared" });
  }

  const { earlier, later } = story.history;
  const isWriting = help.kind === "writing";
  return {
    help,
    /** Whether there is anything that he could fill in. */
    hasGaps: hasGaps(withoutLastFill(story.values)),
    fill,
    cancel,
    /** `null`: there is nothing to undo, or Booky is writing. */
    undo: isWriting || earlier.length === 0 ? null : () => move(undoFields(story.read(), story.history)),
    redo: isWriting || later.length === 0 ? null : () => move(redoFields(story.read(), story.history)),
    take,
    startOver,
  };
}

export type BookysHelp = ReturnType<typeof useBooky>;
