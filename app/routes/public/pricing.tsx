import { describePage, describeQuestions } from "#app/features/site/page-meta.ts";
import { PublicPlans } from "#app/features/site/public-plans.tsx";
import { listQuestions } from "#app/features/site/public-questions.ts";
import { Closing, PageHead, Section } from "#app/features/site/section.tsx";
import { Questions } from "#app/ui/questions.tsx";
import { formatCount } from "#domain/numbers.ts";
import { PLAN_LIMITS } from "#domain/plan.ts";
import type { Route } from "./+types/pricing";

const QUESTIONS = listQuestions("pricing");

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [
    ...describePage({
      origin: matches[1].loaderData?.origin,
      path: "/pricing",
      title: "Pricing · Talespark",
      description: `What Talespark costs: free with ${PLAN_LIMITS.free.activeStories} active story, or Premium with ${formatCount(PLAN_LIMITS.premium.sparksPerMonth)} Sparks a month.`,
    }),
    describeQuestions(QUESTIONS),
  ];
}

export default function Pricing() {
  return (
    <>
      <PageHead
        title="Begin for nothing, go on for little"
        lead="Every plan keeps every word. No text is ever deleted or hidden because of a plan."
      />
      <Section title="Plans" isLedger>
        <PublicPlans />
      </Section>
      <Section title="Questions" isLedger>
        <Questions questions={QUESTIONS} />
      </Section>
      <Closing />
    </>
  );
}
