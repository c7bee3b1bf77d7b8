import { FeatureList } from "#app/features/site/feature-list.tsx";
import { describePage } from "#app/features/site/page-meta.ts";
import { Closing, PageHead } from "#app/features/site/section.tsx";
import type { Route } from "./+types/features";

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
