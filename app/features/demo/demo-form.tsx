import { Lightbulb } from "lucide-react";
import { type FocusEvent, type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { UndoButtons } from "#app/features/forms/form-parts.tsx";

import {
  addToHistory,
  NO_HISTORY,
  redoChange,
  type UndoHistory,
  undoChange,
} from "#app/features/forms/undo-history.ts";

import { Button } from "#app/ui/button.tsx";
import { Options, Select, TextArea, TextField } from "#app/ui/field.tsx";
import { makeLazyDialog } from "#app/ui/lazy-dialog.tsx";
import { CHARACTER_MAX, DEMO_GENRES, STORY_DESCRIPTION_MAX } from "#domain/premise-limits.ts";
import type { StoryIdea } from "#domain/story-ideas.ts";
import {
  type DemoField,
  type DemoValues,
  isDemoField,
  NO_DEMO_VALUES,
  readDemoValues,
} from "./demo-values.ts";

const IdeaDialog = makeLazyDialog(
  async () => (await import("#app/features/stories/new-story/idea-dialog.tsx")).IdeaDialog,
);

type DemoFormProps = {
  /** The story is being made. */
  busy: boolean;
  /** Why the story could not be created; `null`: there was no failure. */
  problem: string | null;
  onBegin: (values: DemoValues) => void;
};

/** The form of the demo, in the first screen of the landing page. */
export function DemoForm({ busy, problem, onBegin }: DemoFormProps) {
  const form = useDemoForm();
  const [showsIdeas, setShowsIdeas] = useState(false);
  const { values, version, findError, isValid, parts } = form;
  const isReady = isValid && !busy;

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (isReady) onBegin(values);
  }

  function onTake(idea: StoryIdea): void {
    form.take(idea);
    setShowsIdeas(false);
  }

  return (
    <div className="padding-16 bordered card-corners surface" data-needs-script="">
      <form
        ref={form.formRef}
        aria-label="Try it"
        onSubmit={onSubmit}
        onChange={form.onChange}
        onInput={form.onInput}
        onBlur={form.onBlur}
        onFocus={form.onFocus}
        noValidate
      >
        <div className="stack gap-12" key={version}>
          <div className="pair">
            <Select
              label="Genre"
              name="genre"
              defaultValue={values.genre || undefined}
              error={findError("genre")}
            >
              <option value="">Choose a genre</option>
              <Options values={DEMO_GENRES} />
            </Select>
            {parts && <parts.DemoSubGenreField values={values} error={findError("subGenre")} />}
          </div>
          {parts && values.genre === "Romance" && <parts.RomanceChoices values={values} />}
          <TextField
            label="Your character"
            name="character"
            placeholder="A night porter who has never opened room 12"
            max={CHARACTER_MAX}
            defaultValue={values.character}
            error={findError("character")}
          />
          <TextArea
            label="What happens in it"
            name="description"
            placeholder="A guest checks out of a room that was never let…"
            max={STORY_DESCRIPTION_MAX}
            rows={3}
            defaultValue={values.description}
            error={findError("description")}
          />
        </div>
        {problem !== null && (
          <p className="margin-top-16 marked" role="alert">
            {problem}
          </p>
        )}
        <div className="row wrap gap-12 margin-top-16">
          <Button type="submit" look="primary" size="large" disabled={!isReady}>
            {busy ? "Creating your story..." : "Start the story"}
          </Button>
          <Button onClick={() => setShowsIdeas(true)} disabled={busy} aria-haspopup="dialog">
            <Lightbulb size={18} aria-hidden="true" /> Give me an idea
          </Button>
          {!busy && <UndoButtons undo={form.undo} redo={form.redo} />}
          <p className="grow-from-240 note balanced" role="status">
            {busy ? "Creating your story..." : "Two free turns, right here on the page. No account."}
          </p>
        </div>
      </form>
      <IdeaDialog
        open={showsIdeas}
        genre={DEMO_GENRES.find((name) => name === values.genre) ?? null}
        genres={DEMO_GENRES}
        onClose={() => setShowsIdeas(false)}
        onTake={onTake}
      />
    </div>
  );
}

/**
 * The demo's form. The code that checks it and the fields that depend on the genre are loaded when somebody begins to use
 * it: most visitors of the landing page never do.
 */
function useDemoForm() {
  const formRef = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(NO_DEMO_VALUES);
  const [version, setVersion] = useState(0);
  const [history, setHistory] = useState<UndoHistory<DemoValues>>(NO_HISTORY);
  const [left, setLeft] = useState<ReadonlySet<DemoField>>(new Set());
  const [parts, setParts] = useState<typeof import("./demo-form-parts.tsx") | null>(null);

  const read = useCallback(() => {
    const form = formRef.current;
    if (form) setValues((before) => readDemoValues(new FormData(form), before));
  }, []);
  const load = useCallback(() => {
    import("./demo-form-parts.tsx").then(setParts, () => undefined); // tried again with the next focus
  }, []);

  // It may have been filled in before hydration, or by the browser after a reload.
  useEffect(() => {
    read();
    const form = formRef.current;
    const isFilled = form !== null && [...new FormData(form).values()].some((value) => value !== "");
    if (isFilled || form?.contains(document.activeElement)) load();
  }, [read, load]);

  const errors = parts?.checkDemo(values) ?? null;
  const forget = (field: DemoField) =>
    setLeft((known) => (known.has(field) ? new Set([...known].filter((each) => each !== field)) : known));
  /** Fills the fields with other values. */
  function write(next: DemoValues, others: UndoHistory<DemoValues>): void {
    setValues(next);
    setHistory(others);
    setLeft(new Set());
    setVersion((known) => known + 1);
    if (parts === null) load();
  }
  const undone = undoChange(values, history, isBlank);
  const redone = redoChange(values, history, isBlank);

  return {
    formRef,
    values,
    /** Increases when an idea, an undo or a redo fills the fields: they are mounted again with `values`. */
    version,
    /** The fields that depend on the genre; `null`: they are not loaded yet. */
    parts,
    /** The error that a field shows after it has lost the focus, until it is edited. */
    findError: (field: DemoField) => (left.has(field) ? (errors?.[field] ?? null) : null),
    /** The form has been checked and has no errors. */
    isValid: errors !== null && Object.keys(errors).length === 0,
    onChange: () => {
      read();
      if (parts === null) load();
    },
    onInput: ({ target }: FormEvent) => {
      const field = findField(target);
      if (field !== null) forget(field);
    },
    onBlur: ({ target }: FocusEvent) => {
      const field = findField(target);
      if (field !== null) setLeft((known) => new Set(known).add(field));
    },
    onFocus: () => parts === null && load(),
    take: ({ genre, subGenre, character, description, title }: StoryIdea) => {
      const next = { ...NO_DEMO_VALUES, genre, subGenre: subGenre ?? "", character, description, title };
      write(next, addToHistory(values, history, isBlank));
    },
    /** Brings back what an idea has replaced; `null`: there is nothing. */
    undo: undone && (() => write(undone.now, undone.history)),
    redo: redone && (() => write(redone.now, redone.history)),
  };
}

/** Without a text nothing is lost. */
function isBlank({ character, description }: DemoValues): boolean {
  return character.trim() === "" && description.trim() === "";
}

function findField(target: EventTarget): DemoField | null {
  return "name" in target && isDemoField(target.name) ? target.name : null;
}
