import { makeLazyDialog } from "#app/ui/lazy-dialog.tsx";
import type { Writer } from "../new-story/writer.ts";

const CharacterDialog = makeLazyDialog(
  async () => (await import("#app/features/characters/form/character-dialog.tsx")).CharacterDialog,
);
const NewStoryDialog = makeLazyDialog(
  async () => (await import("#app/features/stories/new-story/new-story-dialog.tsx")).NewStoryDialog,
);

/** What the dialogs need to know. `canPaint`: whether there is an image model. */
export type Beginner = { writer: Writer; canPaint: boolean };

type BeginHereDialogProps = {
  open: boolean;
  onClose: () => void;
  what: "character" | "story";
  beginner: Beginner;
};

/** Begins somebody or another story, over a story that is read. Each opening has a form of its own. */
export function BeginHereDialog({ open, onClose, what, beginner }: BeginHereDialogProps) {
  const { writer, canPaint } = beginner;
  if (what === "story") {
    return <NewStoryDialog open={open} onClose={onClose} writer={writer} hasAddress={false} />;
  }
  return (
    <CharacterDialog
      open={open}
      onClose={onClose}
      userId={writer.userId}
      tier={writer.tier}
      character={null}
      canWriteAdult={writer.canWriteAdult}
      canPaint={canPaint}
      onSaved={() => undefined}
    />
  );
}
