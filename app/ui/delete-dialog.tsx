import type { RefObject } from "react";
import { RECENTLY_DELETED_DAYS } from "#domain/recently-deleted.ts";
import { Button } from "./button.tsx";
import styles from "./dialog.module.css";
import { Dialog } from "./dialog.tsx";

type DeleteDialogProps = {
  open: boolean;
  title: string;
  /** What is deleted: its title or name. */
  name: string;
  /** The question, and what a deletion means. */
  text: string;
  onDelete: () => void;
  onClose: () => void;
  /** Where the focus goes after it closes; empty or without it: back to the element that had it. */
  focusAfter?: RefObject<HTMLElement | null>;
};

/** Asks before something is deleted. `ConfirmDelete` loads it when it is needed. */
export function DeleteDialog({ open, title, name, text, onDelete, onClose, focusAfter }: DeleteDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      text={
        <>
          <bdi className={`${styles.name} block margin-bottom-8 break-anywhere`}>{name}</bdi>
          {text} You can undo this for {RECENTLY_DELETED_DAYS} days.
        </>
      }
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
