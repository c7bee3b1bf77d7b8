import { describePage } from "#app/features/site/page-meta.ts";
import { findPicture, type PictureName } from "#app/features/site/pictures.ts";
import { Closing, PageHead, ProductPicture } from "#app/features/site/section.tsx";
import { GENRES } from "#domain/genres.ts";
import type { Route } from "./+types/features";
import styles from "./features.module.css";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return describePage({
    origin: matches[1].loaderData?.origin,
    path: "/features",
    title: "Features · Talespark",
    description:
      "Read and write on a page made for reading, keep every version of a passage, see who is in your story, and talk with its characters.",
  });
}

export default function Features() {
  return (
    <>
      <PageHead
        title="Made for reading, while you write it"
        lead="A good paperback and a reading lamp, with a writer on the other side of the page."
      />
      <FeatureList />
      <Closing />
    </>
  );
}

type Feature = { title: string; text: string; details: readonly string[]; picture?: PictureName };

const FEATURES: readonly Feature[] = [
  {
    title: "A page, not a chat window",
    picture: "reading",
    text: "Your story stands in one column, set in a serif made for screens. What you write is part of it, in italics; everything else steps back while you read.",
    details: [
      "Four text sizes, two widths, serif or sans, kept on each device",
      "Four themes: Talespark, Literary, Modern and Dark",
      "The place where you stopped is where you begin again",
    ],
  },
  {
    title: "Nothing you dislike has to stay, nothing is lost",
    text: "Ask for another version of a passage as often as you like and turn back to an earlier one. A text that is being written survives a closed tab, a dead network, a restart on our side.",
    details: [
      "Every version of a passage is kept",
      "Open the same story on two devices: both show the same words",
      "A deleted story can be brought back for 30 days",
    ],
  },
  {
    title: "A story that remembers who is in it",
    picture: "information",
    text: "Names in the text are found as it is written. Open one to read who that is; the story’s own notes know who is there, where you are, and what happened long ago.",
    details: [
      "Cast, place and premise on one sheet",
      "A memory of the whole story on Premium, of the last messages on Free",
      "Talk with a character one to one, in their own voice",
    ],
  },
  {
    title: "A beginning for those who have none",
    picture: "new-story",
    text: "Choose a genre and say two sentences, or let Booky fill in the form and offer ideas. If you do not know what comes next, ask for a suggestion and change it to your liking.",
    details: [
      `${GENRES.length} genres with their sub-genres, categories and tropes`,
      "Story ideas for every genre",
      "Short, medium, long or never-ending stories",
    ],
  },
  {
    title: "A library with real covers",
    picture: "library",
    text: "Each story has a cover of its own, drawn from what it is. Find one by a word, sort them, put them away in the archive and take them out again.",
    details: [
      "Search and sorting that keep up with hundreds of stories",
      "An archive that costs no place on your plan",
    ],
  },
  {
    title: "For everybody who reads",
    text: "All of it works with a keyboard, with a screen reader, with larger text and with reduced motion. Much of it works without JavaScript.",
    details: ["New text is read out a sentence at a time", "Shortcuts that can be switched off"],
  },
];

/** The main features, one after another. */
function FeatureList() {
  return (
    <div className={`${styles.features} center-block`}>
      {FEATURES.map(({ title, text, details, picture }) => (
        <section key={title} className={`${styles.feature} ruled stack items-center`}>
          <div>
            <h2>{title}</h2>
            <p className="margin-top-8 story-lead muted">{text}</p>
            <ul className="bulleted stack gap-8">
              {details.map((detail) => (
                <li key={detail}>{detail}</li>
              ))}
            </ul>
          </div>
          {picture && <ProductPicture picture={findPicture(picture)} />}
        </section>
      ))}
    </div>
  );
}
