import { Emblem } from "#app/features/characters/emblem.tsx";
import { splitParagraphs } from "#app/features/conversation/list/prose.ts";
import { AdultBadge, Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import type { CastMember } from "#domain/story-record.ts";
import { findEmblem } from "./cast.ts";
import styles from "./character-modal.module.css";

/** The details that the panel announces, in the words of the specification. */
const COMING = ["Character profile & details", "Relationship mapping", "Story timeline"] as const;

type CharacterModalProps = {
  open: boolean;
  onClose: () => void;
  character: CastMember;
  /** They are of a story for adults. */
  isNSFW: boolean;
  /** Begins a chat with the character; absent: no chat is possible. */
  onChat?: () => void;
  /** There is a chat already. */
  hasChat?: boolean;
};

/** Somebody of a story. */
export function CharacterModal({
  open,
  onClose,
  character,
  isNSFW,
  onChat,
  hasChat = false,
}: CharacterModalProps) {
  const { name } = character;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={name}
      foot={
        <>
          <Button look={onChat ? "outlined" : "primary"} onClick={onClose}>
            Back to Story
          </Button>
          {onChat && (
            <Button
              look="primary"
              onClick={() => {
                onChat();
                onClose();
              }}
            >
              {hasChat ? "Continue" : "Start"} Chat with {name}
            </Button>
          )}
        </>
      }
    >
      <CharacterProfile character={character} isNSFW={isNSFW} canChat={onChat !== undefined} />
    </Dialog>
  );
}

type CharacterProfileProps = { character: CastMember; isNSFW: boolean; canChat: boolean };

/** Everything that is known of somebody who was found in a story. */
export function CharacterProfile({ character, isNSFW, canChat }: CharacterProfileProps) {
  const { name, isNew, mentions, role, description } = character;
  const paragraphs = splitParagraphs(description ?? "");
  return (
    <div className={styles.profile}>
      <div className={styles.who}>
        <Emblem name={name} emblem={findEmblem(character)} width={92} />
        <div>
          <p className={styles.kind}>Story Character</p>
          {(isNew || isNSFW) && (
            <p className={styles.badges}>
              {isNew && <Badge>New Character</Badge>}
              {isNSFW && <AdultBadge />}
            </p>
          )}
        </div>
      </div>
      <dl className={styles.stats}>
        <div>
          <dt>Character Type</dt>
          <dd>{isNew ? "New" : "Recurring"}</dd>
        </div>
        <div>
          <dt>Mentions</dt>
          <dd>{mentions.toLocaleString("en-US")}</dd>
        </div>
      </dl>
      <section className={styles.about}>
        <h3>
          About <bdi>{name}</bdi>
        </h3>
        {paragraphs.length === 0 && <p className={styles.missing}>No description available</p>}
        {paragraphs.map(({ start, text }) => (
          <p key={start} dir="auto">
            {text}
          </p>
        ))}
        <p className={styles.role}>
          Role: {role ? <bdi>{role}</bdi> : <span className={styles.missing}>Not told yet</span>}
        </p>
      </section>
      {canChat && (
        <section className={styles.note}>
          <h3>Create & Chat</h3>
          <p>The first chat makes them one of your characters, as the story knows them.</p>
        </section>
      )}
      <section className={styles.note}>
        <h3>Coming Soon</h3>
        <ul>
          {COMING.map((thing) => (
            <li key={thing}>{thing}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}
