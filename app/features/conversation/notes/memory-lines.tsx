import { Pencil, Pin, PinOff, Plus, Undo2, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useRouteLoaderData } from "react-router";
import { bringBack } from "#app/features/api/bring-back.ts";
import { attempt } from "#app/features/api/call-api.ts";
import { PAGE_PATHS } from "#app/features/layout/pages.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { TextArea } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { useLast } from "#app/ui/lazy-dialog.tsx";
import { LoadState } from "#app/ui/load-state.tsx";
import { showError, showSuccess } from "#app/ui/show-toast.tsx";
import { type ChangeLine, MEMORY_LINE_MAX, type MemoryLine } from "#domain/memory.ts";
import { PLAN_LIMITS, type Tier } from "#domain/plan.ts";
import type { PromptSubject } from "../last-prompt/part-text.ts";
import { namePassage } from "../paths/path-wording.ts";
import styles from "./notes.module.css";
import type { Memory } from "./use-memory.ts";

type MemoryLinesProps = {
  memory: Memory;
  subject: PromptSubject;
  showsForgotten: boolean;
  onCorrect: (line: MemoryLine) => void;
  onGoTo: (messageId: string) => void;
};

/** What the AI remembers of the open path, and what can be done about each line. */
export function MemoryLines({ memory, subject, showsForgotten, onCorrect, onGoTo }: MemoryLinesProps) {
  const { lines, reading, failure, reload } = memory;
  const [chosenId, setChosenId] = useState<string | null>(null);
  if (lines === null || failure !== null) {
    const loaded = { value: lines, failure, reload };
    return (
      <LoadState of={loaded} loading="Looking up the memory…" failed="The memory could not be loaded." />
    );
  }
  const progress = reading !== null && (
    <p className="margin-bottom-8 muted strong" role="status">
      Reading {subject === "story" ? "passages" : "messages"} {reading.from} to {reading.to}…
    </p>
  );
  if (lines.length === 0) return progress || <NothingYet subject={subject} />;
  const shown = lines.filter(({ isForgotten }) => showsForgotten || !isForgotten);
  return (
    <>
      {progress}
      <p className={`${styles.about} padding-bottom-12 line-below muted`}>
        What the AI remembers once a {subject === "story" ? "passage" : "message"} is too long ago to be read
        again. It is written from the {subject}, and you have the last word.
      </p>
      <ul data-memory="">
        {shown.map((line) => (
          <Line
            key={line.lineId}
            line={line}
            subject={subject}
            isChosen={line.lineId === chosenId}
            onChoose={() => setChosenId(line.lineId)}
            change={(change) => memory.change(line.lineId, change)}
            onCorrect={() => onCorrect(line)}
            onGoTo={onGoTo}
          />
        ))}
      </ul>
      {shown.length === 0 && <p className={`${styles.about} muted`}>All of it is forgotten.</p>}
    </>
  );
}

type MemoryFootProps = {
  lines: readonly MemoryLine[];
  isShown: boolean;
  onShow: (isShown: boolean) => void;
  onAdd: () => void;
};

/** How many lines are forgotten, the way to see them, and to a line of one's own. */
export function MemoryFoot({ lines, isShown, onShow, onAdd }: MemoryFootProps) {
  const count = lines.filter(({ isForgotten }) => isForgotten).length;
  return (
    <>
      {count > 0 && (
        <p className="muted">
          {count} forgotten{" "}
          <button
            type="button"
            className="word-button"
            aria-pressed={isShown}
            onClick={() => onShow(!isShown)}
          >
            {isShown ? "Hide" : "Show"}
          </button>
        </p>
      )}
      <Button onClick={onAdd}>
        <Plus size={17} aria-hidden="true" />
        Add a line
      </Button>
    </>
  );
}

type LineProps = {
  line: MemoryLine;
  subject: PromptSubject;
  /** Its buttons are shown; so are they under the pointer and with the focus. */
  isChosen: boolean;
  onChoose: () => void;
  change: (change: ChangeLine) => Promise<void>;
  onCorrect: () => void;
  onGoTo: (messageId: string) => void;
};

function Line({ line, subject, isChosen, onChoose, change, onCorrect, onGoTo }: LineProps) {
  const { text, isPinned, isCorrected, isAdded, isForgotten, isStale, depth, fromId } = line;

  const remember = () => change({ isForgotten: false });
  async function forget(): Promise<void> {
    if (!(await attempt("This could not be forgotten.", () => change({ isForgotten: true })))) return;
    showSuccess("Forgotten", { undo: () => void bringBack(remember) });
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a tap shows what the focus shows
    <li
      className={`${styles.line} relative rounded`}
      data-chosen={isChosen || undefined}
      data-forgotten={isForgotten || undefined}
      onClick={onChoose}
    >
      <p className={`${styles.text} story-text`} dir="auto">
        {text}
      </p>
      <div className="row relative wrap tap-height column-gap-12 note">
        <button type="button" className="digits word-button" onClick={() => onGoTo(fromId)}>
          {namePassage(depth, subject)}
        </button>
        {isPinned && (
          <span className={`${styles.pinned} inline-row gap-6`}>
            <Pin size={14} fill="currentColor" aria-hidden="true" />
            pinned
          </span>
        )}
        {isAdded ? <span>added by you</span> : isCorrected && <span>corrected by you</span>}
        {isForgotten && <span>forgotten</span>}
        <div className={`${styles.tools} flex absolute`}>
          {isForgotten ? (
            <Tool
              icon={<Undo2 size={16} />}
              text="Remember again"
              of={text}
              onClick={() => void attempt("This could not be brought back.", remember)}
            />
          ) : (
            <>
              <Tool
                icon={isPinned ? <PinOff size={16} /> : <Pin size={16} />}
                text={isPinned ? "Unpin" : "Pin"}
                of={text}
                onClick={() =>
                  void attempt("This could not be changed.", () => change({ isPinned: !isPinned }))
                }
              />
              <Tool icon={<Pencil size={16} />} text="Correct" of={text} onClick={onCorrect} />
              <Tool icon={<X size={16} />} text="Forget" of={text} onClick={() => void forget()} />
            </>
          )}
        </div>
      </div>
      {isStale && (
        <p className="padding-bottom-12 note italic">
          You have changed this {subject === "story" ? "passage" : "message"}. The AI will read it again.
        </p>
      )}
    </li>
  );
}

type ToolProps = { icon: ReactNode; text: string; of: string; onClick: () => void };

function Tool({ icon, text, of, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className={`${styles.tool} text-color inline-row tap-height gap-6 rounded`}
      aria-label={`${text}: ${of}`}
      onClick={onClick}
    >
      {icon}
      {text}
    </button>
  );
}

type LineDialogProps = {
  onClose: () => void;
  /** The one that is corrected, or a new one; `null`: it is closed. */
  line: MemoryLine | "new" | null;
  memory: Memory;
};

/** Where a line is corrected, or one of the person's own is written. */
export function LineDialog({ onClose, line: opened, memory }: LineDialogProps) {
  const shown = useLast(opened);
  const line = shown === "new" ? null : shown;
  const title = line === null ? "A line of your own" : "Correct this line";
  async function save(form: FormData): Promise<void> {
    const text = String(form.get("text")).trim();
    if (line === null) {
      await memory.add(text);
      requestAnimationFrame(showLast);
    } else if (text !== line.text) await memory.change(line.lineId, { text });
  }
  return (
    <FormDialog
      open={opened !== null}
      onClose={onClose}
      title={title}
      {...(line?.isCorrected && !line.isAdded
        ? { text: "Without a text the AI’s own line comes back." }
        : {})}
      submit="Save"
      submitting="Saving…"
      onSubmit={save}
      onFailed={({ message }) => showError("This line could not be saved.", { description: message })}
    >
      <TextArea
        key={line?.lineId}
        label="The AI remembers"
        name="text"
        max={MEMORY_LINE_MAX}
        rows={2}
        defaultValue={line?.text ?? ""}
      />
    </FormDialog>
  );
}

/** A line that was added is the last one, mostly below the part of the sheet that is in view. */
function showLast(): void {
  document.querySelector("[data-memory] > :last-child")?.scrollIntoView({ block: "nearest" });
}

function NothingYet({ subject }: { subject: PromptSubject }) {
  const tier = useRouteLoaderData<() => { tier: Tier }>("routes/signed-in/guard")?.tier;
  const passages = subject === "story" ? "passages and your own lines" : "messages";
  if (tier === "free") {
    return (
      <EmptyState
        pose="asleep"
        title="Nothing to remember yet."
        text={`On the free plan the AI reads the last ${PLAN_LIMITS.free.historyMessages} ${passages}, and remembers nothing of what came before them. On Premium it remembers the whole ${subject}.`}
      >
        <ButtonLink to={PAGE_PATHS.upgrade}>See plans</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      pose="asleep"
      title="Nothing to remember yet."
      text={`The AI still reads all of this ${subject}. Once a part of it is too long ago, it writes down here what it keeps of it.`}
    />
  );
}
