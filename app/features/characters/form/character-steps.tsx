import { Plus, Sparkles, X } from "lucide-react";
import { type RefObject, useId, useRef } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { useLoaded } from "#app/features/api/use-loaded.ts";
import { FullPlanNote } from "#app/features/billing/limit-notice.tsx";
import { AwaitedAnswer } from "#app/features/conversation/list/awaited-reply.tsx";
import { UndoButtons } from "#app/features/forms/form-parts.tsx";
import { Problem } from "#app/features/layout/page.tsx";
import { PAGE_PATHS } from "#app/features/layout/pages.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { TEXT_CONTROL, TextArea, TextField } from "#app/ui/field.tsx";
import { isOfInputMethod } from "#app/ui/input-method.ts";
import {
  type CharacterRecord,
  DESCRIPTION_MAX,
  IMAGE_DETAILS_MAX,
  INTERESTS_MAX,
  NAME_MAX,
  QUIRKS_MAX,
  TAG_MAX,
  TRAIT_MAX,
} from "#domain/character.ts";
import { PLAN_LIMITS, type Tier } from "#domain/plan.ts";
import { ART_STYLES, type ArtStyle } from "#domain/portraits.ts";
import { fetchCharacters } from "../character-calls.ts";
import { Emblem } from "../emblem.tsx";
import styles from "./character-dialog.module.css";
import type { CharacterForm } from "./use-character-form.ts";

type TextName = "name" | "description" | "personality" | "appearance" | "voice";

type DetailsStepProps = {
  id: string;
  form: CharacterForm;
  formRef: RefObject<HTMLFormElement | null>;
  onSubmit: () => void;
};

/** The character's texts. Only the name and the description are required. */
export function DetailsStep({ id, form, formRef, onSubmit }: DetailsStepProps) {
  const { values, errors, change } = form;
  const bind = (name: TextName) => ({
    name,
    value: values[name],
    error: errors[name] ?? null,
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  const trait = ({ name, ...texts }: (typeof TRAITS)[number]) => (
    <TextArea key={name} {...bind(name)} {...texts} max={TRAIT_MAX} optional />
  );

  return (
    <form
      id={id}
      ref={formRef}
      className="stack gap-24 no-outline"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <TextField label="Name" {...bind("name")} max={NAME_MAX} />
      <TextArea
        label="Description"
        {...bind("description")}
        placeholder="Who they are, and what they want. 1-1000 characters."
        rows={3}
        max={DESCRIPTION_MAX}
      />
      <div className="pair">{TRAITS.slice(0, 2).map(trait)}</div>
      {TRAITS.slice(2).map(trait)}
      <div className="pair">
        {TAGS.map(({ name, ...texts }) => (
          <TagFields
            key={name}
            {...texts}
            tags={values[name]}
            error={errors[name] ?? null}
            onChange={(tags) => change({ [name]: tags })}
          />
        ))}
      </div>
    </form>
  );
}

/** The first two stand beside each other. */
const TRAITS = [
  { name: "personality", label: "Personality", placeholder: "dry, watchful, stubborn", rows: 2 },
  { name: "appearance", label: "Appearance", placeholder: "Age, face, hair, clothes", rows: 2 },
  { name: "voice", label: "Voice", placeholder: "How they talk", rows: 1 },
] as const;

const TAGS = [
  { name: "quirks", legend: "Quirks", one: "a quirk", max: QUIRKS_MAX },
  { name: "interests", legend: "Interests", one: "an interest", max: INTERESTS_MAX },
] as const;

type TagFieldsProps = {
  legend: string;
  /** "a quirk". */
  one: string;
  tags: readonly string[];
  max: number;
  error: string | null;
  onChange: (tags: string[]) => void;
};

/** A list of short texts, one box each. Enter goes on to the next, an empty box counts for nothing. */
function TagFields({ legend, one, tags, max, error, onChange }: TagFieldsProps) {
  const id = useId();
  const box = useRef<HTMLFieldSetElement>(null);
  const filled = tags.filter((tag) => tag.trim() !== "").length;

  function add(): void {
    if (tags.length >= max) return;
    onChange([...tags, ""]);
    requestAnimationFrame(() => box.current?.querySelector<HTMLInputElement>("li:last-child input")?.focus());
  }

  function remove(at: number): void {
    flushSync(() => onChange(tags.filter((_, index) => index !== at))); // a full list has no button that adds
    box.current?.querySelector<HTMLButtonElement>("[data-add]")?.focus();
  }

  return (
    <fieldset ref={box} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="flex space-between full-width gap-12 small strong">
        {legend}
        <span className="muted smaller digits">
          {filled} of {max}
        </span>
      </legend>
      <ul className="stack gap-8">
        {tags.map((tag, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
          <li className="flex gap-4" data-tips="below" key={index}>
            <input
              className={`${TEXT_CONTROL} grow min-width-0`}
              value={tag}
              dir="auto"
              maxLength={TAG_MAX}
              aria-label={`${legend}, ${index + 1}`}
              onChange={(event) =>
                onChange(tags.map((other, at) => (at === index ? event.target.value : other)))
              }
              onKeyDown={(event) => {
                if (event.key !== "Enter" || isOfInputMethod(event)) return;
                event.preventDefault();
                add();
              }}
            />
            <IconButton
              label={`Remove ${one}`}
              of={tag || `${index + 1}`}
              icon={<X size={17} />}
              onClick={() => remove(index)}
            />
          </li>
        ))}
      </ul>
      <button
        type="button"
        className={`${styles.add} inline-row tap-height gap-8 heading primary`}
        data-add=""
        onClick={add}
        disabled={tags.length >= max}
      >
        <Plus size={16} aria-hidden="true" /> Add {one}
      </button>
      {error && (
        <p className="danger small" id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

const STYLE_NAMES: Record<ArtStyle, string> = {
  realistic: "Realistic",
  anime: "Anime",
  "digital-art": "Digital art",
  "oil-painting": "Oil painting",
  watercolor: "Watercolor",
  sketch: "Sketch",
};

type AppearanceStepProps = {
  /** Whose picture it will be. */
  character: Pick<CharacterRecord, "name" | "metadata">;
  /** Whether there is an image model; without one the style is that of the emblem. */
  canPaint: boolean;
  style: ArtStyle;
  details: string;
  /** What is wrong with the details; `null`: nothing. */
  error: string | null;
  busy: boolean;
  onStyle: (style: ArtStyle) => void;
  onDetails: (details: string) => void;
};

/** How somebody is shown: one of six styles, each seen on their emblem. */
export function AppearanceStep({
  character,
  canPaint,
  style,
  details,
  error,
  busy,
  onStyle,
  onDetails,
}: AppearanceStepProps) {
  return (
    <div className="stack gap-24 no-outline">
      <fieldset className={styles.styles} disabled={busy}>
        <legend className="subtitle muted">
          {canPaint ? "How should" : "Which emblem stands for"} <bdi>{character.name}</bdi>
          {canPaint ? " be drawn?" : "?"}
        </legend>
        <div className="stack">
          {ART_STYLES.map((one) => (
            <label key={one} className={`${styles.style} size-15 stack each-center gap-8`}>
              <input
                className="absolute"
                type="radio"
                name="style"
                value={one}
                checked={one === style}
                onChange={() => onStyle(one)}
              />
              <span className={`${styles.sample} full-width`}>
                <Emblem name={character.name} emblem={character.metadata.emblem} style={one} width={116} />
              </span>
              <span>{STYLE_NAMES[one]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {canPaint && (
        <TextArea
          label="Additional image details"
          name="additionalPrompt"
          placeholder="Short dark hair, a borrowed oilskin, tired but kind."
          rows={3}
          max={IMAGE_DETAILS_MAX}
          value={details}
          error={error}
          disabled={busy}
          onChange={({ target }) => onDetails(target.value)}
        />
      )}
    </div>
  );
}

/** What Booky can do for the details, and what he has done. */
export function BookyPart({ form }: { form: CharacterForm }) {
  const { booky } = form;
  return (
    <div className={`${styles.booky} stack each-start gap-8 margin-top-auto note`}>
      {booky.kind === "wrote" ? (
        <p role="status">
          {booky.source === "model"
            ? "Booky filled in what was missing."
            : "One of Booky's own people, free of charge."}
        </p>
      ) : (
        // One button for both, so that it keeps the focus when it becomes "Cancel".
        <Button onClick={booky.kind === "writing" ? form.cancel : () => void form.askBooky()}>
          {booky.kind !== "writing" && <Sparkles size={17} aria-hidden="true" />}
          {booky.kind === "writing" ? "Cancel" : "Let Booky fill it in"}
        </Button>
      )}
      {booky.kind === "writing" && (
        <p role="status">
          {booky.progress === null ? (
            "One moment…"
          ) : (
            <AwaitedAnswer progress={booky.progress} reader="Booky" material="the sheet" />
          )}
        </p>
      )}
      {booky.kind === "cleared" && <p role="status">A clean page.</p>}
      {booky.kind === "failed" && <Problem>{booky.message}</Problem>}
      {booky.kind === "rest" && <small>1 Spark, once he has written it</small>}
      <UndoButtons undo={form.undo} redo={form.redo} />
    </div>
  );
}

/** Above the form of somebody new: says that the plan has no room for them, where that is so. */
export function FullCastNote({ userId, tier }: { userId: string; tier: Tier }) {
  // If it can't be found out, the server refuses the character and the draft stays.
  const { value: isFull } = useLoaded(`${userId} ${tier}`, () => hasFullCast(userId, tier));
  if (!isFull) return null;
  return (
    <FullPlanNote>
      Your free plan has room for {PLAN_LIMITS.free.characters} characters, and all of them are here. Delete
      one or <Link to={PAGE_PATHS.upgrade}>go Premium</Link>, then you can create another. What you write is
      kept as a draft.
    </FullPlanNote>
  );
}

/** Whether a person has created as many characters as their plan has. Throws an `AppError`. */
async function hasFullCast(userId: string, tier: Tier): Promise<boolean> {
  const { characters: allowed, characterChats: chats } = PLAN_LIMITS[tier];
  if (allowed === null) return false;
  // Beside those that were created, the grid has those of stories who are talked with.
  const query = { section: "grid", limit: allowed + chats, include_chats: false, include_stories: false };
  const { characters } = await fetchCharacters(userId, query);
  return characters.filter(({ originStoryId }) => originStoryId === null).length >= allowed;
}
