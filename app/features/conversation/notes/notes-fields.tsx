import { Check } from "lucide-react";
import { Button } from "#app/ui/button.tsx";
import { TextArea, TextField } from "#app/ui/field.tsx";
import { Segments } from "#app/ui/segments.tsx";
import { LANGUAGE_MAX, NOTE_MAX, type Notes, PASSAGE_LENGTHS, TENSES, TONE_MAX } from "#domain/notes.ts";
import { formatCount } from "#domain/plan.ts";
import type { PromptSubject } from "../last-prompt/part-text.ts";
import styles from "./notes-fields.module.css";
import type { EditedNotes, SaveState } from "./use-notes.ts";

/** In the order of their row. */
const PERSON_ORDER = ["I", "you", "she", "he", "they"] as const satisfies readonly Notes["person"][];
const TENSE_NAMES = { past: "Past tense", present: "Present tense" };
const LENGTH_NAMES = { short: "short", usual: "as it comes", long: "long" };

/** The author's note and how the AI tells. A chat has neither tense nor person. */
export function NotesFields({ edited, subject }: { edited: EditedNotes; subject: PromptSubject }) {
  const { notes, cost, loadFailure, save, change, retry } = edited;
  if (notes === null) {
    return loadFailure === null ? (
      <p className={styles.muted} role="status">
        Looking up the notes…
      </p>
    ) : (
      <div className={styles.failure} role="alert">
        <p>The notes could not be loaded. {loadFailure}</p>
        <Button onClick={retry}>Try again</Button>
      </div>
    );
  }
  const errorOf = (field: keyof Notes) =>
    save?.state === "failed" && save.field === field ? save.message : null;
  const isStory = subject === "story";
  return (
    <div className={styles.fields}>
      <div className={styles.note}>
        <TextArea
          label="What the AI always keeps in mind"
          name="note"
          max={NOTE_MAX}
          rows={5}
          value={notes.note}
          error={errorOf("note")}
          onChange={({ target }) => change({ note: target.value })}
        />
        <div className={styles.below}>
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
      <h3 className={styles.heading}>Style</h3>
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
            values={PERSON_ORDER}
            toName={(person) => `“${person}”`}
            chosen={notes.person}
            onChoose={(person) => change({ person })}
          />
        </>
      )}
      <TextField
        label="Tone, in your own words"
        name="tone"
        max={TONE_MAX}
        value={notes.tone}
        error={errorOf("tone")}
        onChange={({ target }) => change({ tone: target.value })}
      />
      <Segments
        legend={isStory ? "A passage is" : "An answer is"}
        values={PASSAGE_LENGTHS}
        toName={(length) => LENGTH_NAMES[length]}
        chosen={notes.length}
        onChoose={(length) => change({ length })}
      />
      <TextField
        label={`Language of the ${subject}`}
        name="language"
        max={LANGUAGE_MAX}
        placeholder="The language of your own words"
        value={notes.language}
        error={errorOf("language")}
        onChange={({ target }) => change({ language: target.value })}
      />
      <p className={styles.muted}>
        These hold for every path of this {subject}. A change counts from the next{" "}
        {isStory ? "passage" : "answer"}; nothing that is written changes.
      </p>
    </div>
  );
}

function Saving({ save, onRetry }: { save: SaveState | null; onRetry: () => void }) {
  return (
    <div className={styles.saving} role="status" data-state={save?.state}>
      {save?.state === "saved" && (
        <>
          <Check size={16} aria-hidden="true" />
          Saved
        </>
      )}
      {save?.state === "saving" && "Saving…"}
      {save?.state === "waiting" && "Waiting for the network"}
      {save?.state === "failed" && (
        <>
          <span>Not saved{save.field === null && `. ${save.message}`}</span>
          {save.field === null && <Button onClick={onRetry}>Try again</Button>}
        </>
      )}
    </div>
  );
}
