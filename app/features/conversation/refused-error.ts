import * as v from "valibot";
import { type ErrorCode, isErrorCode } from "#domain/errors.ts";

const bodySchema = v.object({ code: v.pipe(v.string(), v.guard(isErrorCode)), message: v.string() });

/** A call that the server refused: its sentence, and its code, `null` where the answer was none of ours. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly status: number;
  readonly code: ErrorCode | null;

  constructor(message: string, status: number, code: ErrorCode | null) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** What a refused call throws; `fallback` is said where the answer has no sentence of its own. */
export async function refusalOf(response: Response, fallback: string): Promise<RefusedError> {
  const body: unknown = await response.json().catch(() => null);
  const parsed = v.safeParse(bodySchema, body);
  return parsed.success
    ? new RefusedError(parsed.output.message, response.status, parsed.output.code)
    : new RefusedError(fallback, response.status, null);
}
