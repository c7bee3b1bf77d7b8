import { PAGE_PATHS } from "#app/features/layout/pages.ts";
import { Booky } from "#app/ui/booky.tsx";
import type { Pose } from "#app/ui/booky-poses.tsx";
import type { GenreSlug } from "#domain/genres.ts";
import styles from "./landing-parts.module.css";
import type { Picture } from "./pictures.ts";
import section from "./section.module.css";
import { ProductPicture } from "./section.tsx";

/** Pictures of the product for visitors. */
export function Showcase({ pictures }: { pictures: readonly Picture[] }) {
  return (
    <div className={`${styles.showcase} relative`}>
      {pictures.map((picture) => (
        <ProductPicture key={picture.name} picture={picture} />
      ))}
    </div>
  );
}

const PROMISES: readonly { pose: Pose; title: string; text: string }[] = [
  {
    pose: "writing",
    title: "You hold the pen",
    text: "Write what happens, ask Booky for an idea, or let the story run on. A passage that you dislike can be written again, and every version is kept.",
  },
  {
    pose: "idle",
    title: "Talk to the people in it",
    text: "A name in the text opens who that is. Read what the story knows of them, then talk with them one to one, in their own voice.",
  },
  {
    pose: "asleep",
    title: "Private, and yours to delete",
    text: "Stories are private by default. Edit, archive or delete any of them from the menu in its corner; what you delete by mistake can be brought back for 30 days.",
  },
];

export function Promises() {
  return (
    <section
      className={`${section.section} ${styles.promises} ruled stack center-block`}
      aria-label="What we promise"
    >
      {PROMISES.map(({ pose, title, text }) => (
        <div key={title} className={styles.promise}>
          <Booky pose={pose} size={64} />
          <div>
            <h2 className="margin-top-8">{title}</h2>
            <p className="margin-top-8 story-text muted">{text}</p>
          </div>
        </div>
      ))}
    </section>
  );
}

/** `cover`: the address of its picture. */
type ShelfBook = { title: string; line: string; genre: GenreSlug; cover: string };

/** Books to choose from. Each is a button: after the sign-in it opens a new story of its genre. */
export function GenreShelf({ books }: { books: readonly ShelfBook[] }) {
  return (
    <form method="post" action="/login" className={`${styles.shelf} stack gap-24`}>
      {books.map(({ title, line, genre, cover }) => (
        <button
          key={title}
          type="submit"
          name="returnTo"
          value={`${PAGE_PATHS.newStory}?genre=${genre}`}
          className={`${styles.book} stack content-start text-start`}
        >
          <img
            className="full-width margin-bottom-12 shadow"
            src={cover}
            alt=""
            width={300}
            height={340}
            loading="lazy"
            decoding="async"
          />
          <b className="name">{title}</b>
          <span className="note">{line}</span>
        </button>
      ))}
    </form>
  );
}
