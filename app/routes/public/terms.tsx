import { Link } from "react-router";
import { servicesContext } from "#app/context.ts";
import { LegalPage } from "#app/features/legal/legal-page.tsx";
import { ADULT_AGE, MINIMUM_AGE } from "#domain/account.ts";
import type { Route } from "./+types/terms";

export async function loader({ context }: Route.LoaderArgs) {
  return { supportEmail: context.get(servicesContext).settings.SUPPORT_EMAIL };
}

export const meta: Route.MetaFunction = () => [{ title: "Terms · Talespark" }];

export default function Terms({ loaderData }: Route.ComponentProps) {
  return (
    <LegalPage title="Terms">
      <p>These are the rules for using Talespark. By using it you agree to them.</p>

      <h2>Who may use it</h2>
      <p>
        You must be at least {MINIMUM_AGE} years old. Adult content is only for people who are {ADULT_AGE} or
        older; it is off until you confirm that you are.
      </p>

      <h2>What you write</h2>
      <p>
        What you write stays yours, and so do the stories that come of it, as far as the law knows an author
        of such texts. You let us store it, and hand it to the model that writes the replies, so that the
        product can do its work. We do not publish your stories.
      </p>

      <h2>What is not allowed</h2>
      <ul>
        <li>Sexual content that involves minors, in any form.</li>
        <li>Content that threatens or harasses real people, or that is against the law where you are.</li>
        <li>Breaking into the service, overloading it, or going around its limits.</li>
      </ul>
      <p>An account that does these things can be closed.</p>

      <h2>What the machine writes</h2>
      <p>
        Replies are generated. They are fiction, can be wrong, and can repeat what others have written. Do not
        rely on them for facts or advice.
      </p>

      <h2>Plans and money</h2>
      <p>
        The Free plan costs nothing. A paid plan is paid by the month in advance and renews until you cancel
        it; you keep it to the end of the month that you paid for. The first paid month has a 14-day
        satisfaction guarantee: tell us within 14 days and you get your money back.
      </p>

      <h2>If something goes wrong</h2>
      <p>
        We do our best to keep your stories safe and the service running, but we cannot promise that it never
        fails. The rights that the law gives you as a consumer are not touched by anything here.
      </p>

      <h2>Changes and questions</h2>
      <p>
        When these terms change in a way that matters, we ask you again. Questions:{" "}
        <a href={`mailto:${loaderData.supportEmail}`}>{loaderData.supportEmail}</a>. What happens to your data
        stands in the <Link to="/privacy-policy">Privacy Policy</Link>.
      </p>
    </LegalPage>
  );
}
