import type { RefObject } from "react";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

type DeleteStoryDialogProps = {
  open: boolean;
  onDelete: () => void;
  onClose: () => void;
  /** Where the focus goes after it closes; empty: back to the element that had it. */
  focusAfter: RefObject<HTMLElement | null>;
};

export function DeleteStoryDialog({ open, onDelete, onClose, focusAfter }: DeleteStoryDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Delete Story"
      text="Are you sure you want to delete this story? This action cannot be undone."
      finalFocus={focusAfter}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" onClick={onDelete}>
            Delete
          </Button>
        </>
      }
    />
  );
}
