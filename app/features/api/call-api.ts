import * as v from "valibot";
import { type ErrorCode, isErrorCode } from "#domain/errors.ts";

/** What the API answered; `status` 0: nobody did. */
export type ApiAnswer = { status: number; body: unknown };

/** A failure that the server has named: code, HTTP status, the sentence for a person, the field at fault. */
export type ApiFailure = { code: ErrorCode; status: number; message: string; field: string | null };

const failureSchema = v.object({
  code: v.custom<ErrorCode>((code) => typeof code === "string" && isErrorCode(code)),
  message: v.string(),
  field: v.nullish(v.string(), null),
});

/** Calls the API with a JSON body. Throws nothing but what `signal` was aborted with. */
export async function callApi(
  method: "POST" | "PATCH",
  path: string,
  body: unknown,
  options: { signal?: AbortSignal; giveUpMs?: number } = {},
): Promise<ApiAnswer> {
  const { signal, giveUpMs } = options;
  const limits = [signal, giveUpMs === undefined ? undefined : AbortSignal.timeout(giveUpMs)];
  try {
    const response = await fetch(path, {
      method,
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.any(limits.filter((limit) => limit !== undefined)),
    });
    return { status: response.status, body: await response.json().catch(() => null) };
  } catch {
    signal?.throwIfAborted();
    return { status: 0, body: null };
  }
}

/** The failure that the server has named; `null` where it has named none. */
export function failureIn({ status, body }: ApiAnswer): ApiFailure | null {
  const parsed = v.safeParse(failureSchema, body);
  return parsed.success && status >= 400 ? { status, ...parsed.output } : null;
}
