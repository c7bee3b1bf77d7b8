import { TextArea } from "#app/ui/field.tsx";
import { type CharacterRecord, IMAGE_DETAILS_MAX } from "#domain/character.ts";
import { ART_STYLES, type ArtStyle } from "#domain/portraits.ts";
import { Emblem } from "../emblem.tsx";
import styles from "./character-dialog.module.css";

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
    <div className={styles.fields}>
      <fieldset className={styles.styles} disabled={busy}>
        <legend>
          {canPaint ? "How should" : "Which emblem stands for"} <bdi>{character.name}</bdi>
          {canPaint ? " be drawn?" : "?"}
        </legend>
        <div>
          {ART_STYLES.map((one) => (
            <label key={one} className={styles.style}>
              <input
                type="radio"
                name="style"
                value={one}
                checked={one === style}
                onChange={() => onStyle(one)}
              />
              <span className={styles.sample}>
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
