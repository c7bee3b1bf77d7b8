import { Booky } from "#app/ui/booky.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { BookCover } from "../book-cover.tsx";
import type { ShelvedStory } from "./create-story.ts";
import styles from "./full-shelf-dialog.module.css";

type FullShelfDialogProps = {
  open: boolean;
  /** The story that takes the place. */
  shelved: ShelvedStory | null;
  /** Of the story that waits; empty: it has none yet. */
  title: string;
  onArchive: () => void;
  onClose: () => void;
};

/** Offers to archive the story that takes the place of a free plan. */
export function FullShelfDialog({ open, shelved, title, onArchive, onClose }: FullShelfDialogProps) {
  return (
    <Dialog
      open={open && shelved !== null}
      onClose={onClose}
      title="Your free shelf holds one story"
      text={
        <>
          Archive “<bdi>{shelved?.title}</bdi>” and begin this one, or go Premium. What you wrote is kept.
          <span className="size-15 block margin-top-16 padding-top-16 line-above">
            An archived story can still be read and taken with you. It comes back to the shelf whenever there
            is room.
          </span>
        </>
      }
      foot={
        <>
          <Button look="quiet" onClick={onClose}>
            Not now
          </Button>
          <ButtonLink to="/upgrade">See Premium</ButtonLink>
          <Button look="primary" onClick={onArchive}>
            Archive it and begin this one
          </Button>
        </>
      }
    >
      {shelved && (
        <div className={`${styles.shelf} stack relative gap-20`} aria-hidden="true">
          <figure>
            <BookCover genre={shelved.metadata.genre} seed={shelved.storyId} first />
            <figcaption className="margin-top-8 note clamped" dir="auto">
              {shelved.title}
            </figcaption>
          </figure>
          <figure>
            <span className={`${styles.place} middle muted text-center`} dir="auto">
              {title || "New Story"}
            </span>
            <figcaption className="margin-top-8 note">waits here</figcaption>
          </figure>
          <Booky pose="idle" size={60} />
        </div>
      )}
    </Dialog>
  );
}
