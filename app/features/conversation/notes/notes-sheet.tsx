import { useId, useState } from "react";
import { Dialog } from "#app/ui/dialog.tsx";
import { TabPanel, Tabs } from "#app/ui/tabs.tsx";
import type { PromptSubject } from "../last-prompt/part-text.ts";
import type { LiveConversation } from "../live/use-conversation.ts";
import { useGoToMessage } from "../paths/use-go-to-message.ts";
import { MemoryFoot, MemoryLines } from "./memory-lines.tsx";
import { NotesFields } from "./notes-fields.tsx";
import { useMemory } from "./use-memory.ts";
import { useNotes } from "./use-notes.ts";

export type NotesSheetProps = {
  open: boolean;
  onClose: () => void;
  conversation: LiveConversation;
  /** Of the conversation in the API, such as `/api/stories/…`. */
  apiPath: string;
  subject: PromptSubject;
};

const CLOSED_MS = 250; // longer than its transition
/** As in the style sheet of dialogs: there a sheet covers the page. */
const PHONE = "(max-width: 767px)";

/** What the AI always keeps in mind in a conversation, and what it remembers of it. */
export function NotesSheet({ open, onClose, conversation, apiPath, subject }: NotesSheetProps) {
  const [tab, setTab] = useState<"notes" | "memory">("notes");
  const [showsForgotten, setShowsForgotten] = useState(false);
  const notes = useNotes(apiPath, conversation, open);
  const memory = useMemory(apiPath, conversation, open);
  const goTo = useGoToMessage(conversation);
  const panelId = useId();
  const kept = memory.lines?.filter(({ isForgotten }) => !isForgotten).length;

  function goToLine(messageId: string): void {
    if (window.matchMedia(PHONE).matches) {
      onClose();
      // The focus goes back to what opened the sheet, and from there to the message.
      setTimeout(() => goTo({ messageId, takesFocus: true }), CLOSED_MS);
    } else goTo({ messageId, takesFocus: false });
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      look="sheet"
      closesOnBack
      over={conversation.state.title}
      title={subject === "story" ? "Story notes" : "Chat notes"}
      bar={
        <Tabs
          label={subject === "story" ? "Story notes" : "Chat notes"}
          panelId={panelId}
          chosen={tab}
          onChoose={setTab}
          tabs={[
            { name: "notes", text: "Notes" },
            { name: "memory", text: "Memory", count: kept || undefined },
          ]}
        />
      }
      foot={
        tab === "memory" &&
        memory.lines?.some(({ isForgotten }) => isForgotten) && (
          <MemoryFoot lines={memory.lines} isShown={showsForgotten} onShow={setShowsForgotten} />
        )
      }
    >
      <TabPanel id={panelId} chosen={tab}>
        {tab === "notes" ? (
          <NotesFields edited={notes} subject={subject} />
        ) : (
          <MemoryLines memory={memory} subject={subject} showsForgotten={showsForgotten} onGoTo={goToLine} />
        )}
      </TabPanel>
    </Dialog>
  );
}
