import { Mail } from "lucide-react";
import { requireUser, servicesContext } from "#app/context.ts";
import { FeedbackForm } from "#app/features/help/feedback-form.tsx";
import questions from "#app/features/help/help-questions.json" with { type: "json" };
import { Page, PageHeader } from "#app/features/layout/page.tsx";
import { OwnText } from "#app/features/site/own-text.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { Question } from "#app/ui/questions.tsx";
import type { Route } from "./+types/help";
import styles from "./help.module.css";

export async function loader({ context }: Route.LoaderArgs) {
  const { id } = await requireUser(context);
  return { readerId: id, supportEmail: context.get(servicesContext).settings.SUPPORT_EMAIL };
}

export const meta: Route.MetaFunction = () => [{ title: "Help and Feedback · Talespark" }];

export default function Help({ loaderData }: Route.ComponentProps) {
  const { readerId, supportEmail } = loaderData;
  return (
    <Page>
      <PageHeader
        title="Help and Feedback"
        lead="Eight answers, and a person if none of them fits."
        pose="puzzled"
      />
      <div className={`${styles.columns} stack`}>
        <section aria-label="Questions">
          {questions.map(({ question, answer }, index) => (
            <Question key={question} question={question} isOpen={index === 0}>
              <OwnText html={answer} />
            </Question>
          ))}
        </section>
        <div>
          <section className={`${styles.part} ruled`} aria-labelledby="feedback-heading" data-needs-script="">
            <h2 className="margin-bottom-12" id="feedback-heading">
              Feedback
            </h2>
            <FeedbackForm readerId={readerId} />
          </section>
          <section className={`${styles.part} ruled`} aria-labelledby="support-heading">
            <h2 className="margin-bottom-12" id="support-heading">
              Write to us
            </h2>
            <p className="muted">For anything about your account or a payment: {supportEmail}</p>
            <a href={`mailto:${supportEmail}`} className={buttonClass({})}>
              <Mail size={18} aria-hidden="true" />
              Contact Support
            </a>
          </section>
        </div>
      </div>
    </Page>
  );
}

export { PageFault as ErrorBoundary } from "#app/features/layout/page-fault.tsx";
