import { useCallback, useId, useState } from "react";
import { Dialog } from "#app/ui/dialog.tsx";
import { makeLazyDialog } from "#app/ui/lazy-dialog.tsx";
import { TabPanel, Tabs } from "#app/ui/tabs.tsx";
import type { UsedLorebooks } from "#domain/lore.ts";
import type { PromptSubject } from "../last-prompt/part-text.ts";
import type { LiveConversation } from "../live/use-conversation.ts";
import { LoreFoot } from "../lore/lore-foot.tsx";
import type { LoreLayer } from "../lore/lore-layer.ts";
import { useLore } from "../lore/use-lore.ts";
import { useGoToMessage } from "../paths/use-go-to-message.ts";
import { MemoryFoot, MemoryLines } from "./memory-lines.tsx";
import { NotesFields } from "./notes-fields.tsx";
import { useMemory } from "./use-memory.ts";
import { useNotes } from "./use-notes.ts";

/** Loaded when its tab is chosen. */
const LoreTab = makeLazyDialog(async () => (await import("../lore/lore-tab.tsx")).LoreTab);

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

/** What the AI always keeps in mind in a conversation, what it knows of the world, and what it remembers of it. */
export function NotesSheet({ open, onClose, conversation, apiPath, subject }: NotesSheetProps) {
  const [tab, setTab] = useState<"notes" | "lore" | "memory">("notes");
  const [layer, setLayer] = useState<LoreLayer>(null);
  const [showsForgotten, setShowsForgotten] = useState(false);
  const notes = useNotes(apiPath, conversation, open);
  const memory = useMemory(apiPath, conversation, open);
  const lore = useLore({ apiPath, subject, conversation }, { isOpen: open, isShown: open && tab === "lore" });
  const goTo = useGoToMessage(conversation);
  const panelId = useId();
  const kept = memory.lines?.filter(({ isForgotten }) => !isForgotten).length;

  const showNotes = useCallback(() => setTab("notes"), []);
  // The sheet closed with a layer of it, such as by a passage that was gone to.
  if (!open && layer !== null) setLayer(null);

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
            { name: "lore", text: "Lore", count: countLore(lore.used) || undefined },
            { name: "memory", text: "Memory", count: kept || undefined },
          ]}
        />
      }
      foot={
        tab === "lore" ? (
          <LoreFoot onOpen={setLayer} />
        ) : (
          tab === "memory" &&
          memory.lines?.some(({ isForgotten }) => isForgotten) && (
            <MemoryFoot lines={memory.lines} isShown={showsForgotten} onShow={setShowsForgotten} />
          )
        )
      }
    >
      <TabPanel id={panelId} chosen={tab}>
        {tab === "notes" && <NotesFields edited={notes} subject={subject} />}
        {tab === "lore" && (
          <LoreTab
            open
            onClose={showNotes}
            lore={lore}
            layer={layer}
            onLayer={setLayer}
            onCloseSheet={onClose}
            onGoTo={goToLine}
          />
        )}
        {tab === "memory" && (
          <MemoryLines memory={memory} subject={subject} showsForgotten={showsForgotten} onGoTo={goToLine} />
        )}
      </TabPanel>
    </Dialog>
  );
}

function countLore(used: UsedLorebooks | null): number {
  return [...(used?.own ?? []), ...(used?.chosen ?? [])].reduce((sum, { entryCount }) => sum + entryCount, 0);
}
