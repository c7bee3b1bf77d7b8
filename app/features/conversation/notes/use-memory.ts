import { useEffect, useEffectEvent, useState } from "react";
import { asFailure, callApi } from "#app/features/api/call-api.ts";
import type { AppError } from "#domain/errors.ts";
import { type ChangeLine, type MemoryLine, type MemoryPage, memoryPageSchema } from "#domain/memory.ts";
import type { LiveConversation } from "../live/use-conversation.ts";
import { useSheetChanged } from "../live/use-sheet-changed.ts";

export type Memory = {
  /** Of the open path, oldest first; `null`: not loaded. */
  lines: readonly MemoryLine[] | null;
  /** What is summarised just now. */
  reading: MemoryPage["reading"];
  failure: string | null;
  reload: () => void;
  /** Adds a line of the person's own; answers as `change` does. */
  add: (text: string) => Promise<AppError | null>;
  /** Answers why it could not be changed; `null`: it was. */
  change: (lineId: string, change: ChangeLine) => Promise<AppError | null>;
};

/** The memory of a conversation's open path, while `isOpen`. It is read again when it has changed, or another path is open. */
export function useMemory(
  conversation: Pick<LiveConversation, "apiPath" | "follow">,
  isOpen: boolean,
): Memory {
  const [page, setPage] = useState<MemoryPage | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { apiPath, follow } = conversation;

  const load = useEffectEvent(async () => {
    if (!isOpen) return;
    setFailure(null);
    try {
      setPage(await callApi("GET", `${apiPath}/memory`, memoryPageSchema));
    } catch (error) {
      setFailure(asFailure(error).message);
    }
  });
  useEffect(() => {
    if (isOpen) void load();
  }, [isOpen]);
  useSheetChanged(conversation, "memory", () => void load());
  useEffect(() => follow((event) => event.type === "path-opened" && void load()), [follow]);

  async function send(method: "POST" | "PATCH", path: string, body: unknown): Promise<AppError | null> {
    try {
      setPage(await callApi(method, `${apiPath}/memory${path}`, memoryPageSchema, { body }));
      return null;
    } catch (error) {
      return asFailure(error);
    }
  }

  return {
    lines: page?.lines ?? null,
    reading: page?.reading ?? null,
    failure,
    reload: () => void load(),
    add: (text) => send("POST", "", { text }),
    change: (lineId, change) => send("PATCH", `/${lineId}`, change),
  };
}
