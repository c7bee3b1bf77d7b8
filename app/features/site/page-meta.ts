import type { MetaDescriptor } from "react-router";
import type { PublicPage } from "#domain/public-pages.ts";
import { findPictureUrl } from "./pictures.ts";

/** Made by `npm run pictures`. */
const SHARED_PICTURE = { path: findPictureUrl("open-graph.png"), width: 1200, height: 630 };

type PageMeta = {
  /** The origin of this site; absent if the layout could not be loaded. */
  origin: string | undefined;
  path: PublicPage;
  title: string;
  description: string;
};

/** The metadata of a public page, for search engines and link previews. */
export function describePage({ origin, path, title, description }: PageMeta): MetaDescriptor[] {
  const common: MetaDescriptor[] = [{ title }, { name: "description", content: description }];
  if (origin === undefined) return common;
  const address = origin + path;
  return [
    ...common,
    { tagName: "link", rel: "canonical", href: address },
    { property: "og:site_name", content: "Talespark" },
    { property: "og:type", content: "website" },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: address },
    { property: "og:image", content: origin + SHARED_PICTURE.path },
    { property: "og:image:width", content: String(SHARED_PICTURE.width) },
    { property: "og:image:height", content: String(SHARED_PICTURE.height) },
    { property: "og:image:alt", content: "A page of a story in Talespark, with Booky the book beside it." },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/** schema.org's description of the product, for search engines. */
export function describeProduct(origin: string, description: string): MetaDescriptor {
  return {
    "script:ld+json": {
      "@context": "https://schema.org",
      "@type": "WebApplication",
      name: "Talespark",
      url: `${origin}/`,
      description,
      applicationCategory: "EntertainmentApplication",
      operatingSystem: "Any",
      browserRequirements: "A current web browser",
      isAccessibleForFree: true,
    },
  };
}

/** schema.org's form of questions with their answers as plain text. */
export function describeQuestions(
  questions: readonly { question: string; answer: string }[],
): MetaDescriptor {
  return {
    "script:ld+json": {
      "@context": "https://schema.org",
      "@type": "FAQPage",
      mainEntity: questions.map(({ question, answer }) => ({
        "@type": "Question",
        name: question,
        acceptedAnswer: { "@type": "Answer", text: answer },
      })),
    },
  };
}
