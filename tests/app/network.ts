import { vi } from "vitest";

export type Call = { method: string; path: string; body: unknown };

/**
 * Stands for the network: what each path answers; every other one is out of reach. Gives the calls that were made. Undone by
 * `vi.unstubAllGlobals`.
 */
export function stubNetwork(answers: Record<string, (call: Call) => Response | Promise<Response>>): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    init.signal?.throwIfAborted();
    const body = init.body === undefined ? null : JSON.parse(String(init.body));
    const call = { method: init.method ?? "GET", path, body };
    calls.push(call);
    const answer = answers[path];
    if (answer === undefined) throw new TypeError("Failed to fetch");
    return answer(call);
  });
  return calls;
}
