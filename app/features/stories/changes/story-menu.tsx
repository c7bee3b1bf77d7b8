import { Archive, ArchiveRestore, Download, Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Menu, MenuItem, MoreIcon } from "#app/ui/menu.tsx";
import { type ChangeableStory, type ChangePlace, findFocusAfterRemoval } from "./story-change.ts";
import { useStoryActions } from "./story-changes.tsx";

type StoryMenuProps = {
  story: ChangeableStory;
  place: ChangePlace;
  /** More entries, before the one that deletes. */
  children?: ReactNode;
};

/** What can be done to a story: on its card, and where it is read. */
export function StoryMenu({ story, place, children }: StoryMenuProps) {
  const { open, archive, unarchive, preload } = useStoryActions();
  const findNext = (button: HTMLElement | null) =>
    place === "library" ? findFocusAfterRemoval(button) : null;
  async function bringBack(button: HTMLElement | null): Promise<void> {
    const next = findNext(button);
    if (await unarchive(story.storyId)) next?.focus(); // the card goes
  }
  return (
    <Menu label="Story menu" of={story.title} icon={<MoreIcon />} onOpen={preload}>
      <MenuItem
        icon={<Pencil size={18} />}
        onSelect={() => open({ dialog: "edit", story, place, focusAfter: null })}
      >
        Edit
      </MenuItem>
      {story.status === "active" ? (
        <MenuItem
          icon={<Archive size={18} />}
          onSelect={(button) => {
            findNext(button)?.focus(); // before the card, which has the focus, is removed
            void archive(story.storyId);
          }}
        >
          Archive
        </MenuItem>
      ) : (
        <MenuItem icon={<ArchiveRestore size={18} />} onSelect={(button) => void bringBack(button)}>
          Bring back
        </MenuItem>
      )}
      {children}
      <MenuItem
        icon={<Download size={18} />}
        onSelect={() => open({ dialog: "take-out", story, place, focusAfter: null })}
      >
        Take it with you
      </MenuItem>
      <MenuItem
        icon={<Trash2 size={18} />}
        danger
        onSelect={(button) => open({ dialog: "delete", story, place, focusAfter: findNext(button) })}
      >
        Delete
      </MenuItem>
    </Menu>
  );
}
