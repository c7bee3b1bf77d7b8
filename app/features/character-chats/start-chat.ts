import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import * as v from "valibot";
import { asFailure, callApi } from "#app/features/api/call-api.ts";
import { showIfLimit } from "#app/features/billing/limit-notice.tsx";
import { findCurrentChat } from "#app/features/characters/character-text.ts";
import { showError, showSuccess } from "#app/ui/show-toast.tsx";
import { useStillOpen } from "#app/ui/use-still-open.ts";
import type { CharacterRecord } from "#domain/character.ts";
import type { AppError } from "#domain/errors.ts";

/* In a file of its own: the other calls about chats need the schemas of messages, which the characters page has no use for. */

const createdSchema = v.object({ chatId: v.string() });

/**
 * Creates a chat with the usual title and settings, which its menu changes, and gives its id. Throws as `callApi` does.
 */
async function createChat(input: { characterId: string; requestId: string }): Promise<string> {
  return (await callApi("POST", "/api/character-chats", createdSchema, { body: input })).chatId;
}

/** The specification's sentences, with the reason where there is one. */
function sayNotStarted({ code, message }: AppError): void {
  if (code === "UNAUTHENTICATED") showError("You must be logged in to start a chat");
  else showError("Failed to create chat. Please try again.", { description: message });
}

/** Opens the chat with a character, or begins one. */
export function useStartChat() {
  const [startingId, setStartingId] = useState<string | null>(null);
  const requestIds = useRef(new Map<string, string>());
  const navigate = useNavigate();
  const isStillOpen = useStillOpen();

  /** The same id until a chat is created: a retry after a lost answer creates no second chat. */
  function toRequestId(characterId: string): string {
    const id = requestIds.current.get(characterId) ?? crypto.randomUUID();
    requestIds.current.set(characterId, id);
    return id;
  }

  async function start(character: CharacterRecord): Promise<void> {
    const { characterId, chats = [] } = character;
    const current = findCurrentChat(chats);
    if (current) {
      await navigate(`/character-chats/${current.chatId}`);
      return;
    }
    if (startingId !== null) return;
    setStartingId(characterId);
    try {
      const chatId = await createChat({ characterId, requestId: toRequestId(characterId) });
      requestIds.current.delete(characterId);
      showSuccess("Chat created successfully!");
      if (isStillOpen()) await navigate(`/character-chats/${chatId}`);
    } catch (error) {
      const failure = asFailure(error);
      if (!showIfLimit(failure)) sayNotStarted(failure);
    } finally {
      setStartingId(null);
    }
  }

  return { start: (character: CharacterRecord) => void start(character), startingId };
}
