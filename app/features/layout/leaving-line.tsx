import { type ReactNode, useRef, useState } from "react";
import { findFocusAfterRemoval } from "#app/features/stories/changes/story-change.ts";
import { Button } from "#app/ui/button.tsx";
import { ListLine } from "#app/ui/list-line.tsx";

type LeavingLineProps = {
  picture: ReactNode;
  title: string;
  /** The title as it is shown; absent: as plain text. */
  name?: ReactNode;
  /** As counted by the server. */
  daysLeft: number;
  /** Resolves to whether it was restored. Shows its own error. */
  onRestore: () => Promise<boolean>;
  children?: ReactNode;
};

/** A line of "Recently deleted": something that can still be restored. */
export function LeavingLine({
  picture,
  title,
  name = title,
  daysLeft,
  onRestore,
  children,
}: LeavingLineProps) {
  const button = useRef<HTMLButtonElement>(null);
  /** Stays true after a success, until the line is removed from the list. */
  const [restoring, setRestoring] = useState(false);

  async function restore(): Promise<void> {
    if (restoring) return;
    const next = findFocusAfterRemoval(button.current);
    setRestoring(true);
    if (await onRestore()) next?.focus();
    else setRestoring(false);
  }

  return (
    <ListLine
      picture={picture}
      name={name}
      action={
        <Button
          ref={button}
          aria-disabled={restoring}
          aria-label={`${restoring ? "Restoring…" : "Restore"} ${title}`}
          onClick={() => void restore()}
        >
          {restoring ? "Restoring…" : "Restore"}
        </Button>
      }
    >
      <p className="row wrap gap-8">
        {children}
        <span>{daysLeft <= 1 ? "Last day" : `${daysLeft} days left`}</span>
      </p>
    </ListLine>
  );
}
