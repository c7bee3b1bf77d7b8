import features from "#app/features/site/features.json" with { type: "json" };
import { fillText } from "#app/features/site/fill-text.ts";
import { describePage } from "#app/features/site/page-meta.ts";
import { findPicture } from "#app/features/site/pictures.ts";
import { Closing, PageHead, ProductPicture } from "#app/features/site/section.tsx";
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

/** The main features, one after another. */
function FeatureList() {
  return (
    <div className={`${styles.features} center-block`}>
      {features.map(({ title, text, details, picture }) => (
        <section key={title} className={`${styles.feature} ruled stack items-center`}>
          <div>
            <h2>{title}</h2>
            <p className="margin-top-8 story-lead muted">{text}</p>
            <ul className="bulleted stack gap-8">
              {details.map((detail) => (
                <li key={detail}>{fillText(detail)}</li>
              ))}
            </ul>
          </div>
          {picture && <ProductPicture picture={findPicture(picture)} />}
        </section>
      ))}
    </div>
  );
}
