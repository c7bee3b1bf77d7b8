import { Plus, X } from "lucide-react";
import { useId, useRef } from "react";
import { IconButton } from "#app/ui/button.tsx";
import { TAG_MAX } from "#domain/character.ts";
import styles from "./character-dialog.module.css";

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
export function TagFields({ legend, one, tags, max, error, onChange }: TagFieldsProps) {
  const id = useId();
  const box = useRef<HTMLFieldSetElement>(null);
  const filled = tags.filter((tag) => tag.trim() !== "").length;

  function add(): void {
    if (tags.length >= max) return;
    onChange([...tags, ""]);
    requestAnimationFrame(() => box.current?.querySelector<HTMLInputElement>("li:last-child input")?.focus());
  }

  function remove(at: number): void {
    onChange(tags.filter((_, index) => index !== at));
    box.current?.querySelector<HTMLButtonElement>("[data-add]")?.focus();
  }

  return (
    <fieldset ref={box} className={styles.tags} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>
        {legend}
        <span>
          {filled} of {max}
        </span>
      </legend>
      <ul>
        {tags.map((tag, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
          <li key={index}>
            <input
              value={tag}
              dir="auto"
              maxLength={TAG_MAX}
              aria-label={`${legend}, ${index + 1}`}
              onChange={(event) =>
                onChange(tags.map((other, at) => (at === index ? event.target.value : other)))
              }
              onKeyDown={(event) => {
                if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
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
      <button type="button" className={styles.add} data-add="" onClick={add} disabled={tags.length >= max}>
        <Plus size={16} aria-hidden="true" /> Add {one}
      </button>
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
