import { NotebookPen, Split } from "lucide-react";
import { type ReactNode, useCallback, useState } from "react";
import { IconButton } from "#app/ui/button.tsx";
import { makeLazyDialog } from "#app/ui/lazy-dialog.tsx";
import { MenuItem } from "#app/ui/menu.tsx";
import styles from "./conversation-sheets.module.css";
import type { PromptSubject } from "./last-prompt/part-text.ts";
import type { MessageLook } from "./list/message-item.tsx";
import type { LiveConversation } from "./live/use-conversation.ts";
import { useLeftPath } from "./paths/use-left-path.ts";

const PathsSheet = makeLazyDialog(async () => (await import("./paths/paths-sheet.tsx")).PathsSheet);
const PathNotice = makeLazyDialog(async () => (await import("./paths/paths-sheet.tsx")).PathNotice);
const NotesSheet = makeLazyDialog(async () => (await import("./notes/notes-sheet.tsx")).NotesSheet);

const NOTES = { story: "Story notes", chat: "Chat notes" };

type SheetsInput = {
  conversation: LiveConversation;
  /** Of the conversation in the API, such as `/api/stories/…`. */
  apiPath: string;
  subject: PromptSubject;
  look: MessageLook;
};

type Sheets = {
  /** For the header of a wide window. */
  buttons: ReactNode;
  /** Items of the menu on a phone; empty where the buttons are shown instead. */
  entries: ReactNode;
  /** For the top of the page. */
  notice: ReactNode;
  sheets: ReactNode;
};

/** The sheets about a conversation's paths and notes, what opens them, and what a change of path leaves on the page. */
export function useConversationSheets({ conversation, apiPath, subject, look }: SheetsInput): Sheets {
  const [open, setOpen] = useState<"paths" | "notes" | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const { left, dismiss } = useLeftPath(conversation);
  const both = [
    { name: "paths", label: "Paths", icon: Split, Sheet: PathsSheet },
    { name: "notes", label: NOTES[subject], icon: NotebookPen, Sheet: NotesSheet },
  ] as const;
  return {
    buttons: both.map(({ name, label, icon: Icon, Sheet }) => (
      <span key={name} className={styles.button}>
        <IconButton
          label={label}
          icon={<Icon size={20} />}
          aria-haspopup="dialog"
          onPointerEnter={Sheet.preload}
          onFocus={Sheet.preload}
          onClick={() => setOpen(name)}
        />
      </span>
    )),
    entries: <PhoneEntries entries={both} onSelect={setOpen} />,
    notice: (
      <PathNotice open={left !== null} onClose={dismiss} left={left} apiPath={apiPath} subject={subject} />
    ),
    sheets: (
      <>
        <PathsSheet
          open={open === "paths"}
          onClose={close}
          conversation={conversation}
          apiPath={apiPath}
          subject={subject}
          look={look}
          left={left}
        />
        <NotesSheet
          open={open === "notes"}
          onClose={close}
          conversation={conversation}
          apiPath={apiPath}
          subject={subject}
        />
      </>
    ),
  };
}

/** As in the style sheet of the buttons. */
const PHONE = "(max-width: 767px)";

type PhoneEntriesProps = {
  entries: readonly { name: "paths" | "notes"; label: string; icon: typeof Split }[];
  onSelect: (name: "paths" | "notes") => void;
};

/** Rendered when a menu opens, which is in a browser. */
function PhoneEntries({ entries, onSelect }: PhoneEntriesProps) {
  if (!window.matchMedia(PHONE).matches) return null;
  return entries.map(({ name, label, icon: Icon }) => (
    <MenuItem key={name} icon={<Icon size={18} />} onSelect={() => onSelect(name)}>
      {label}
    </MenuItem>
  ));
}
