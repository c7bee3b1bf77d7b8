import * as v from "valibot";

/** Asks a model server; `null`: nothing listens there, it took too long, or its answer has another shape or an error status. */
export async function askModelServer<Schema extends v.GenericSchema>(
  schema: Schema,
  url: string,
  { limitMs, ...init }: RequestInit & { limitMs: number },
): Promise<v.InferOutput<Schema> | null> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(limitMs) });
    const parsed = response.ok ? v.safeParse(schema, await response.json()) : null;
    return parsed?.success ? parsed.output : null;
  } catch {
    return null;
  }
}

/** Asks for the models of a server. `baseUrl` usually ends in `/v1`. */
export function askModels<Schema extends v.GenericSchema>(
  schema: Schema,
  { baseUrl, apiKey }: { baseUrl: string; apiKey?: string | undefined },
  limitMs: number,
): Promise<v.InferOutput<Schema> | null> {
  const headers: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  return askModelServer(schema, `${baseUrl.replace(/\/$/u, "")}/models`, { headers, limitMs });
}

/** The address of a server without the path of the OpenAI protocol, for questions outside that protocol. */
export function toServerRoot(baseUrl: string): string {
  return baseUrl.replace(/\/(?:v1\/?)?$/u, "");
}
