import { createContext, useEffect, useState } from "react";
import type { Message, MessagePage } from "#domain/message.ts";

/** The language of a conversation's text, for screen readers and voices; `undefined`: not known. The page itself is in English. */
export const TextLanguage = createContext<string | undefined>(undefined);

/** `language`: as the server knows it. If the server had no messages, or did not know it, it is guessed when messages come. */
export function useTextLanguage(
  { language = null, page }: { language?: string | null; page: MessagePage },
  messages: readonly Message[],
): string | undefined {
  const [guessed, setGuessed] = useState<string | null>(null);
  const isSure = language !== null && page.messages.length > 0;
  useEffect(() => {
    if (isSure || messages.length === 0) return;
    import("#domain/language.ts").then(
      ({ guessTextLanguage }) => setGuessed(guessTextLanguage(messages)),
      () => undefined, // no network
    );
  }, [isSure, messages]);
  return guessed ?? language ?? undefined;
}
