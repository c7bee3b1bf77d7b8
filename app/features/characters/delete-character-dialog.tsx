import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import type { CharacterRecord } from "#domain/character.ts";

type DeleteCharacterDialogProps = {
  /** `null`: nobody is to be deleted. */
  character: CharacterRecord | null;
  onClose: () => void;
  onDelete: (character: CharacterRecord) => void;
};

/** Asks before somebody is deleted, and says what becomes of their chats. */
export function DeleteCharacterDialog({ character, onClose, onDelete }: DeleteCharacterDialogProps) {
  return (
    <Dialog
      open={character !== null}
      onClose={onClose}
      title="Delete Character"
      text={`Are you sure you want to delete ${character?.name ?? ""}? Your chats with them are deleted as well. You can bring them back, chats and all, for 30 days.`}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="danger"
            onClick={() => {
              if (character) onDelete(character);
              onClose();
            }}
          >
            Delete
          </Button>
        </>
      }
    />
  );
}
