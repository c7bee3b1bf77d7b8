import type { ReactNode } from "react";
import { Link } from "react-router";
import { StoryDate } from "#app/features/stories/story-date.tsx";
import { AdultBadge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import type { CharacterRecord } from "#domain/character.ts";
import styles from "./character-card.module.css";
import { findCurrentChat, findLinks, formatUnread, listTraits, shownInterests } from "./character-text.ts";
import { Portrait } from "./portrait.tsx";

type CharacterCardProps = {
  character: CharacterRecord;
  /** A chat with this character is being created: the other cards are disabled meanwhile. */
  isStarting: boolean;
  onStart: () => void;
  onOpen: () => void;
  /** At its corner. */
  menu?: ReactNode;
};

/** Somebody to talk with: picture, name, a line of who they are, and the way to a chat. */
export function CharacterCard({ character, isStarting, onStart, onOpen, menu }: CharacterCardProps) {
  const { name, description, isNSFW, chats = [], lastActiveAt } = character;
  const current = findCurrentChat(chats);
  const unread = formatUnread(chats);
  const traits = listTraits(character.personality);
  const interests = shownInterests(character);
  const { links, more } = findLinks(character);
  return (
    <article className={styles.card}>
      <Portrait character={character} width={116} />
      <div className={styles.who}>
        <h2 className={styles.name}>
          <button type="button" onClick={onOpen} aria-haspopup="dialog">
            <bdi>{name}</bdi>
          </button>
          {isNSFW && <AdultBadge />}
        </h2>
        <p className={styles.description} dir="auto">
          {description}
        </p>
        <p className={styles.active}>
          Last active: <StoryDate at={lastActiveAt} />
        </p>
        {unread !== null && <p className={styles.unread}>{unread}</p>}
      </div>
      {menu && <div className={styles.menu}>{menu}</div>}
      {(traits.length > 0 || interests.length > 0) && (
        <ul className={styles.tags} aria-label="Personality and interests">
          {traits.map((trait) => (
            <li key={`trait ${trait}`} dir="auto">
              {trait}
            </li>
          ))}
          {interests.map((interest) => (
            <li key={`interest ${interest}`} className={styles.interest} dir="auto">
              {interest}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.foot}>
        <div className={styles.stories}>
          {links.length === 0 && <span className={styles.none}>No stories yet</span>}
          {links.map(({ to, title }) => (
            <Link key={to} to={to} dir="auto">
              {title}
            </Link>
          ))}
          {more && <span className={styles.none}>{more}</span>}
        </div>
        {current ? (
          <ButtonLink to={`/character-chats/${current.chatId}`} look="outlined" data-chat="">
            Continue Chat
          </ButtonLink>
        ) : (
          <Button onClick={onStart} disabled={isStarting}>
            {isStarting ? "Starting…" : "Start Chat"}
          </Button>
        )}
      </div>
    </article>
  );
}
