import { createContext, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { browserSpeech, hasSpeech, speak, splitSentences } from "#app/features/conversation/listen/speech.ts";
import { listVoices } from "#app/features/conversation/listen/voices.ts";
import { neverChanges } from "#app/ui/local-time.tsx";
import { toSpokenText } from "#domain/chat-markdown.ts";
import type { Message } from "#domain/message.ts";

/** Listening to messages; `null`: this browser has no speech. */
export type Speech = {
  /** The message that is being spoken. */
  messageId: string | null;
  /** Speaks a message, or stops it. */
  toggle: (message: Message) => void;
};
export const SpeechContext = createContext<Speech | null>(null);

/** Speech for the messages that a page shows: one at a time; it stops when its message changes or goes, and when the page is left. */
export function useSpeech(messages: readonly Message[], language: string): Speech | null {
  const isSupported = useSyncExternalStore(neverChanges, hasSpeech, () => false);
  const [spoken, setSpoken] = useState<Pick<Message, "messageId" | "content"> | null>(null);

  useEffect(() => {
    if (spoken === null) return;
    const voice = listVoices(window.speechSynthesis.getVoices(), language)[0] ?? null;
    const sentences = splitSentences(toSpokenText(spoken.content));
    const speaker = speak(
      sentences.map((text) => ({ text, voice, language })),
      browserSpeech({ onEnd: () => setSpoken((now) => (now === spoken ? null : now)) }),
    );
    return () => speaker.stop();
  }, [spoken, language]);
  const now = messages.find(({ messageId }) => messageId === spoken?.messageId);
  if (spoken !== null && now?.content !== spoken.content) setSpoken(null);

  return useMemo(() => {
    if (!isSupported) return null;
    const messageId = spoken?.messageId ?? null;
    return {
      messageId,
      toggle: (message: Message) => setSpoken(message.messageId === messageId ? null : message),
    };
  }, [isSupported, spoken]);
}
