import { useEffect, useEffectEvent, useState } from "react";
import { asFailure, callApi } from "#app/features/api/call-api.ts";
import type { AppError } from "#domain/errors.ts";
import { type ChangeLine, type MemoryLine, memoryPageSchema } from "#domain/memory.ts";
import type { LiveConversation } from "../live/use-conversation.ts";
import { useSheetChanged } from "../live/use-sheet-changed.ts";

export type Memory = {
  /** Of the open path, oldest first; `null`: not loaded. */
  lines: readonly MemoryLine[] | null;
  failure: string | null;
  reload: () => void;
  /** Answers why it could not be changed; `null`: it was. */
  change: (lineId: string, change: ChangeLine) => Promise<AppError | null>;
};

/** The memory of a conversation's open path, while `isOpen`. It is read again when it has changed, or another path is open. */
export function useMemory(
  apiPath: string,
  conversation: Pick<LiveConversation, "follow">,
  isOpen: boolean,
): Memory {
  const [lines, setLines] = useState<Memory["lines"]>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { follow } = conversation;

  const load = useEffectEvent(async () => {
    if (!isOpen) return;
    setFailure(null);
    try {
      setLines((await callApi("GET", `${apiPath}/memory`, memoryPageSchema)).lines);
    } catch (error) {
      setFailure(asFailure(error).message);
    }
  });
  useEffect(() => {
    if (isOpen) void load();
  }, [isOpen]);
  useSheetChanged(conversation, "memory", () => void load());
  useEffect(() => follow((event) => event.type === "path-opened" && void load()), [follow]);

  return {
    lines,
    failure,
    reload: () => void load(),
    change: async (lineId, change) => {
      try {
        const answer = await callApi("PATCH", `${apiPath}/memory/${lineId}`, memoryPageSchema, {
          body: change,
        });
        setLines(answer.lines);
        return null;
      } catch (error) {
        return asFailure(error);
      }
    },
  };
}
