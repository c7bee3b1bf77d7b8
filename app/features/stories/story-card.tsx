import { Link } from "react-router";
import { AdultBadge, GenreBadge } from "#app/ui/badge.tsx";
import { hueStyle } from "#app/ui/genre-hue.ts";
import type { StoryRecord } from "#domain/story.ts";
import { truncateAtWord } from "#domain/text.ts";
import { BookCover } from "./book-cover.tsx";
import styles from "./story-card.module.css";

/** The specification's cut in the library. */
const DESCRIPTION_SHOWN = 80;

type StoryCardProps = {
  story: Pick<StoryRecord, "storyId" | "title" | "description" | "updatedAt" | "metadata">;
};

/** A story as a book on the shelf. */
export function StoryCard({ story }: StoryCardProps) {
  const { storyId, title, description, updatedAt, metadata } = story;
  return (
    <article className={styles.card} style={hueStyle(metadata.genre)}>
      <div className={styles.cover}>
        <BookCover genre={metadata.genre} seed={storyId} />
      </div>
      <div className={styles.body}>
        <h2 className={styles.title} dir="auto">
          <Link to={`/stories/${storyId}`} prefetch="intent">
            {title}
          </Link>
        </h2>
        <div className={styles.tags}>
          <GenreBadge genre={metadata.genre} />
          {metadata.subGenre && <span>{metadata.subGenre}</span>}
          {metadata.isNSFW && <AdultBadge />}
        </div>
        <p className={styles.description} dir="auto">
          {truncateAtWord(description, DESCRIPTION_SHOWN)}
        </p>
        <p className={styles.foot}>
          <time dateTime={updatedAt}>{shortDate(updatedAt)}</time>
          <b>Continue story</b>
        </p>
      </div>
    </article>
  );
}

/** In UTC, so that the server and the browser write the same day. */
function shortDate(timestamp: string): string {
  const date = new Date(timestamp);
  const thisYear = date.getUTCFullYear() === new Date().getUTCFullYear();
  return date.toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
    ...(thisYear ? {} : { year: "numeric" }),
  });
}
