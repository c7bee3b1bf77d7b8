import { failureIn } from "#app/features/api/call-api.ts";
import type { ErrorCode } from "#domain/errors.ts";

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
  const { status } = response;
  const failure = failureIn({ status, body: await response.json().catch(() => null) });
  return new RefusedError(failure?.message ?? fallback, status, failure?.code ?? null);
}
