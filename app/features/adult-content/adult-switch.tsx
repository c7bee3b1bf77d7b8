import type { ComponentProps } from "react";
import { Switch } from "#app/ui/choices.tsx";
import { makeLazyDialog } from "#app/ui/lazy-dialog.tsx";
import { ADULT_AGE } from "#domain/legal.ts";

/** Allows adult content in what is written, which needs a confirmed age. `isAdult`: it is confirmed. */
export function AdultSwitch({ isAdult, ...input }: ComponentProps<"input"> & { isAdult: boolean }) {
  const hint = isAdult
    ? "You confirmed that you are an adult"
    : `Needs a confirmed age of ${ADULT_AGE} or more`;
  return <Switch {...input} name="isNSFW" label="Adult content (NSFW)" hint={hint} />;
}

/** The confirmation of age. Few people need it, so its code is loaded when it is first opened. */
export const LazyAgeDialog = makeLazyDialog(async () => (await import("./age-dialog.tsx")).AgeDialog);
