import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { openSignIn } from "./open-sign-in.ts";
import { isSignedOut } from "./show-toast.tsx";

type LoadStateProps = {
  /** As `useLoaded` gives it. */
  of: { value: unknown; failure: string | null; reload: () => unknown };
  /** Said while it is loaded, such as "Looking up the notes…". */
  loading: ReactNode;
  /** Said if it could not be, such as "The notes could not be loaded." */
  failed: string;
};

/** Shown in place of content that is being loaded or could not be, and beside content that could not be loaded again. */
export function LoadState({ of: { value, failure, reload }, loading, failed }: LoadStateProps) {
  if (failure !== null) {
    return (
      <div className="stack each-start gap-12" role="alert">
        <p>
          {failed} {failure}
        </p>
        <RetryButton onRetry={reload} />
      </div>
    );
  }
  if (value !== null) return null;
  return (
    <p className="muted" role="status">
      {loading}
    </p>
  );
}

/** "Try again". After the session has ended it is "Sign in". */
export function RetryButton({ onRetry }: { onRetry: () => unknown }) {
  const [name, retry] = isSignedOut() ? ["Sign in", () => openSignIn(onRetry)] : ["Try again", onRetry];
  return <Button onClick={() => void retry()}>{name}</Button>;
}
