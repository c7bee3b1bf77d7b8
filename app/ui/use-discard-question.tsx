import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

type DiscardInput = {
  /** The dialog is open. */
  open: boolean;
  /** The page may be left without a question, such as while the content is being saved. */
  mayLeavePage: boolean;
  hasChanges: () => boolean;
  onClose: () => void;
};

/**
 * Asks before a dialog with unsaved text is closed, and makes the browser ask before it closes the page. The "Cancel" button closes
 * without a question.
 */
export function useDiscardQuestion({ open, mayLeavePage, hasChanges, onClose }: DiscardInput) {
  /** What is done if the changes are discarded; `null`: nothing is asked. */
  const [asked, setAsked] = useState<{ leave: () => void } | null>(null);
  // It was saved meanwhile: the next time the dialog opens, nothing is asked.
  if (!open && asked !== null) setAsked(null);
  const askBeforeUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (hasChanges()) event.preventDefault();
  });
  const mayAsk = open && !mayLeavePage;
  useEffect(() => {
    if (!mayAsk) return;
    const onUnload = (event: BeforeUnloadEvent) => askBeforeUnload(event);
    window.addEventListener("beforeunload", onUnload);
    return () => window.removeEventListener("beforeunload", onUnload);
  }, [mayAsk]);
  const keep = () => setAsked(null);
  const endIfSaved = useEffectEvent(() => {
    if (!hasChanges()) keep();
  });
  useEffect(() => {
    if (!mayLeavePage) endIfSaved();
  }, [mayLeavePage]);
  return {
    /**
     * Leaves the dialog, or asks first. For the ways that may be an accident: Escape, a click beside it, its cross. `leave`: where
     * something else than closing is meant.
     */
    closeOrAsk: (leave = onClose) => {
      if (hasChanges()) setAsked({ leave });
      else leave();
    },
    /** Goes inside the dialog. */
    question: (
      <Dialog
        open={asked !== null}
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
                asked?.leave();
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
