import { useCallback, useEffect, useState } from "react";
import { type AskSuggestion, SuggestionRequest } from "./suggestion-request.ts";

type SuggestionInput = {
  suggest: AskSuggestion;
  onText: (text: string) => void;
  onFailed: (error: unknown, another: boolean) => void;
};

type Suggestion = {
  pending: boolean;
  /** A suggestion has come and the text has not been changed since. */
  arrived: boolean;
  ask: (another: boolean) => Promise<void>;
  /** Called when the person types or sends: the suggestion is not wanted any more. */
  cancel: () => void;
};

export function useSuggestion({ suggest, onText, onFailed }: SuggestionInput): Suggestion {
  const [pending, setPending] = useState(false);
  const [arrived, setArrived] = useState(false);
  const [request] = useState(() => new SuggestionRequest(setPending));
  useEffect(() => () => request.cancel(), [request]);

  async function ask(another: boolean): Promise<void> {
    setArrived(false);
    try {
      const text = await request.run(suggest, another);
      if (text === null) return;
      onText(text);
      setArrived(true);
    } catch (error) {
      console.error(another ? "Error regenerating suggestion" : "Error generating suggestion", error);
      onFailed(error, another);
    }
  }

  const cancel = useCallback(() => {
    request.cancel();
    setArrived(false);
  }, [request]);
  return { pending, arrived, ask, cancel };
}
