import { flushSync } from "react-dom";
import { callApi } from "#app/features/api/call-api.ts";
import { type ChangeLine, memoryPageSchema } from "#domain/memory.ts";
import type { LiveConversation } from "../live/use-conversation.ts";
import { movesPath, useSheet } from "../live/use-sheet.ts";

export type Memory = ReturnType<typeof useMemory>;

/** The memory of a conversation's open path, while `isOpen`. */
export function useMemory(conversation: Pick<LiveConversation, "apiPath" | "follow">, isOpen: boolean) {
  const { apiPath, follow } = conversation;
  const { value, failure, reload, put } = useSheet(conversation, { sheet: "memory", isOpen }, (signal) =>
    callApi("GET", `${apiPath}/memory`, memoryPageSchema, { signal }),
  );

  async function send(method: "POST" | "PATCH", path: string, body: unknown): Promise<void> {
    let isOfPath = true;
    const unfollow = follow((event) => {
      isOfPath &&= !movesPath(event);
    });
    const memory = await callApi(method, `${apiPath}/memory${path}`, memoryPageSchema, { body }).finally(
      unfollow,
    );
    if (!isOfPath) return; // of the path before: the lines of the open one are being loaded
    flushSync(() => put(memory)); // drawn at once: a line that was added is scrolled to
  }

  return {
    /** Of the open path, oldest first; `null`: not loaded. */
    lines: value?.lines ?? null,
    /** What is summarised just now. */
    reading: value?.reading ?? null,
    failure,
    reload,
    /** Adds a line of the person's own. Throws as `callApi` does. */
    add: (text: string) => send("POST", "", { text }),
    /** Throws as `callApi` does. */
    change: (lineId: string, change: ChangeLine) => send("PATCH", `/${lineId}`, change),
  };
}
