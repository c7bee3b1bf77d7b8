import type { ChangeEvent, ComponentProps } from "react";
import { Switch } from "#app/ui/choices.tsx";
import { makeLazyDialog } from "#app/ui/lazy-dialog.tsx";
import { ADULT_AGE } from "#domain/legal.ts";

type AdultSwitchProps = ComponentProps<"input"> & {
  /** The person's age is confirmed. */
  isAdult: boolean;
  /** Called in place of `onChange` when it is switched on without a confirmed age. */
  onAgeNeeded: () => void;
};

/** Allows adult content in what is written, which needs a confirmed age. */
export function AdultSwitch({ isAdult, onAgeNeeded, onChange, ...input }: AdultSwitchProps) {
  function change(event: ChangeEvent<HTMLInputElement>): void {
    if (event.target.checked && !isAdult) {
      event.stopPropagation(); // the form would take it as chosen
      event.target.checked = false;
      onAgeNeeded();
    } else onChange?.(event);
  }
  const hint = isAdult
    ? "You confirmed that you are an adult"
    : `Needs a confirmed age of ${ADULT_AGE} or more`;
  return <Switch {...input} onChange={change} name="isNSFW" label="Adult content (NSFW)" hint={hint} />;
}

/** The confirmation of age. Few people need it, so its code is loaded when it is first opened. */
export const LazyAgeDialog = makeLazyDialog(async () => (await import("./age-dialog.tsx")).AgeDialog);
