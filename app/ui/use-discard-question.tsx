import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

type DiscardInput = {
  /** The dialog is open. */
  open: boolean;
  /** Its content is being saved: the page may be left without a question. */
  isSaving: boolean;
  hasChanges: () => boolean;
  onClose: () => void;
};

/**
 * Asks before a dialog with unsaved text is closed, and makes the browser ask before it closes the page. The "Cancel" button closes
 * without a question.
 */
export function useDiscardQuestion({ open, isSaving, hasChanges, onClose }: DiscardInput) {
  const [isAsking, setAsking] = useState(false);
  // It was saved meanwhile: the next time the dialog opens, nothing is asked.
  if (!open && isAsking) setAsking(false);
  const askBeforeUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (hasChanges()) event.preventDefault();
  });
  const mayAsk = open && !isSaving;
  useEffect(() => {
    if (!mayAsk) return;
    const onUnload = (event: BeforeUnloadEvent) => askBeforeUnload(event);
    window.addEventListener("beforeunload", onUnload);
    return () => window.removeEventListener("beforeunload", onUnload);
  }, [mayAsk]);
  const keep = () => setAsking(false);
  const endIfSaved = useEffectEvent(() => {
    if (!hasChanges()) keep();
  });
  useEffect(() => {
    if (!isSaving) endIfSaved();
  }, [isSaving]);
  return {
    /** Closes the dialog, or asks first. For the ways that may be an accident: Escape, a click beside it, its cross. */
    closeOrAsk: () => {
      if (hasChanges()) setAsking(true);
      else onClose();
    },
    /** Goes inside the dialog. */
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
