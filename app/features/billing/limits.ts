import { ERRORS, type ErrorBody, type ErrorCode } from "#domain/errors.ts";

/** The error of a request that reached a limit of the plan. */
export type PlanLimit = Pick<ErrorBody, "code" | "message">;

/** The specification's titles, and one for what was never in the plan: nothing is used up there. */
const TITLES: Partial<Record<ErrorCode, string>> = {
  MONTHLY_LIMIT_EXCEEDED: "Monthly Message Limit Reached",
  STORY_LENGTH_EXCEEDED: "Story Length Limit Reached",
  STORY_LIMIT_EXCEEDED: "Story Limit Reached",
  EPUB_NOT_IN_PLAN: "Part of Premium",
};
const ANY_LIMIT = "Usage Limit Reached";
const PAYMENT_REQUIRED = 402;

/** Whether a request was refused because the plan does not include it. */
export function isPlanLimit({ code }: PlanLimit): boolean {
  return ERRORS[code].status === PAYMENT_REQUIRED;
}

/** Whether the limit has a title of its own; then it is always shown as a dialog. */
export function hasOwnTitle({ code }: PlanLimit): boolean {
  return TITLES[code] !== undefined;
}

export function limitTitle({ code }: PlanLimit): string {
  return TITLES[code] ?? ANY_LIMIT;
}
