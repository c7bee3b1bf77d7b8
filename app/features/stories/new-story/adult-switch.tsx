import { type ChangeEvent, useId } from "react";
import { AGE_PAGE } from "#app/features/adult-content/age-consent.tsx";
import { Switch } from "#app/ui/choices.tsx";
import { ADULT_AGE } from "#domain/legal.ts";
import styles from "./new-story-form.module.css";
import { NEW_STORY_PAGE } from "./new-story-page-path.ts";
import type { NewStoryModel } from "./use-new-story.ts";

type AdultSwitchProps = {
  story: NewStoryModel;
  /** Called when the person switches it on without a confirmed age. */
  onAgeNeeded: () => void;
};

/** The switch for adult content. It needs a confirmed age. */
export function AdultSwitch({ story, onAgeNeeded }: AdultSwitchProps) {
  const { canWriteAdult, beginning, findError } = story;
  const errorId = useId();
  const error = findError("isNSFW");

  function onChange(event: ChangeEvent<HTMLInputElement>): void {
    if (canWriteAdult || !event.target.checked) return;
    event.stopPropagation();
    event.target.checked = false;
    onAgeNeeded();
  }

  return (
    <div>
      <Switch
        name="isNSFW"
        label="Adult content (NSFW)"
        hint={
          canWriteAdult
            ? "You confirmed that you are an adult"
            : `Needs a confirmed age of ${ADULT_AGE} or more`
        }
        defaultChecked={beginning.values.isNSFW}
        onChange={onChange}
        {...(error === null ? {} : { "aria-invalid": true, "aria-describedby": errorId })}
      />
      {error !== null && (
        <p className={styles.error} id={errorId}>
          {error}
        </p>
      )}
      {!canWriteAdult && (
        <noscript>
          <p className={styles.plain}>
            Without JavaScript,{" "}
            <a href={`${AGE_PAGE}?${new URLSearchParams({ returnTo: NEW_STORY_PAGE })}`}>confirm your age</a>{" "}
            before you switch it on.
          </p>
        </noscript>
      )}
    </div>
  );
}
