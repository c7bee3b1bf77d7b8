import type { RefObject } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

type DeleteDialogProps = {
  open: boolean;
  title: string;
  /** The question, and what a deletion means. */
  text: string;
  onDelete: () => void;
  onClose: () => void;
  /** Where the focus goes after it closes; empty or without it: back to the element that had it. */
  focusAfter?: RefObject<HTMLElement | null>;
};

/** Asks before something is deleted. `ConfirmDelete` loads it when it is needed. */
export function DeleteDialog({ open, title, text, onDelete, onClose, focusAfter }: DeleteDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      text={text}
      {...(focusAfter ? { finalFocus: focusAfter } : {})}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="danger"
            onClick={() => {
              onClose();
              onDelete();
            }}
          >
            Delete
          </Button>
        </>
      }
    />
  );
}
