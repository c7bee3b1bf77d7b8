import type { ReactNode } from "react";
import { Portrait } from "#app/features/characters/portrait.tsx";
import { BackLink } from "#app/features/conversation/back-link.tsx";
import type { ChatRecord } from "#domain/chat.ts";
import { CHAT_TITLE_FALLBACK, toDefaultTitle } from "#domain/chat.ts";
import styles from "./chat-header.module.css";

const PORTRAIT_PX = 38;

type ChatHeaderProps = { title: string; character: ChatRecord["character"]; children: ReactNode };

/** The header of a chat: the way back, the character, and the menu. It stays at the top while the page scrolls. */
export function ChatHeader({ title, character, children }: ChatHeaderProps) {
  const partner = toDefaultTitle(character.name);
  return (
    <header className={styles.header} data-tips="below">
      <BackLink to="/characters" label="Back to your characters" />
      <Portrait character={character} width={PORTRAIT_PX} />
      <div className={styles.who}>
        <h1 className={styles.title} dir="auto">
          {title || CHAT_TITLE_FALLBACK}
        </h1>
        {title !== partner && <p className={styles.name}>{partner}</p>}
      </div>
      {children}
    </header>
  );
}
