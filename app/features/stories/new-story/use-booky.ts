import { useEffect, useRef, useState } from "react";
import type { ModelProgress } from "#app/features/api/call-model.ts";
import { isPlanLimit, type PlanLimit } from "#app/features/billing/limits.ts";
import { type BookyFill, hasChangesWithin } from "#app/features/forms/booky-fill.ts";
import type { StoryIdea } from "#domain/story-prompts.ts";
import { askBooky, type Source, type Written } from "./booky-calls.ts";
import {
  filled,
  hasGaps,
  hasRoomForPremise,
  toCurrentData,
  withIdea,
  withoutFill,
  withPremise,
} from "./fill.ts";
import type { NewStoryValues } from "./new-story-input.ts";
import type { NewStoryModel } from "./use-new-story.ts";

type Fill = BookyFill<NewStoryValues>;

/** The state of Booky's help. `fill` is what can be undone. */
export type Help =
  | { kind: "offered" }
  /** `progress`: what the model is doing; `null`: nothing is known yet. */
  | { kind: "writing"; progress: ModelProgress | null }
  | { kind: "stopped" }
  | { kind: "failed"; reason: string | null }
  | { kind: "wrote"; what: "form" | "premise"; source: Source; fill: Fill }
  | { kind: "gave-idea"; title: string; fill: Fill }
  | { kind: "cleared"; fill: Fill }
  /** An undo took back what Booky wrote, except in the fields that the person has changed since. */
  | { kind: "kept-changes" };

/** Booky's help with the form: he fills what is missing, has ideas, and takes back what he did. */
export function useBooky(story: NewStoryModel) {
  const [help, setHelp] = useState<Help>({ kind: "offered" });
  const [limit, setLimit] = useState<PlanLimit | null>(null);
  const writing = useRef<AbortController | null>(null);
  useEffect(() => () => writing.current?.abort(), []);

  /** The person's own values, without Booky's last ones, which may be replaced. */
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
      if (!controller.signal.aborted) receive(written, shown, own);
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    }
  }

  function receive(written: Written, shown: NewStoryValues, own: NewStoryValues): void {
    const now = story.read();
    if (written.kind === "form" || written.kind === "premise") {
      // An undo keeps what the person typed while Booky wrote.
      const before = withoutFill(now, { before: own, after: shown });
      const after =
        written.kind === "form"
          ? filled(now, shown, written.details, story.writer)
          : { ...now, description: withPremise(before, written.premise).description };
      story.write(after);
      setHelp({ kind: "wrote", what: written.kind, source: written.source, fill: { before, after } });
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
    if (!("fill" in help)) return;
    const now = story.read();
    story.write(withoutFill(now, help.fill));
    setHelp({ kind: hasChangesWithin(now, help.fill) ? "kept-changes" : "offered" });
  }

  function take(idea: StoryIdea): void {
    writing.current?.abort();
    const before = story.read();
    const after = withIdea(before, idea);
    story.write(after);
    setHelp({ kind: "gave-idea", title: idea.title, fill: { before, after } });
  }

  function startOver(): void {
    writing.current?.abort();
    const before = story.read();
    story.startOver();
    setHelp({ kind: "cleared", fill: { before, after: story.asked } });
  }

  return {
    help,
    /** Whether there is anything that he could fill in. */
    hasGaps: hasGaps(withoutLastFill(story.values)),
    limit,
    closeLimit: () => setLimit(null),
    fill,
    cancel,
    undo,
    take,
    startOver,
  };
}

export type BookysHelp = ReturnType<typeof useBooky>;
