import { X } from "lucide-react";
import { type ChangeEvent, useId } from "react";
import { Link } from "react-router";
import { AdultSwitch } from "#app/features/adult-content/adult-switch.tsx";
import { AGE_PAGE } from "#app/features/adult-content/age-consent.tsx";
import { FullPlanNote } from "#app/features/billing/limit-notice.tsx";
import { DraftNote } from "#app/features/forms/form-parts.tsx";
import { PAGE_PATHS } from "#app/features/layout/pages.ts";
import { IconButton } from "#app/ui/button.tsx";
import { CheckboxPills, Pill, Pills, RadioCard, RadioCards } from "#app/ui/choices.tsx";
import { Fieldset, Options, Select, TextArea, TextField } from "#app/ui/field.tsx";
import { genreSlug } from "#app/ui/genre-hue.ts";
import { ROMANCE_CATEGORIES, ROMANCE_TROPES, SUB_GENRES } from "#domain/genre-choices.ts";
import { GENRES, type Genre } from "#domain/genres.ts";
import { CHARACTER_MAX, STORY_DESCRIPTION_MAX } from "#domain/premise-limits.ts";
import { STORY_LENGTH_VALUES, STORY_LENGTHS } from "#domain/story-record.ts";
import { subGenreField } from "./new-story-input.ts";
import { hasLength } from "./new-story-user.ts";
import type { NewStoryModel } from "./use-new-story.ts";
import styles from "./use-new-story-parts.module.css";

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
  const { beginning, user, values, findError } = story;
  const { values: began, version } = beginning;

  function onLength(event: ChangeEvent<HTMLInputElement>): void {
    if (hasLength(user, event.target.value)) return;
    event.stopPropagation();
    const group = event.target.form?.elements.namedItem("storyLength");
    if (group instanceof RadioNodeList) group.value = values.storyLength;
    onLengthRefused();
  }

  return (
    <form
      method="post"
      action={PAGE_PATHS.newStory}
      id={story.id}
      ref={story.form}
      className={`${styles.form} stack gap-20`}
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
      <div className="stack gap-24" key={version}>
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
        <div className="pair">
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
                note={hasLength(user, length) ? null : "Premium"}
                onChange={onLength}
              />
            ))}
          </RadioCards>
        </Fieldset>
        <AdultField story={story} onAgeNeeded={onAgeNeeded} />
      </div>
    </form>
  );
}

/** The title that came with an idea. Without one the story is named after its opening. */
function Title({ story }: { story: NewStoryModel }) {
  const { title } = story.values;
  if (title === "") return null;
  return (
    <p className={`${styles.title} row space-between gap-12 note`} data-tips="below">
      <input type="hidden" name="title" value={title} />
      <span>
        Title{" "}
        <cite className="text-color" dir="auto">
          {title}
        </cite>
      </span>
      <IconButton label="Leave the title open" icon={<X size={18} />} onClick={story.dropTitle} />
    </p>
  );
}

function lengthHint({ user }: NewStoryModel): string | undefined {
  const others = STORY_LENGTH_VALUES.filter((length) => !hasLength(user, length));
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

type AdultFieldProps = {
  story: NewStoryModel;
  /** Called when the person switches it on without a confirmed age. */
  onAgeNeeded: () => void;
};

/** The switch for adult content. It needs a confirmed age. */
function AdultField({ story, onAgeNeeded }: AdultFieldProps) {
  const { canWriteAdult, beginning, findError } = story;
  const errorId = useId();
  const error = findError("isNSFW");

  return (
    <div>
      <AdultSwitch
        isAdult={canWriteAdult}
        defaultChecked={beginning.values.isNSFW}
        onAgeNeeded={onAgeNeeded}
        {...(error === null ? {} : { "aria-invalid": true, "aria-describedby": errorId })}
      />
      {error !== null && (
        <p className="margin-top-8 danger small" id={errorId}>
          {error}
        </p>
      )}
      {!canWriteAdult && (
        <noscript>
          <p className="margin-top-8 small">
            Without JavaScript,{" "}
            <a href={`${AGE_PAGE}?${new URLSearchParams({ returnTo: PAGE_PATHS.newStory })}`}>
              confirm your age
            </a>{" "}
            before you switch it on.
          </p>
        </noscript>
      )}
    </div>
  );
}

/**
 * The genres whose own fields are on the page: all, hidden by the style sheet, until hydration; then the chosen
 * one.
 */
function listOwners({ isAlive, genre }: NewStoryModel): readonly Genre[] {
  return GENRES.filter((name) => !isAlive || name === genre);
}

function SubGenreField({ story }: { story: NewStoryModel }) {
  const { values: began } = story.beginning;
  return listOwners(story).map(
    (owner) =>
      SUB_GENRES[owner] && (
        <div className={styles.dependent} data-genre={owner} key={owner}>
          <Select
            label="Sub-genre"
            optional
            name={subGenreField(owner)}
            defaultValue={owner === began.genre || story.isAlive ? began.subGenre : ""}
            error={owner === story.genre ? story.findError("subGenre") : null}
          >
            <option value="">Any</option>
            <Options values={SUB_GENRES[owner]} />
          </Select>
        </div>
      ),
  );
}

function RomanceFields({ story }: { story: NewStoryModel }) {
  const { values: began } = story.beginning;
  if (!listOwners(story).includes("Romance")) return null;
  return (
    <div className={styles.dependent} data-genre="Romance">
      <Fieldset
        legend="Categories"
        hint="optional, as many as you like"
        error={story.findError("categories")}
      >
        <CheckboxPills name="categories" options={ROMANCE_CATEGORIES} chosen={began.categories} />
      </Fieldset>
      <Fieldset legend="Tropes" hint="optional, as many as you like" error={story.findError("tropes")}>
        <CheckboxPills name="tropes" options={ROMANCE_TROPES} chosen={began.tropes} />
      </Fieldset>
    </div>
  );
}
