import { Archive, ArchiveRestore, Pencil, Trash2 } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Menu, MenuItem, MoreIcon } from "#app/ui/menu.tsx";
import { findFocusAfterRemoval } from "./neighbour.ts";
import { type ChangeableStory, type ChangePlace, useStoryActions } from "./story-changes.tsx";

type StoryMenuProps = {
  story: ChangeableStory;
  place: ChangePlace;
  /** More entries, before the one that deletes. */
  children?: ReactNode;
};

/** What can be done to a story: on its card, and where it is read. */
export function StoryMenu({ story, place, children }: StoryMenuProps) {
  const { edit, askToDelete, archive, unarchive, preload } = useStoryActions();
  const box = useRef<HTMLDivElement>(null);
  const next = () => (place === "library" ? findFocusAfterRemoval(box.current) : null);
  return (
    <div ref={box}>
      <Menu label="Story menu" of={story.title} icon={<MoreIcon />} onOpen={preload}>
        <MenuItem icon={<Pencil size={18} />} onSelect={() => edit(story, place)}>
          Edit
        </MenuItem>
        {story.status === "active" ? (
          <MenuItem
            icon={<Archive size={18} />}
            onSelect={() => {
              next()?.focus(); // before the card, which has the focus, is removed
              archive(story.storyId);
            }}
          >
            Archive
          </MenuItem>
        ) : (
          <MenuItem icon={<ArchiveRestore size={18} />} onSelect={() => unarchive(story.storyId)}>
            Bring back
          </MenuItem>
        )}
        {children}
        <MenuItem icon={<Trash2 size={18} />} danger onSelect={() => askToDelete(story, place, next())}>
          Delete
        </MenuItem>
      </Menu>
    </div>
  );
}
