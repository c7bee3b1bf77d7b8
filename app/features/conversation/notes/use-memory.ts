import { useEffect, useEffectEvent } from "react";
import { asFailure, callApi } from "#app/features/api/call-api.ts";
import { useLoaded } from "#app/features/api/use-loaded.ts";
import type { AppError } from "#domain/errors.ts";
import { type ChangeLine, memoryPageSchema } from "#domain/memory.ts";
import type { LiveConversation } from "../live/use-conversation.ts";
import { useSheetChanged } from "../live/use-sheet-changed.ts";

export type Memory = ReturnType<typeof useMemory>;

/** The memory of a conversation's open path, while `isOpen`. It is read again when it has changed, or another path is open. */
export function useMemory(conversation: Pick<LiveConversation, "apiPath" | "follow">, isOpen: boolean) {
  const { apiPath, follow } = conversation;
  const { value, failure, reload, put } = useLoaded(isOpen ? apiPath : null, (signal) =>
    callApi("GET", `${apiPath}/memory`, memoryPageSchema, { signal }),
  );
  const loadAgain = useEffectEvent(() => {
    if (isOpen) void reload();
  });
  useSheetChanged(conversation, "memory", loadAgain);
  useEffect(() => follow((event) => event.type === "path-opened" && loadAgain()), [follow]);

  async function send(method: "POST" | "PATCH", path: string, body: unknown): Promise<AppError | null> {
    try {
      put(await callApi(method, `${apiPath}/memory${path}`, memoryPageSchema, { body }));
      return null;
    } catch (error) {
      return asFailure(error);
    }
  }

  return {
    /** Of the open path, oldest first; `null`: not loaded. */
    lines: value?.lines ?? null,
    /** What is summarised just now. */
    reading: value?.reading ?? null,
    failure,
    reload: () => void reload(),
    /** Adds a line of the person's own; answers as `change` does. */
    add: (text: string) => send("POST", "", { text }),
    /** Answers why it could not be changed; `null`: it was. */
    change: (lineId: string, change: ChangeLine) => send("PATCH", `/${lineId}`, change),
  };
}
