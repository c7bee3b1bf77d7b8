import type { LoggedRequest } from "./reply-script.ts";

/** Calls of a model, by what they asked for: `reply`, or the task in the background. */
export type ModelCalls = { total: number; byTask: Readonly<Record<string, number>>; perReply: number };

/**
 * Counts the requests that the scripted model server has logged. A reply that is carried on or asked for again counts as a
 * reply; `replies`: how many there really were.
 */
export function countModelCalls(log: readonly Pick<LoggedRequest, "id">[], replies: number): ModelCalls {
  const byTask: Record<string, number> = {};
  for (const { id } of log) {
    const task = /^(suggestion|title|analysis|memory):/.exec(id)?.[1] ?? "reply";
    byTask[task] = (byTask[task] ?? 0) + 1;
  }
  return { total: log.length, byTask, perReply: log.length / replies };
}
