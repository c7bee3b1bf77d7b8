import { Lightbulb } from "lucide-react";
import { type FormEvent, useState } from "react";
import { UndoButtons } from "#app/features/forms/undo-buttons.tsx";
import { Button } from "#app/ui/button.tsx";
import { Options, Select, TextArea, TextField } from "#app/ui/field.tsx";
import { makeLazyDialog } from "#app/ui/lazy-dialog.tsx";
import { CHARACTER_MAX, DEMO_GENRES, STORY_DESCRIPTION_MAX } from "#domain/premise-limits.ts";
import type { StoryIdea } from "#domain/story-ideas.ts";
import styles from "./demo-form.module.css";
import type { DemoValues } from "./demo-values.ts";
import { useDemoForm } from "./use-demo-form.ts";

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
    <div className={styles.frame} data-needs-script="">
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
        <div className={styles.fields} key={version}>
          <div className={styles.pair}>
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
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        <div className={styles.foot}>
          <Button type="submit" look="primary" size="large" disabled={!isReady}>
            {busy ? "Creating your story..." : "Start the story"}
          </Button>
          <Button onClick={() => setShowsIdeas(true)} disabled={busy} aria-haspopup="dialog">
            <Lightbulb size={18} aria-hidden="true" /> Give me an idea
          </Button>
          {!busy && <UndoButtons undo={form.undo} redo={form.redo} />}
          <p role="status">
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
