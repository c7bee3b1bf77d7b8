import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { vi } from "vitest";

export type Call = { method: string; path: string; body: unknown };
/** A call with the signal that ends it. */
type LiveCall = Call & { signal: AbortSignal | null };

/**
 * Replaces the network until the end of the test: `answers` by path; every other path is unreachable. Returns the calls that were
 * made.
 */
export function stubNetwork(
  answers: Record<string, (call: LiveCall) => Response | Promise<Response>>,
): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    init.signal?.throwIfAborted();
    const body = init.body === undefined ? null : JSON.parse(String(init.body));
    const call = { method: init.method ?? "GET", path, body };
    calls.push(call);
    const answer = answers[path];
    if (answer === undefined) throw new TypeError("Failed to fetch");
    return answer({ ...call, signal: init.signal ?? null });
  });
  return calls;
}

/** A browser's storage, for tests that run without a browser. */
export function memoryStorage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size;
    },
    kept,
  };
}

/** What a browser sends of a form with these fields. */
export function toFormData(fields: readonly [name: string, value: string][]): FormData {
  const data = new FormData();
  for (const [name, value] of fields) data.append(name, value);
  return data;
}

/** The texts of an element as a page shows them, with `|` between elements. */
export function textOf(element: ReactElement): string {
  return renderToStaticMarkup(element)
    .replaceAll("&amp;", "&")
    .replace(/<[^>]*>/g, "|")
    .replace(/\|+/g, "|");
}
