import { TextArea } from "#app/ui/field.tsx";
import { IMAGE_DETAILS_MAX } from "#domain/character.ts";
import { ART_STYLES, type ArtStyle } from "#domain/portraits.ts";
import styles from "./character-dialog.module.css";

const STYLE_NAMES: Record<ArtStyle, string> = {
  realistic: "Realistic",
  anime: "Anime",
  "digital-art": "Digital art",
  "oil-painting": "Oil painting",
  watercolor: "Watercolor",
  sketch: "Sketch",
};

/** A sample picture of each style, by file name. The build adds a hash of the content to each address. */
const SAMPLES = import.meta.glob<string>("./style-samples/*", {
  query: "?url",
  import: "default",
  eager: true,
});

type AppearanceStepProps = {
  name: string;
  style: ArtStyle;
  details: string;
  busy: boolean;
  onStyle: (style: ArtStyle) => void;
  onDetails: (details: string) => void;
};

/** How somebody's portrait is made: one of six styles, each shown by a sample. */
export function AppearanceStep({ name, style, details, busy, onStyle, onDetails }: AppearanceStepProps) {
  return (
    <div className={styles.fields}>
      <fieldset className={styles.styles} disabled={busy}>
        <legend>
          How should <bdi>{name}</bdi> be drawn?
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
                <img
                  src={SAMPLES[`./style-samples/${one}.webp`]}
                  alt=""
                  width={232}
                  height={292}
                  loading="lazy"
                  decoding="async"
                />
              </span>
              <span>{STYLE_NAMES[one]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <TextArea
        label="Additional image details"
        name="additionalPrompt"
        placeholder="Short dark hair, a borrowed oilskin, tired but kind."
        rows={3}
        max={IMAGE_DETAILS_MAX}
        value={details}
        disabled={busy}
        onChange={({ target }) => onDetails(target.value)}
      />
    </div>
  );
}
