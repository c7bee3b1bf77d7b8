import { useCallback, useEffect, useState } from "react";
import type { ReplyPhase } from "#domain/protocol.ts";
import { type AskSuggestion, SuggestionRequest } from "./suggestion-request.ts";

/** How much of a suggestion is in the box. */
type Arrival = "none" | "begun" | "whole";

type SuggestionInput = {
  suggest: AskSuggestion;
  /** `isFirst`: nothing of this suggestion was there before; `isWhole`: nothing more follows. */
  onText: (text: string, part: { isFirst: boolean; isWhole: boolean }) => void;
  /** The suggestion has failed: the part that is already in the box is removed. */
  onWithdrawn: () => void;
  onFailed: (error: unknown, another: boolean) => void;
};

type Suggestion = {
  pending: boolean;
  /** What the model does before it writes; `null`: not known. */
  phase: ReplyPhase | null;
  /** How much of it is in the box; "none" as soon as the text is changed. */
  arrived: Arrival;
  ask: (another: boolean) => Promise<void>;
  /** Called when the person types or sends: the suggestion is not wanted any more. */
  cancel: () => void;
};

export function useSuggestion({ suggest, onText, onWithdrawn, onFailed }: SuggestionInput): Suggestion {
  const [pending, setPending] = useState(false);
  const [arrived, setArrived] = useState<Arrival>("none");
  const [phase, setPhase] = useState<ReplyPhase | null>(null);
  const [request] = useState(() => new SuggestionRequest(setPending));
  useEffect(() => () => request.cancel(), [request]);

  async function ask(another: boolean): Promise<void> {
    if (!request.isPending) {
      setArrived("none");
      setPhase(null);
    }
    let isFirst = true;
    const put = (text: string, isWhole: boolean) => {
      onText(text, { isFirst, isWhole });
      isFirst = false;
      setArrived(isWhole ? "whole" : "begun");
    };
    try {
      const text = await request.run(suggest, another, (part) => put(part, false), setPhase);
      if (text !== null) put(text, true);
    } catch (error) {
      onWithdrawn();
      setArrived("none");
      console.error(another ? "Error regenerating suggestion" : "Error generating suggestion", error);
      onFailed(error, another);
    }
  }

  const cancel = useCallback(() => {
    request.cancel();
    setArrived("none");
  }, [request]);
  return { pending, phase, arrived, ask, cancel };
}
