import { Link } from "react-router";
import { AdultBadge, Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import type { CharacterRecord } from "#domain/character.ts";
import styles from "./character-sheet.module.css";
import { describeOrigin, findCurrentChat } from "./character-text.ts";
import { Portrait } from "./portrait.tsx";

const PORTRAIT_KINDS = {
  ai: "Portrait by an AI model",
  imported: "The picture that came with the card",
} as const;

type CharacterSheetProps = {
  open: boolean;
  character: CharacterRecord;
  onClose: () => void;
  onChat: (character: CharacterRecord) => void;
};

/** Shows everything about a character, and the stories they come from. */
export function CharacterSheet({ open, character, onClose, onChat }: CharacterSheetProps) {
  const { name, chats = [], stories = [] } = character;
  const current = findCurrentChat(chats);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      look="sheet"
      over={character.originStoryId || stories.length > 0 ? "Story Character" : "Created Character"}
      title={name}
      foot={
        <Button
          look="primary"
          size="large"
          onClick={() => {
            onChat(character);
            onClose();
          }}
        >
          {current ? "Continue Chat with" : "Start Chat with"} {name}
        </Button>
      }
    >
      <CharacterSummary character={character} />
    </Dialog>
  );
}

/** The texts of the sheet. Empty texts are left out. */
export function CharacterSummary({ character }: { character: CharacterRecord }) {
  const { isNSFW, isNew, role, chats = [], stories = [], metadata } = character;
  const texts = [
    ["About", character.description],
    ["Personality", character.personality],
    ["Appearance", character.appearance],
    ["Voice & Speech", character.voice],
  ] as const;
  return (
    <div className={styles.sheet}>
      <div className={styles.who}>
        <Portrait character={character} width={148} />
        <div>
          <p className={styles.muted}>{describeOrigin(character)}</p>
          {role && <p>Role: {role}</p>}
          <p className={styles.badges}>
            {isNew && <Badge>New Character</Badge>}
            {isNSFW && <AdultBadge />}
          </p>
          {metadata.images.primary && (
            <p className={styles.muted}>{PORTRAIT_KINDS[metadata.images.primary.kind]}</p>
          )}
        </div>
      </div>
      {texts.map(
        ([title, text]) =>
          text !== "" && (
            <section key={title}>
              <h3>{title}</h3>
              <p className={styles.text} dir="auto">
                {text}
              </p>
            </section>
          ),
      )}
      <Tags title="Interests" tags={character.interests} />
      <Tags title="Quirks" tags={character.quirks} />
      <Links
        title="Stories"
        links={stories.map(({ storyId, title }) => ({ to: `/stories/${storyId}`, title }))}
      />
      <Links
        title="Chats"
        links={chats.map(({ chatId, title }) => ({ to: `/character-chats/${chatId}`, title }))}
      />
    </div>
  );
}

function Tags({ title, tags }: { title: string; tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul className={styles.tags}>
        {tags.map((tag) => (
          <li key={tag} dir="auto">
            {tag}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Links({ title, links }: { title: string; links: readonly { to: string; title: string }[] }) {
  if (links.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul className={styles.links}>
        {links.map((link) => (
          <li key={link.to}>
            <Link to={link.to} dir="auto">
              {link.title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
