import { expect } from "vitest";
import type { ErrorBody } from "#domain/errors.ts";

/** The whole body of a failed answer, for `toEqual`. */
export function failureAnswer(body: ErrorBody) {
  return { ...body, error: { ...body, requestId: expect.stringMatching(/^[0-9a-f-]{16,36}$/) } };
}
