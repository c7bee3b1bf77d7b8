import { BookOpen, Check, Plus } from "lucide-react";
import { useId, useState } from "react";
import { NewerFields } from "#app/features/forms/newer-fields.tsx";
import { Button } from "#app/ui/button.tsx";
import { Segments } from "#app/ui/choices.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextArea, TextField } from "#app/ui/field.tsx";
import { makeLazyDialog } from "#app/ui/lazy-dialog.tsx";
import { LoadState, RetryButton } from "#app/ui/load-state.tsx";
import { isPhone } from "#app/ui/media-queries.ts";
import { TabPanel, Tabs } from "#app/ui/tabs.tsx";
import type { MemoryLine } from "#domain/memory.ts";
import { LANGUAGE_MAX, NOTE_MAX, PASSAGE_LENGTHS, PERSONS, TENSES, TONE_MAX } from "#domain/notes.ts";
import { formatCount } from "#domain/numbers.ts";
import type { PromptSubject } from "../last-prompt/part-text.ts";
import type { LiveConversation } from "../live/use-conversation.ts";
import { type LoreLayer, useLore } from "../lore/use-lore.ts";
import { useGoToMessage } from "../paths/use-go-to-message.ts";
import { LineDialog, MemoryFoot, MemoryLines } from "./memory-lines.tsx";
import styles from "./notes.module.css";
import { useMemory } from "./use-memory.ts";
import { type EditedNotes, type SaveState, useNotes } from "./use-notes.ts";

/** Loaded when its tab is chosen. */
const LoreTab = makeLazyDialog(async () => (await import("../lore/lore-tab.tsx")).LoreTab);

export type NotesSheetProps = {
  open: boolean;
  onClose: () => void;
  conversation: LiveConversation;
  tab: NotesTab;
  onTab: (tab: NotesTab) => void;
};
export type NotesTab = "notes" | "lore" | "memory";

const CLOSED_MS = 250; // longer than its transition

/** What the AI always keeps in mind in a conversation, what it knows of the world, and what it remembers of it. */
export function NotesSheet({ open, onClose, conversation, tab, onTab }: NotesSheetProps) {
  const { subject } = conversation;
  const [layer, setLayer] = useState<LoreLayer>(null);
  const [showsForgotten, setShowsForgotten] = useState(false);
  /** The line of memory that is corrected; "new": one of the person's own is written. */
  const [written, setWritten] = useState<MemoryLine | "new" | null>(null);
  const notes = useNotes(conversation, open);
  const memory = useMemory(conversation, open);
  const lore = useLore(conversation, { isOpen: open, isShown: open && tab === "lore" });
  const goTo = useGoToMessage(conversation);
  const panelId = useId();
  const entryCount = lore.books.reduce((sum, book) => sum + book.entryCount, 0);
  const kept = memory.lines?.filter(({ isForgotten }) => !isForgotten).length;

  // The sheet closed with a layer of it, such as by a passage that was gone to.
  if (!open && layer !== null) setLayer(null);

  function goToLine(messageId: string): void {
    if (isPhone()) {
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
      over={conversation.state.title}
      title={subject === "story" ? "Story notes" : "Chat notes"}
      bar={
        <Tabs
          label={subject === "story" ? "Story notes" : "Chat notes"}
          panelId={panelId}
          chosen={tab}
          onChoose={onTab}
          tabs={[
            { name: "notes", text: "Notes" },
            { name: "lore", text: "Lore", count: entryCount || undefined },
            { name: "memory", text: "Memory", count: kept || undefined },
          ]}
        />
      }
      foot={
        tab === "lore" ? (
          <LoreFoot onOpen={setLayer} />
        ) : (
          tab === "memory" &&
          memory.lines !== null &&
          memory.lines.length > 0 && (
            <MemoryFoot
              lines={memory.lines}
              isShown={showsForgotten}
              onShow={setShowsForgotten}
              onAdd={() => setWritten("new")}
            />
          )
        )
      }
    >
      <TabPanel id={panelId} chosen={tab}>
        {tab === "notes" && <NotesFields edited={notes} subject={subject} />}
        {tab === "lore" && (
          <LoreTab
            open
            onClose={() => onTab("notes")}
            lore={lore}
            layer={layer}
            onLayer={setLayer}
            onCloseSheet={onClose}
            onGoTo={goToLine}
          />
        )}
        {tab === "memory" && (
          <MemoryLines
            memory={memory}
            subject={subject}
            showsForgotten={showsForgotten}
            onCorrect={setWritten}
            onGoTo={goToLine}
          />
        )}
      </TabPanel>
      <LineDialog onClose={() => setWritten(null)} line={written} memory={memory} />
    </Dialog>
  );
}

const TENSE_NAMES = { past: "Past tense", present: "Present tense" };
const LENGTH_NAMES = { short: "short", usual: "as it comes", long: "long" };

/** The author's note and how the AI tells. A chat has neither tense nor person. */
function NotesFields({ edited, subject }: { edited: EditedNotes; subject: PromptSubject }) {
  const { notes, cost, loadFailure, save, newer, change, choose, retry } = edited;
  if (notes === null) {
    const loaded = { value: notes, failure: loadFailure, reload: retry };
    return <LoadState of={loaded} loading="Looking up the notes…" failed="The notes could not be loaded." />;
  }
  const bind = (name: "note" | "tone" | "language") => ({
    name,
    value: notes[name],
    error: save?.state === "failed" && save.field === name ? save.message : null,
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  const isStory = subject === "story";
  return (
    <div className="stack gap-16">
      {newer !== null && <NewerFields fields={newer} labels={NAMES} onChoose={choose} />}
      <div className="stack gap-8 padding-bottom-24 line-below">
        <TextArea label="What the AI always keeps in mind" {...bind("note")} max={NOTE_MAX} rows={5} />
        <div className={`${styles.below} spread gap-16 note digits`}>
          <p>
            {cost !== null && (
              <>
                About {formatCount(cost.tokens)} tokens of every {isStory ? "passage" : "answer"}, of{" "}
                {formatCount(cost.contextTokens)}
              </>
            )}
          </p>
          <Saving save={save} onRetry={retry} />
        </div>
      </div>
      <h3 className="muted">Style</h3>
      {isStory && (
        <>
          <Segments
            legend="Told in"
            values={TENSES}
            toName={(tense) => TENSE_NAMES[tense]}
            chosen={notes.tense}
            onChoose={(tense) => change({ tense })}
          />
          <Segments
            legend="You are"
            values={PERSONS}
            toName={(person) => `“${person}”`}
            chosen={notes.person}
            onChoose={(person) => change({ person })}
          />
        </>
      )}
      <TextField label="Tone, in your own words" {...bind("tone")} max={TONE_MAX} />
      <Segments
        legend={isStory ? "A passage is" : "An answer is"}
        values={PASSAGE_LENGTHS}
        toName={(length) => LENGTH_NAMES[length]}
        chosen={notes.length}
        onChoose={(length) => change({ length })}
      />
      <TextField
        label={`Language of the ${subject}`}
        {...bind("language")}
        max={LANGUAGE_MAX}
        placeholder="The language of your own words"
      />
      <p className="muted">
        These hold for every path of this {subject}. A change counts from the next{" "}
        {isStory ? "passage" : "answer"}; nothing that is written changes.
      </p>
    </div>
  );
}

const NAMES: Record<string, string> = {
  note: "What the AI always keeps in mind",
  tense: "Told in",
  person: "You are",
  tone: "Tone",
  length: "Length",
  language: "Language",
};

function Saving({ save, onRetry }: { save: SaveState | null; onRetry: () => void }) {
  return (
    <div className={`${styles.saving} row wrap gap-6`} role="status" data-state={save?.state}>
      {save?.state === "saved" && (
        <>
          <Check size={16} aria-hidden="true" />
          <span>Saved</span>
        </>
      )}
      {save?.state === "saving" && <span>Saving…</span>}
      {save?.state === "waiting" && <span>Waiting for the network</span>}
      {save?.state === "failed" && (
        <>
          <span>Not saved{save.field === null && `. ${save.message}`}</span>
          {save.field === null && <RetryButton onRetry={onRetry} />}
        </>
      )}
    </div>
  );
}

/** The buttons below the lore. */
function LoreFoot({ onOpen }: { onOpen: (layer: LoreLayer) => void }) {
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
