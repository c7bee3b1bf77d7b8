/** What the dialog of a reached limit says. */
export type LimitReached = { title: string; text: string };

/** The specification's titles, by the code of the refusal. */
const TITLES = new Map([
  ["MONTHLY_LIMIT_EXCEEDED", "Monthly Message Limit Reached"],
  ["STORY_LENGTH_EXCEEDED", "Story Length Limit Reached"],
  ["STORY_LIMIT_EXCEEDED", "Story Limit Reached"],
]);
const ANY_LIMIT = "Usage Limit Reached";

/** The dialog for a limit that has a title of its own; `null` for any other failure. `text` is the code's sentence. */
export function namedLimit(code: string, text: string): LimitReached | null {
  const title = TITLES.get(code);
  return title === undefined ? null : { title, text };
}

/** The dialog for whatever was refused for the plan's sake (402). */
export function limitReached(code: string, text: string): LimitReached {
  return namedLimit(code, text) ?? { title: ANY_LIMIT, text };
}
