import { Download, FileJson, Palette, Pencil, Trash2 } from "lucide-react";
import { Menu, MenuItem, MoreIcon } from "#app/ui/menu.tsx";
import type { CharacterRecord } from "#domain/character.ts";

type CharacterMenuProps = {
  character: CharacterRecord;
  /** Whether there is an image model. */
  canPaint: boolean;
  onEdit: () => void;
  onPaint: () => void;
  onDelete: () => void;
};

/** What can be done to somebody. */
export function CharacterMenu({ character, canPaint, onEdit, onPaint, onDelete }: CharacterMenuProps) {
  const { characterId, name, metadata } = character;
  const cardPath = `/api/characters/${characterId}/card`;
  return (
    <Menu label="Character menu" of={name} icon={<MoreIcon />}>
      <MenuItem icon={<Pencil size={18} />} onSelect={onEdit}>
        Edit
      </MenuItem>
      <MenuItem icon={<Palette size={18} />} onSelect={onPaint}>
        {canPaint ? (metadata.images.primary ? "New portrait" : "Draw a portrait") : "Choose an emblem"}
      </MenuItem>
      {metadata.images.primary && (
        <MenuItem icon={<Download size={18} />} onSelect={() => download(`${cardPath}.png`)}>
          Export card (PNG)
        </MenuItem>
      )}
      <MenuItem icon={<FileJson size={18} />} onSelect={() => download(`${cardPath}.json`)}>
        Export card (JSON)
      </MenuItem>
      <MenuItem icon={<Trash2 size={18} />} danger onSelect={onDelete}>
        Delete
      </MenuItem>
    </Menu>
  );
}

/** Lets the browser keep a file; its name comes with it. */
function download(path: string): void {
  const link = document.createElement("a");
  link.href = path;
  link.download = "";
  link.click();
}
