import type { ReactNode } from "react";
import { Link } from "react-router";
import { AdultBadge, ArchivedBadge, Badge, GenreBadge } from "#app/ui/badge.tsx";
import { hueStyle } from "#app/ui/genre-hue.ts";
import { LocalDay, LocalMoment } from "#app/ui/local-time.tsx";
import { DESCRIPTION_SHOWN, type ListedStory } from "#domain/library.ts";
import { truncateAtWord } from "#domain/text.ts";
import { BookCover } from "./book-cover.tsx";
import styles from "./story-card.module.css";

/** Characters of a title that the three lines of a card hold: it is cut between words, not in one by the lines. */
const TITLE_SHOWN = 42;

type StoryCardProps = {
  story: ListedStory;
  /** The ids of the active stories that can be written in; `null`: all of them. */
  writableIds: readonly string[] | null;
  /** Another card beside it has the same title: the time of day tells them apart. */
  isTwin: boolean;
  /** At its corner. */
  menu?: ReactNode;
};

/** A story as a book on the shelf. */
export function StoryCard({ story, writableIds, isTwin, menu }: StoryCardProps) {
  const { storyId, title, description, status, updatedAt, metadata } = story;
  const isReadOnly = status === "archived" || !(writableIds?.includes(storyId) ?? true);
  return (
    <article
      className={`${styles.card} stack relative line-below`}
      style={hueStyle(metadata.genre)}
      data-status={status}
    >
      <div className={styles.cover}>
        <BookCover genre={metadata.genre} seed={storyId} />
      </div>
      <div className={`${styles.body} stack`}>
        <div className={styles.heading}>
          <h2 className={`${styles.title} clamped`} dir="auto">
            <Link to={`/stories/${storyId}`} title={title} prefetch="intent" viewTransition>
              <Title text={title} />
            </Link>
          </h2>
        </div>
        <div className={`${styles.tags} row wrap`}>
          <GenreBadge genre={metadata.genre} />
          {metadata.subGenre && <Badge>{metadata.subGenre}</Badge>}
          {metadata.isNSFW && <AdultBadge />}
          {status === "archived" && <ArchivedBadge />}
        </div>
        <div className={styles.rest}>
          <p className={`${styles.description} note clamped`} dir="auto">
            {truncateAtWord(description, DESCRIPTION_SHOWN)}
          </p>
        </div>
        <p className="flex wrap space-between column-gap-12 note nowrap">
          {isTwin ? <LocalMoment at={updatedAt} /> : <LocalDay at={updatedAt} />}
          <b className="primary strong">{isReadOnly ? "Read story" : "Continue story"}</b>
        </p>
      </div>
      {menu && <div className={`${styles.menu} absolute`}>{menu}</div>}
    </article>
  );
}

/** The titles that several stories have. */
export function listSharedTitles(stories: readonly Pick<ListedStory, "title">[]): ReadonlySet<string> {
  const titles = stories.map(({ title }) => title);
  return new Set(titles.filter((title, index) => titles.indexOf(title) !== index));
}

/** Cut for the eye alone: a long title is spoken whole. */
function Title({ text }: { text: string }) {
  const short = truncateAtWord(text, TITLE_SHOWN);
  if (short === text) return text;
  return (
    <>
      <span aria-hidden="true">{short}</span>
      <span className="visually-hidden">{text}</span>
    </>
  );
}
