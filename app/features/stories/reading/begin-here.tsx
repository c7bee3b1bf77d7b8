import { BookPlus, UserPlus } from "lucide-react";
import { useState } from "react";
import { makeLazyDialog } from "#app/ui/lazy-dialog.tsx";
import { MenuItem } from "#app/ui/menu.tsx";
import type { NewStoryUser } from "../new-story/new-story-user.ts";

const CharacterDialog = makeLazyDialog(
  async () => (await import("#app/features/characters/form/character-dialog.tsx")).CharacterDialog,
);
const NewStoryDialog = makeLazyDialog(
  async () => (await import("../new-story/new-story-dialog.tsx")).NewStoryDialog,
);

/** Who begins something. `canPaint`: whether there is an image model. */
export type Beginner = { user: NewStoryUser; canPaint: boolean };

type Opened = { what: "character" | "story"; isOpen: boolean; count: number };

/**
 * What can be begun from a story's menu: the entries, and the dialogs that they open, each time with a form of their own. Without a
 * `beginner` nothing can.
 */
export function useBeginHere(beginner: Beginner | undefined) {
  const [{ what, isOpen, count }, setOpened] = useState<Opened>({ what: "story", isOpen: false, count: 0 });
  const open = (next: Opened["what"]) =>
    setOpened((before) => ({ what: next, isOpen: true, count: before.count + 1 }));
  const onClose = () => setOpened((before) => ({ ...before, isOpen: false }));
  if (beginner === undefined) return { entries: null, dialog: null };
  const { user, canPaint } = beginner;
  return {
    entries: (
      <>
        <MenuItem icon={<UserPlus size={18} />} onSelect={() => open("character")}>
          New character
        </MenuItem>
        <MenuItem icon={<BookPlus size={18} />} onSelect={() => open("story")}>
          Begin a new story
        </MenuItem>
      </>
    ),
    dialog:
      what === "story" ? (
        <NewStoryDialog key={count} open={isOpen} onClose={onClose} user={user} hasAddress={false} />
      ) : (
        <CharacterDialog
          key={count}
          open={isOpen}
          onClose={onClose}
          userId={user.userId}
          tier={user.tier}
          character={null}
          canWriteAdult={user.canWriteAdult}
          canPaint={canPaint}
          onSaved={() => undefined}
        />
      ),
  };
}
