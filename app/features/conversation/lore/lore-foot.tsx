import { BookOpen, Plus } from "lucide-react";
import { Button } from "#app/ui/button.tsx";
import type { LoreLayer } from "./lore-layer.ts";

/** The buttons below the lore. */
export function LoreFoot({ onOpen }: { onOpen: (layer: LoreLayer) => void }) {
  return (
    <>
      <Button onClick={() => onOpen({ kind: "books" })}>
        <BookOpen size={17} aria-hidden="true" />
        Books
      </Button>
      <Button onClick={() => onOpen({ kind: "new" })}>
        <Plus size={17} aria-hidden="true" />
        New entry
      </Button>
    </>
  );
}
