import type { ReactNode } from "react";
import { Link } from "react-router";
import { AdultBadge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { LocalDay } from "#app/ui/local-time.tsx";
import type { CharacterRecord } from "#domain/character.ts";
import { countThings } from "#domain/numbers.ts";
import styles from "./character-card.module.css";
import { findCurrentChat, listChatLinks, listStoryLinks, listTraits } from "./character-text.ts";
import { Portrait } from "./portrait.tsx";

/** The specification's numbers. */
const INTERESTS_SHOWN = 2;
const LINKS_SHOWN = 2;

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
  const unread = chats.reduce((sum, { unreadCount }) => sum + unreadCount, 0);
  const traits = listTraits(character.personality);
  const interests = character.interests.slice(0, INTERESTS_SHOWN);
  const stories = listStoryLinks(character);
  const links = stories.length > 0 ? stories : listChatLinks(character);
  return (
    <article className={`${styles.card} stack relative content-start padding-bottom-24 line-below`}>
      <Portrait character={character} width={116} />
      <div className="min-width-0">
        <h2 className={`${styles.name} row wrap gap-8 title break-anywhere`}>
          <button
            type="button"
            className="text-start underlined-on-hover"
            onClick={onOpen}
            aria-haspopup="dialog"
          >
            <bdi>{name}</bdi>
          </button>
          {isNSFW && <AdultBadge />}
        </h2>
        <p className="story-text clamped" dir="auto">
          {description}
        </p>
        <p className="margin-top-8 note">
          Last active: <LocalDay at={lastActiveAt} />
        </p>
        {unread > 0 && (
          <p className="primary small strong">{countThings(unread, "new message", "new messages")}</p>
        )}
      </div>
      {menu && <div className={`${styles.menu} absolute`}>{menu}</div>}
      {(traits.length > 0 || interests.length > 0) && (
        <ul className={`${styles.tags} flex wrap whole-row small`} aria-label="Personality and interests">
          {traits.map((trait) => (
            <li className="ellipsis" key={`trait ${trait}`} dir="auto">
              {trait}
            </li>
          ))}
          {interests.map((interest) => (
            <li key={`interest ${interest}`} className="muted ellipsis" dir="auto">
              {interest}
            </li>
          ))}
        </ul>
      )}
      <div className={`${styles.foot} flex space-between items-end whole-row gap-16`}>
        <div className={`${styles.stories} stack each-start min-width-0 story-aside`}>
          {links.length === 0 && <span className={`${styles.none} muted`}>No stories yet</span>}
          {links.slice(0, LINKS_SHOWN).map(({ to, title }) => (
            <Link key={to} to={to} className="ellipsis" dir="auto">
              {title}
            </Link>
          ))}
          {stories.length > LINKS_SHOWN && (
            <span className={`${styles.none} muted`}>+{stories.length - LINKS_SHOWN} more stories</span>
          )}
        </div>
        {current ? (
          <ButtonLink
            to={`/character-chats/${current.chatId}`}
            look="outlined"
            data-chat=""
            aria-label={`Continue Chat with ${name}`}
          >
            Continue Chat
          </ButtonLink>
        ) : (
          <Button
            onClick={onStart}
            aria-disabled={isStarting}
            aria-label={isStarting ? undefined : `Start Chat with ${name}`}
          >
            {isStarting ? "Starting…" : "Start Chat"}
          </Button>
        )}
      </div>
    </article>
  );
}
