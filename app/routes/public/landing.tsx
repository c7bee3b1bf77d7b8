import { servicesContext } from "#app/context.ts";
import { GENRE_CARDS, toCardCover } from "#app/features/home/genre-cards.ts";
import { Hero } from "#app/features/site/hero.tsx";
import { GenreShelf, Promises, Showcase } from "#app/features/site/landing-parts.tsx";
import { describePage, describeProduct, describeQuestions } from "#app/features/site/page-meta.ts";
import { findPicture } from "#app/features/site/pictures.ts";
import { PublicPlans } from "#app/features/site/public-plans.tsx";
import { listQuestions } from "#app/features/site/public-questions.ts";
import { Closing, Section } from "#app/features/site/section.tsx";
import { Questions } from "#app/ui/questions.tsx";
import { GENRE_SLUGS, GENRES } from "#domain/genres.ts";
import type { Route } from "./+types/landing";

const DESCRIPTION =
  "Write interactive stories with an AI. Say who you are and how it starts; the story answers, and you decide what happens next.";

/** On the server, so that no visitor loads as JavaScript what only search engines read. */
export function loader({ context, url }: Route.LoaderArgs) {
  const origin = context.get(servicesContext).settings.APP_ORIGIN ?? url.origin;
  const questions = listQuestions("landing");
  const meta = [
    ...describePage({
      origin,
      path: "/",
      title: "Talespark: a story that waits for your next line",
      description: DESCRIPTION,
    }),
    describeProduct(origin, DESCRIPTION),
    describeQuestions(questions),
  ];
  const books = GENRE_CARDS.map((card) => ({
    title: card.title,
    line: card.line,
    genre: GENRE_SLUGS[card.genre],
    cover: toCardCover(card),
  }));
  const pictures = [findPicture("library"), findPicture("phone")];
  return { meta, questions, books, pictures };
}

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.meta ?? [];

export default function Landing({ loaderData: { questions, books, pictures } }: Route.ComponentProps) {
  return (
    <>
      <Hero />
      <Promises />
      <Section
        title="Your library, and the page that you left open"
        lead="Pictures of Talespark itself. What you see is what you get, on a desk and in a hand."
      >
        <Showcase pictures={pictures} />
      </Section>
      <Section title={`${GENRES.length} genres, six to start with`}>
        <GenreShelf books={books} />
      </Section>
      <Section title="Pricing" isLedger>
        <PublicPlans />
      </Section>
      <Section title="Questions" isLedger>
        <Questions questions={questions} />
      </Section>
      <Closing />
    </>
  );
}
