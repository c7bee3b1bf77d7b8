import { type ReactNode, useId } from "react";
import { listTraits } from "#app/features/characters/character-text.ts";
import { Emblem } from "#app/features/characters/emblem.tsx";
import { AdultBadge, Badge, GenreBadge } from "#app/ui/badge.tsx";
import { Booky } from "#app/ui/booky.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { countThings } from "#domain/numbers.ts";
import { splitParagraphs } from "#domain/passage-markup.ts";
import type { CastMember, StoryRecord } from "#domain/story-record.ts";
import { findEmblem, findOwnCharacter, findUnsaidRole, listOthers, type You } from "./cast.ts";
import { useCastCorrections } from "./cast-corrections.tsx";
import styles from "./story-information.module.css";

/** The specification's numbers of traits. */
const YOUR_TRAITS = 3;
const THEIR_TRAITS = 2;

type StoryInformationProps = {
  open: boolean;
  onClose: () => void;
  /** Somebody's card was chosen. */
  onCharacter: (name: string) => void;
  storyId: string;
  title: string;
  description: string;
  metadata: Pick<StoryRecord["metadata"], "genre" | "subGenre" | "setting" | "isNSFW" | "userCharacter">;
  currentLocation: string | null;
  messageCount: number;
  cast: readonly CastMember[];
};

/** What a story is about and who is in it. */
export function StoryInformation({ open, onClose, onCharacter, ...story }: StoryInformationProps) {
  const { cast, renderMenu, dialogs } = useCastCorrections(story.storyId, story.cast);
  const others = listOthers(cast);
  const own = cast.find(({ isMainCharacter }) => isMainCharacter);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      look="sheet"
      over="Story Information"
      title={story.title}
      foot={
        <Button look="primary" size="large" onClick={onClose}>
          Continue Story
        </Button>
      }
    >
      <div className="stack gap-24">
        <StoryInformationText {...story} />
        <YourCharacter you={findOwnCharacter(story, cast)} menu={own && renderMenu(own)} />
        <section>
          <h3 className="margin-bottom-8 muted">Other Characters ({others.length})</h3>
          {others.length === 0 ? (
            <NobodyYet />
          ) : (
            <ul className={`${styles.cast} line-above`}>
              {others.map((member) => (
                <CharacterCard
                  key={member.personId ?? member.name}
                  member={member}
                  onChoose={onCharacter}
                  menu={renderMenu(member)}
                />
              ))}
            </ul>
          )}
        </section>
      </div>
      {dialogs}
    </Dialog>
  );
}

type StoryDetailsProps = Pick<
  StoryInformationProps,
  "description" | "metadata" | "currentLocation" | "messageCount"
>;

/** What it is about, of which kind, where, how long. */
export function StoryInformationText({
  description,
  metadata,
  currentLocation,
  messageCount,
}: StoryDetailsProps) {
  const { genre, subGenre, setting, isNSFW } = metadata;
  const paragraphs = splitParagraphs(description);
  const place = setting || currentLocation;
  return (
    <section>
      <h3 className="margin-bottom-8 muted">Story Details</h3>
      <div className="stack gap-8 story-text" dir="auto">
        {paragraphs.length === 0 && <p className="muted italic">No description available</p>}
        {paragraphs.map(({ start, text }) => (
          <p key={start} dir="auto">
            {text}
          </p>
        ))}
      </div>
      <dl className={`${styles.facts} facts margin-top-16`}>
        <dt className="muted">Genre</dt>
        <dd className="row wrap gap-8">
          <GenreBadge genre={genre} />
          {subGenre && <span className="note">{subGenre}</span>}
        </dd>
        <dt className="muted">Setting</dt>
        {place ? <dd dir="auto">{place}</dd> : <dd className="muted italic">Not told yet</dd>}
        <dt className="muted">Messages</dt>
        <dd className="digits">{messageCount.toLocaleString("en-US")}</dd>
      </dl>
      {isNSFW && <AdultBadge label="NSFW Content" />}
    </section>
  );
}

function YourCharacter({ you, menu }: { you: You; menu: ReactNode }) {
  return (
    <section>
      <h3 className="margin-bottom-8 muted">Your Character</h3>
      <div className={`${styles.person} flex relative items-start gap-16`}>
        <Emblem name={you.name} emblem={you.emblem} width={60} />
        <div className="grow min-width-0">
          <p className="row wrap gap-8">
            <bdi className="title">{you.name}</bdi>
            <Badge>You</Badge>
          </p>
          <RoleAndDescription role={you.role} description={you.description} />
          <Traits of={you} most={YOUR_TRAITS} />
        </div>
        {menu && <div className={`${styles.menu} relative no-shrink`}>{menu}</div>}
      </div>
    </section>
  );
}

type CharacterCardProps = { member: CastMember; onChoose: (name: string) => void; menu: ReactNode };

function CharacterCard({ member, onChoose, menu }: CharacterCardProps) {
  const { name, isNew, mentions, description } = member;
  const about = useId();
  return (
    <li className={`${styles.person} ruled flex relative items-start gap-16`}>
      <Emblem name={name} emblem={findEmblem(member)} width={60} />
      <div className="grow min-width-0">
        <p className="row wrap gap-8">
          <button
            type="button"
            className={`${styles.choose} text-start`}
            aria-haspopup="dialog"
            aria-describedby={about}
            onClick={() => onChoose(name)}
          >
            <bdi className="title">{name}</bdi>
          </button>
          {isNew && <Badge>New</Badge>}
        </p>
        <div id={about}>
          <p className="note">
            {countThings(mentions, "mention", "mentions")}
            {isNew && " • New Character"}
          </p>
          <RoleAndDescription role={findUnsaidRole(member)} description={description} />
          <Traits of={member} most={THEIR_TRAITS} />
        </div>
      </div>
      {menu && <div className={`${styles.menu} relative no-shrink`}>{menu}</div>}
    </li>
  );
}

function RoleAndDescription({ role, description }: Pick<CastMember, "role" | "description">) {
  return (
    <>
      {role && (
        <p className="margin-top-4 name break-anywhere" dir="auto">
          {role}
        </p>
      )}
      {description && (
        <p className="story-text break-anywhere" dir="auto">
          {description}
        </p>
      )}
    </>
  );
}

function Traits({ of, most }: { of: Pick<CastMember, "personality">; most: number }) {
  const traits = listTraits(of.personality, most);
  if (traits.length === 0) return null;
  return (
    <ul className={`${styles.traits} flex wrap margin-top-4 note`} aria-label="Personality">
      {traits.map((trait) => (
        <li key={trait} dir="auto">
          {trait}
        </li>
      ))}
    </ul>
  );
}

function NobodyYet() {
  return (
    <div className={`${styles.nobody} row gap-20 padding-block-12 muted`}>
      <Booky pose="asleep" size={72} />
      <p>
        <b className="text-color">No characters discovered yet</b>
        <br />
        Characters will appear as your story develops
      </p>
    </div>
  );
}
