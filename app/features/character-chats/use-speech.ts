import {
  createContext,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import {
  browserSpeech,
  hasSpeech,
  type Speaker,
  speak,
  splitSentences,
} from "#app/features/conversation/listen/speech.ts";
import { listVoices } from "#app/features/conversation/listen/voices.ts";
import { neverChanges } from "#app/ui/local-time.tsx";
import { toSpokenText } from "#domain/lex-markdown.ts";
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
export function useSpeech(messages: readonly Message[]): Speech | null {
  const isSupported = useSyncExternalStore(neverChanges, hasSpeech, () => false);
  const [spoken, setSpoken] = useState<Pick<Message, "messageId" | "content"> | null>(null);
  const speaker = useRef<Speaker | null>(null);

  const toggle = useCallback((message: Message) => {
    const before = spokenId.current;
    speaker.current?.stop();
    if (before === message.messageId) return;
    spokenId.current = message.messageId;
    setSpoken(message);
    const voice = listVoices(window.speechSynthesis.getVoices())[0] ?? null;
    const sentences = splitSentences(toSpokenText(message.content));
    const onEnd = () => {
      spokenId.current = null;
      setSpoken(null);
    };
    speaker.current = speak(
      sentences.map((text) => ({ text, voice })),
      browserSpeech({ onEnd }),
    );
  }, []);
  const spokenId = useRef<string | null>(null);

  useEffect(() => () => speaker.current?.stop(), []);
  useEffect(() => {
    if (spoken === null) return;
    const now = messages.find(({ messageId }) => messageId === spoken.messageId);
    if (now?.content !== spoken.content) speaker.current?.stop();
  }, [messages, spoken]);

  const messageId = spoken?.messageId ?? null;
  return useMemo(() => (isSupported ? { messageId, toggle } : null), [isSupported, messageId, toggle]);
}
