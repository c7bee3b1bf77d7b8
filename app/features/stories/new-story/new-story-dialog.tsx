import { Dialog } from "#app/ui/dialog.tsx";
import { NO_VALUES } from "./new-story-input.ts";
import type { NewStoryUser } from "./new-story-user.ts";
import { useNewStoryParts } from "./use-new-story-parts.tsx";

type NewStoryDialogProps = {
  open: boolean;
  onClose: () => void;
  user: NewStoryUser;
  /** See `NewStoryOptions`. */
  hasAddress: boolean;
};

/** Begin Your Story over another page. */
export function NewStoryDialog({ onClose, ...options }: NewStoryDialogProps) {
  const { firstField, side, form, foot, dialogs } = useNewStoryParts({ ...options, asked: NO_VALUES });
  return (
    <Dialog
      open={options.open}
      onClose={onClose}
      look="form"
      closesOnBack={!options.hasAddress}
      title="Begin Your Story"
      side={side}
      foot={foot}
      initialFocus={firstField}
    >
      {form}
      {dialogs}
    </Dialog>
  );
}
