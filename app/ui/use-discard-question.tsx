import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

type DiscardQuestion = {
  /** Closes the dialog, or asks first. For the ways that may be an accident: Escape, a click beside it, its cross. */
  closeOrAsk: () => void;
  /** Goes inside the dialog. */
  question: ReactNode;
};

/**
 * Asks before a dialog is closed over text that is not saved, and has the browser ask before it closes the page. A button
 * that says "Cancel" needs no question.
 */
export function useDiscardQuestion(hasChanges: () => boolean, onClose: () => void): DiscardQuestion {
  const [isAsking, setAsking] = useState(false);
  const askBeforeUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (hasChanges()) event.preventDefault();
  });
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => askBeforeUnload(event);
    window.addEventListener("beforeunload", onUnload);
    return () => window.removeEventListener("beforeunload", onUnload);
  }, []);
  const keep = () => setAsking(false);
  return {
    closeOrAsk: () => {
      if (hasChanges()) setAsking(true);
      else onClose();
    },
    question: (
      <Dialog
        open={isAsking}
        onClose={keep}
        title="Discard your changes?"
        text="What you have changed here is not saved."
        foot={
          <>
            <Button onClick={keep}>Keep editing</Button>
            <Button
              look="danger"
              onClick={() => {
                keep();
                onClose();
              }}
            >
              Discard
            </Button>
          </>
        }
      />
    ),
  };
}
