import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { areSingleKeysOn, isElsewhere, toLatinKey } from "#app/features/conversation/single-keys.ts";
import { IconButton } from "#app/ui/button.tsx";
import { makeLazyDialog } from "#app/ui/lazy-dialog.tsx";

const SearchDialog = makeLazyDialog(async () => (await import("./lazy-search.ts")).loadSearchDialog());
const ASKED = "talespark:search";

/** The box that finds anything, on every signed-in page: by `/`, by Ctrl or Cmd and K, or by a `SearchButton`. */
export function SearchEntry() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const show = () => setOpen(true);
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      // The key is read last: Chrome fills in forms with events that have none.
      const isCombined = (ctrlKey || metaKey) && !altKey && !shiftKey && toLatinKey(event) === "k";
      if (!isCombined && (key !== "/" || isElsewhere(event) || !areSingleKeysOn())) return;
      event.preventDefault();
      // A result opens another page, and what is typed into a dialog would be lost.
      if (document.querySelector('[role="dialog"] form :is(input, textarea)') === null) show();
    };
    document.addEventListener("keydown", onKeyDown);
    document.addEventListener(ASKED, show);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      document.removeEventListener(ASKED, show);
    };
  }, []);
  return <SearchDialog open={open} onClose={() => setOpen(false)} />;
}

export function openSearch(): void {
  document.dispatchEvent(new Event(ASKED));
}

export function SearchButton() {
  return (
    <IconButton
      label="Search"
      icon={<Search size={20} />}
      aria-haspopup="dialog"
      onPointerEnter={SearchDialog.preload}
      onFocus={SearchDialog.preload}
      onClick={openSearch}
    />
  );
}
