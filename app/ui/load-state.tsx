import type { ReactNode } from "react";
import { Button } from "./button.tsx";

type LoadStateProps = {
  /** Said while it is loaded, such as "Looking up the notes…". */
  loading: ReactNode;
  /** Said if it could not be, such as "The notes could not be loaded." */
  failed: string;
  /** Why it could not be; `null`: it is being loaded. */
  failure: string | null;
  onRetry: () => void;
};

/** Stands in place of something that is being loaded, or could not be. */
export function LoadState({ loading, failed, failure, onRetry }: LoadStateProps) {
  if (failure === null) {
    return (
      <p className="muted" role="status">
        {loading}
      </p>
    );
  }
  return (
    <div className="stack each-start gap-12" role="alert">
      <p>
        {failed} {failure}
      </p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
