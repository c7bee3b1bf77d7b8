import { Eye, NotebookPen, Search, Split } from "lucide-react";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { toFindParameters } from "#app/features/search/find-parameters.ts";
import { openSearch, SearchButton } from "#app/features/search/search-entry.tsx";
import { IconButton } from "#app/ui/button.tsx";
import { makeLazyDialog } from "#app/ui/lazy-dialog.tsx";
import { isPhone } from "#app/ui/media-queries.ts";
import { MenuItem } from "#app/ui/menu.tsx";
import type { KeptPlace } from "./list/kept-place.ts";
import type { MessageLook } from "./list/message-item.tsx";
import type { LeftPath } from "./live/conversation-state.ts";
import type { LiveConversation } from "./live/use-conversation.ts";
import type { NotesTab } from "./notes/notes-sheet.tsx";

const PathsSheet = makeLazyDialog(async () => (await import("./paths/paths-sheet.tsx")).PathsSheet);
const PathNotice = makeLazyDialog(async () => (await import("./paths/paths-sheet.tsx")).PathNotice);
const FindBar = makeLazyDialog(async () =>
  (await import("#app/features/search/lazy-search.ts")).loadFindBar(),
);
const LastPromptDialog = makeLazyDialog(
  async () => (await import("./last-prompt/last-prompt-dialog.tsx")).LastPromptDialog,
);
const NotesSheet = makeLazyDialog(async () => (await import("./notes/notes-sheet.tsx")).NotesSheet);

const NOTES = { story: "Story notes", chat: "Chat notes" };

type SheetsInput = {
  conversation: LiveConversation;
  look: MessageLook;
  /** Who writes the replies: "Story", or the character's name. */
  author: string;
  kept: KeptPlace;
};

/** The sheets about a conversation's paths and notes, what opens them, and what a change of path leaves on the page. */
export function useConversationSheets({ conversation, look, author, kept }: SheetsInput) {
  const [parameters, setParameters] = useSearchParams();
  const sheet = parameters.get("sheet");
  const [open, setOpen] = useState<"paths" | "notes" | "prompt" | null>(null);
  const [tab, setTab] = useState<NotesTab>("notes");
  // A search leads here with the sheet in which something was found.
  useEffect(() => {
    if (sheet === null) return;
    setTab(sheet === "lore" ? "lore" : "notes");
    setOpen("notes");
  }, [sheet]);
  const at = parameters.get("at");
  const goTo = (next: URLSearchParams) => setParameters(next, { replace: true, preventScrollReset: true });
  function close(): void {
    setOpen(null);
    if (sheet !== null) goTo(new URLSearchParams()); // another search may lead here again
  }
  const [dismissed, setDismissed] = useState<LeftPath | null>(null);
  const left = conversation.state.left === dismissed ? null : conversation.state.left;
  const both = [
    { name: "paths", label: "Paths", icon: Split, Sheet: PathsSheet },
    { name: "notes", label: NOTES[conversation.subject], icon: NotebookPen, Sheet: NotesSheet },
  ] as const;
  return {
    /** For the header of a wide window. */
    buttons: (
      <span className="no-box hidden-on-phone">
        <SearchButton />
        {both.map(({ name, label, icon: Icon, Sheet }) => (
          <IconButton
            key={name}
            label={label}
            icon={<Icon size={20} />}
            aria-haspopup="dialog"
            onPointerEnter={Sheet.preload}
            onFocus={Sheet.preload}
            onClick={() => setOpen(name)}
          />
        ))}
      </span>
    ),
    /** Items of the menu. */
    entries: (
      <>
        <PhoneEntries entries={both} onSelect={setOpen} />
        <MenuItem icon={<Eye size={18} />} onSelect={() => setOpen("prompt")}>
          What the AI sees
        </MenuItem>
      </>
    ),
    /** For the top of the page. */
    notice: (
      <>
        <PathNotice
          open={left !== null && at === null}
          onClose={() => setDismissed(left)}
          left={left}
          conversation={conversation}
        />
        <FindBar
          open={at !== null}
          onClose={() => goTo(new URLSearchParams())}
          conversation={conversation}
          q={parameters.get("find") ?? ""}
          at={at ?? ""}
          path={parameters.get("path")}
          onGoTo={(place) => goTo(toFindParameters(place, parameters.get("find") ?? ""))}
          findLeftAt={() => kept.list()[0]?.messageId ?? null}
        />
      </>
    ),
    sheets: (
      <>
        <PathsSheet
          open={open === "paths"}
          onClose={close}
          conversation={conversation}
          look={look}
          left={left}
        />
        <NotesSheet
          open={open === "notes"}
          onClose={close}
          conversation={conversation}
          tab={tab}
          onTab={setTab}
        />
        <LastPromptDialog
          open={open === "prompt"}
          onClose={close}
          conversation={conversation}
          author={author}
        />
      </>
    ),
  };
}

type PhoneEntriesProps = {
  entries: readonly { name: "paths" | "notes"; label: string; icon: typeof Split }[];
  onSelect: (name: "paths" | "notes") => void;
};

/** What the buttons of a wide window open. Rendered when a menu opens, which is in a browser. */
function PhoneEntries({ entries, onSelect }: PhoneEntriesProps) {
  if (!isPhone()) return null;
  return (
    <>
      <MenuItem icon={<Search size={18} />} onSelect={openSearch}>
        Search
      </MenuItem>
      {entries.map(({ name, label, icon: Icon }) => (
        <MenuItem key={name} icon={<Icon size={18} />} onSelect={() => onSelect(name)}>
          {label}
        </MenuItem>
      ))}
    </>
  );
}
