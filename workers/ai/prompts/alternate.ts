import type { PromptMessage } from "./prompt.ts";

/** The text of the person's turns in which they wrote nothing: before the first answer, and between two answers. */
export type Fillers = { first: string; next: string };

/**
 * A conversation in which user and model take turns, the user first: many models' own formats allow no other. Messages of the
 * same side are joined or get a filler between them. `request` comes last; it is joined to the user's last message if nothing
 * follows that. A longer conversation begins with the same messages, without this request.
 */
export function alternate(
  messages: readonly PromptMessage[],
  { first, next }: Fillers,
  request: string,
): PromptMessage[] {
  const turns: PromptMessage[] = [];
  for (const message of [...messages, { role: "user", content: request } as const]) {
    const last = turns.at(-1);
    if (message.role === "assistant") {
      if (last?.role !== "user") turns.push({ role: "user", content: last ? next : first });
      turns.push(message);
    } else if (last?.role === "user") {
      turns[turns.length - 1] = { role: "user", content: `${last.content}\n${message.content}` };
    } else turns.push(message);
  }
  return turns;
}
