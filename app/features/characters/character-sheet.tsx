import { Link } from "react-router";
import { AdultBadge, Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import type { CharacterPortrait, CharacterRecord } from "#domain/character.ts";
import styles from "./character-sheet.module.css";
import { findCurrentChat, listChatLinks, listStoryLinks } from "./character-text.ts";
import { type Pictured, Portrait } from "./portrait.tsx";

const PORTRAIT_KINDS: Record<CharacterPortrait["kind"], string> = {
  ai: "Portrait by an AI model",
  imported: "The picture that came with the card",
};

/** The specification's numbers. */
const TAGS_SHOWN = 5;
const COMING = ["Character profile & details", "Relationship mapping", "Story timeline"] as const;

/** What the sheet shows of somebody. */
export type SheetCharacter = Pick<
  CharacterRecord,
  | ("name" | "isNew" | "isNSFW" | "mentions" | "role" | "description" | "personality" | "appearance")
  | ("voice" | "interests" | "quirks" | "hasCard" | "originStoryId" | "storyIds" | "chats" | "stories")
> &
  Pictured;

type CharacterSheetProps = {
  open: boolean;
  onClose: () => void;
  character: SheetCharacter;
  /** The name of the button that closes it. */
  back: string;
  /** Opens the chat with them, or begins one; absent: none is possible. */
  onChat?: () => void;
};

/** Everything about a character: on the characters screen, and in the story in which they appear. */
export function CharacterSheet({ open, onClose, character, back, onChat }: CharacterSheetProps) {
  const { name, chats = [] } = character;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      look="sheet"
      title={name}
      foot={
        <>
          <Button look={onChat ? "outlined" : "primary"} onClick={onClose}>
            {back}
          </Button>
          {onChat && (
            <Button
              look="primary"
              onClick={() => {
                onChat();
                onClose();
              }}
            >
              <span className="break-anywhere">
                {findCurrentChat(chats) ? "Continue" : "Start"} Chat with {name}
              </span>
            </Button>
          )}
        </>
      }
    >
      <CharacterSummary character={character} canChat={onChat !== undefined} />
    </Dialog>
  );
}

/** The content of the sheet. */
export function CharacterSummary({ character, canChat }: { character: SheetCharacter; canChat: boolean }) {
  const { isNSFW, isNew, mentions, hasCard, chats = [], metadata } = character;
  const { primary } = metadata.images;
  const isOfStory = character.originStoryId !== null || character.storyIds.length > 0;
  const isChatted = findCurrentChat(chats) !== null;
  return (
    <div className={`${styles.sheet} stack gap-24 break-anywhere`}>
      <div className="row gap-20">
        <Portrait character={character} width={116} />
        <div className="stack min-width-0 gap-8">
          <p className="note">{isOfStory ? "Story Character" : "Created Character"}</p>
          {hasCard && <p className="note">From a character card</p>}
          {(isNew || isNSFW) && (
            <p className="flex wrap gap-8">
              {isNew && <Badge>New Character</Badge>}
              {isNSFW && <AdultBadge />}
            </p>
          )}
          {primary && <p className="note">{PORTRAIT_KINDS[primary.kind]}</p>}
        </div>
      </div>
      <dl className={`${styles.stats} stack bordered rounded`}>
        <div>
          <dt className="muted smaller">Character Type</dt>
          <dd>{isNew ? "New" : "Recurring"}</dd>
        </div>
        <div>
          <dt className="muted smaller">{isOfStory ? "Mentions" : "Chats"}</dt>
          <dd>{(isOfStory ? mentions : chats.length).toLocaleString("en-US")}</dd>
        </div>
      </dl>
      <About character={character} />
      <Traits character={character} isOfStory={isOfStory} />
      <Links title="Stories" links={listStoryLinks(character)} />
      <Links title="Chats" links={listChatLinks(character)} />
      {isOfStory && !isChatted && canChat && (
        <section className="padding-top-16 note line-above">
          <h3>Create & Chat</h3>
          <p>The first chat makes them one of your characters, as the story knows them.</p>
        </section>
      )}
      {isOfStory && !isChatted && (
        <section className="padding-top-16 note line-above">
          <h3>Coming Soon</h3>
          <ul className="stack gap-4 bulleted">
            {COMING.map((thing) => (
              <li key={thing}>{thing}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function About({ character: { name, description, role } }: { character: SheetCharacter }) {
  return (
    <section>
      <h3>
        About <bdi>{name}</bdi>
      </h3>
      <Text text={description} missing="No description available" />
      <p className="margin-top-8 body-text muted">
        Role:{" "}
        {role ? <bdi className="text-color">{role}</bdi> : <span className="muted italic">{NOT_TOLD}</span>}
      </p>
    </section>
  );
}

const NOT_TOLD = "Not told yet";

/** Of a created character all of them; of somebody in a story those that the story has told. */
function Traits({ character, isOfStory }: { character: SheetCharacter; isOfStory: boolean }) {
  const texts = [
    ["Personality", character.personality],
    ["Appearance", character.appearance],
    ["Voice & Speech", character.voice],
  ] as const;
  const lists = [
    ["Interests", character.interests],
    ["Quirks", character.quirks],
  ] as const;
  return (
    <>
      {texts.map(
        ([title, text]) =>
          (text !== "" || !isOfStory) && (
            <section key={title}>
              <h3>{title}</h3>
              <Text text={text} missing={NOT_TOLD} />
            </section>
          ),
      )}
      {lists.map(
        ([title, tags]) =>
          (tags.length > 0 || !isOfStory) && (
            <section key={title}>
              <h3>{title}</h3>
              <Tags tags={tags.slice(0, TAGS_SHOWN)} />
            </section>
          ),
      )}
    </>
  );
}

function Text({ text, missing }: { text: string; missing: string }) {
  if (text.trim() === "") return <p className="muted italic">{missing}</p>;
  return (
    <p className="story-text keeps-lines" dir="auto">
      {text}
    </p>
  );
}

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return <p className="muted italic">{NOT_TOLD}</p>;
  return (
    <ul className={styles.tags}>
      {tags.map((tag) => (
        <li key={tag} dir="auto">
          {tag}
        </li>
      ))}
    </ul>
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
