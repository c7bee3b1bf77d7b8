import { ERRORS, type ErrorBody, type ErrorCode } from "#domain/errors.ts";

/** A limit of the plan that was reached: the failure that said so. */
export type PlanLimit = Pick<ErrorBody, "code" | "message">;

/** The specification's titles. */
const TITLES: Partial<Record<ErrorCode, string>> = {
  MONTHLY_LIMIT_EXCEEDED: "Monthly Message Limit Reached",
  STORY_LENGTH_EXCEEDED: "Story Length Limit Reached",
  STORY_LIMIT_EXCEEDED: "Story Limit Reached",
};
const ANY_LIMIT = "Usage Limit Reached";
const PAYMENT_REQUIRED = 402;

/** Whether something was refused because the plan does not have it. */
export function isPlanLimit({ code }: PlanLimit): boolean {
  return ERRORS[code].status === PAYMENT_REQUIRED;
}

/** Whether the limit has a title of its own: it is shown as a dialog wherever it is met. */
export function hasOwnTitle({ code }: PlanLimit): boolean {
  return TITLES[code] !== undefined;
}

/** The title of the dialog. */
export function limitTitle({ code }: PlanLimit): string {
  return TITLES[code] ?? ANY_LIMIT;
}
