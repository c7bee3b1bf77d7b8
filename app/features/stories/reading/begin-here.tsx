import { BookPlus, UserPlus } from "lucide-react";
import { useCallback, useState } from "react";
import { makeLazyDialog } from "#app/ui/lazy-dialog.tsx";
import { MenuItem } from "#app/ui/menu.tsx";
import type { Beginner } from "./begin-here-dialog.tsx";

const BeginHereDialog = makeLazyDialog(async () => (await import("./begin-here-dialog.tsx")).BeginHereDialog);

type Opened = { what: "character" | "story"; isOpen: boolean; count: number };

/** What can be begun from a story's menu: the entries, and the dialog that they open. Without a `beginner` nothing can. */
export function useBeginHere(beginner: Beginner | undefined) {
  const [{ what, isOpen, count }, setOpened] = useState<Opened>({ what: "story", isOpen: false, count: 0 });
  const open = (next: Opened["what"]) =>
    setOpened((before) => ({ what: next, isOpen: true, count: before.count + 1 }));
  const close = useCallback(() => setOpened((before) => ({ ...before, isOpen: false })), []);
  if (beginner === undefined) return { entries: null, dialog: null };
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
    dialog: <BeginHereDialog key={count} open={isOpen} onClose={close} what={what} beginner={beginner} />,
  };
}
