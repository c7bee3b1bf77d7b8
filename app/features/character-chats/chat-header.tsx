import type { ReactNode } from "react";
import { type Pictured, Portrait } from "#app/features/characters/portrait.tsx";
import { BackLink } from "#app/features/conversation/back-link.tsx";
import { CHAT_TITLE_FALLBACK } from "#domain/chat.ts";
import styles from "./chat-header.module.css";

const PORTRAIT_PX = 38;

type ChatHeaderProps = { title: string; character: Pictured; children: ReactNode };

/** The header of a chat: the way back, the character, and the menu. It stays at the top while the page scrolls. */
export function ChatHeader({ title, character, children }: ChatHeaderProps) {
  return (
    <header className={styles.header} data-tips="below">
      <BackLink to="/characters" label="Back to your characters" />
      <Portrait character={character} width={PORTRAIT_PX} />
      <div className={styles.who}>
        <h1 className={styles.title} dir="auto">
          {title || CHAT_TITLE_FALLBACK}
        </h1>
        <p className={styles.name}>
          Chat with <bdi>{character.name}</bdi>
        </p>
      </div>
      {children}
    </header>
  );
}
