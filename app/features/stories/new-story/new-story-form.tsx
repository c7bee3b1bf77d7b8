import { X } from "lucide-react";
import type { ChangeEvent } from "react";
import { Link } from "react-router";
import { FullPlanNote } from "#app/features/billing/full-plan-note.tsx";
import { DraftNote } from "#app/features/forms/draft-note.tsx";
import { PAGE_PATHS } from "#app/features/layout/pages.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Pill, Pills, RadioCard, RadioCards } from "#app/ui/choices.tsx";
import { Fieldset, TextArea, TextField } from "#app/ui/field.tsx";
import { genreSlug } from "#app/ui/genre-hue.ts";
import { GENRES, type Genre } from "#domain/genres.ts";
import { CHARACTER_MAX, STORY_DESCRIPTION_MAX } from "#domain/premise-limits.ts";
import { STORY_LENGTH_VALUES, STORY_LENGTHS } from "#domain/story-record.ts";
import { AdultSwitch } from "./adult-switch.tsx";
import { RomanceFields, SubGenreField } from "./dependent-fields.tsx";
import styles from "./new-story-form.module.css";
import { NEW_STORY_PAGE } from "./new-story-page-path.ts";
import type { NewStoryModel } from "./use-new-story.ts";
import { hasLength } from "./writer.ts";

type NewStoryFormProps = {
  story: NewStoryModel;
  /** Called when a length is chosen that the plan does not have. */
  onLengthRefused: () => void;
  /** Called when the person wants adult content without a confirmed age. */
  onAgeNeeded: () => void;
  onStartOver: () => void;
};

/**
 * The fields of Begin Your Story. All of them work without a script: what belongs to a genre is shown by the style sheet.
 */
export function NewStoryForm({ story, onLengthRefused, onAgeNeeded, onStartOver }: NewStoryFormProps) {
  const { beginning, writer, values, findError } = story;
  const { values: began, version } = beginning;

  function onLength(event: ChangeEvent<HTMLInputElement>): void {
    if (hasLength(writer, event.target.value)) return;
    event.stopPropagation();
    const group = event.target.form?.elements.namedItem("storyLength");
    if (group instanceof RadioNodeList) group.value = values.storyLength;
    onLengthRefused();
  }

  return (
    <form
      method="post"
      action={NEW_STORY_PAGE}
      id={story.id}
      ref={story.form}
      className={styles.form}
      onSubmit={story.submit}
      onChange={story.onChange}
      onBlur={story.onBlur}
      noValidate
    >
      {story.requestId && <input type="hidden" name="requestId" value={story.requestId} />}
      {story.fullShelf && (
        <FullPlanNote>
          Your free shelf holds one story, and “<bdi>{story.fullShelf.title}</bdi>” is on it. When you begin
          this one you can archive that, or <Link to={PAGE_PATHS.upgrade}>go Premium</Link>.
        </FullPlanNote>
      )}
      {story.isFromDraft && <DraftNote onStartOver={onStartOver} />}
      <div className={styles.fields} key={version}>
        <Fieldset legend="Genre" error={findError("genre")}>
          <Pills>
            {GENRES.map((name, index) => (
              <Pill
                key={name}
                type="radio"
                name="genre"
                value={name}
                defaultChecked={name === began.genre}
                style={chosenIn(name)}
                {...(name === began.genre || (began.genre === "" && index === 0)
                  ? { ref: story.firstField }
                  : {})}
              />
            ))}
          </Pills>
        </Fieldset>
        <RomanceFields story={story} />
        <div className={styles.pair}>
          <SubGenreField story={story} />
          <TextField
            label="Your character"
            name="character"
            placeholder="Who are you in this story?"
            max={CHARACTER_MAX}
            defaultValue={began.character}
            error={findError("character")}
          />
        </div>
        <TextArea
          label="What it is about"
          name="description"
          placeholder="A place, somebody who wants something, and what stands in the way."
          max={STORY_DESCRIPTION_MAX}
          defaultValue={began.description}
          error={findError("description")}
        />
        <Title story={story} />
        <Fieldset legend="Story length" hint={lengthHint(story)} error={findError("storyLength")}>
          <RadioCards>
            {STORY_LENGTH_VALUES.map((length) => (
              <RadioCard
                key={length}
                name="storyLength"
                value={length}
                defaultChecked={length === began.storyLength}
                title={STORY_LENGTHS[length].name}
                detail={STORY_LENGTHS[length].exchanges}
                note={hasLength(writer, length) ? null : "Premium"}
                onChange={onLength}
              />
            ))}
          </RadioCards>
        </Fieldset>
        <AdultSwitch story={story} onAgeNeeded={onAgeNeeded} />
      </div>
    </form>
  );
}

/** The title that came with an idea. Without one the story is named after its opening. */
function Title({ story }: { story: NewStoryModel }) {
  const { title } = story.values;
  if (title === "") return null;
  return (
    <p className={styles.title}>
      <input type="hidden" name="title" value={title} />
      <span>
        Title <cite dir="auto">{title}</cite>
      </span>
      <IconButton label="Leave the title open" icon={<X size={18} />} onClick={story.dropTitle} />
    </p>
  );
}

function lengthHint({ writer }: NewStoryModel): string | undefined {
  const others = STORY_LENGTH_VALUES.filter((length) => !hasLength(writer, length));
  if (others.length === 0) return undefined;
  return `${others.map((length) => STORY_LENGTHS[length].name).join(" and ")} need Premium`;
}

/** A chosen genre has its own colour. */
function chosenIn(genre: Genre) {
  const hue = `var(--hue-${genreSlug(genre)})`;
  return {
    "--chosen": `oklch(var(--badge-bg-l) var(--badge-bg-c) ${hue})`,
    "--chosen-text": `oklch(var(--badge-fg-l) var(--badge-fg-c) ${hue})`,
    "--chosen-edge": `oklch(var(--edge-l) var(--edge-c) ${hue})`,
  };
}
