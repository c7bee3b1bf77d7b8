import { Link } from "react-router";
import { servicesContext } from "#app/context.ts";
import { LegalPage } from "#app/features/legal/legal-page.tsx";
import type { Route } from "./+types/privacy-policy";

export async function loader({ context }: Route.LoaderArgs) {
  return { supportEmail: context.get(servicesContext).settings.SUPPORT_EMAIL };
}

export const meta: Route.MetaFunction = () => [{ title: "Privacy Policy · Talespark" }];

export default function PrivacyPolicy({ loaderData }: Route.ComponentProps) {
  return (
    <LegalPage title="Privacy Policy">
      <p>What we know about you, why, and what you can do about it.</p>

      <h2>What we keep</h2>
      <ul>
        <li>
          From your sign-in: an identifier, your name, your e-mail address if it is verified, and your picture
          if there is one.
        </li>
        <li>What you write and what is written for you: stories, messages, characters.</li>
        <li>
          What you consented to, which version, when, and the network address that it came from. The law wants
          this proof.
        </li>
        <li>How much you used, so that the limits of your plan can be kept.</li>
      </ul>

      <h2>Who else sees it</h2>
      <ul>
        <li>
          The model that writes the replies is given the story that it continues. It is not given your name or
          e-mail address.
        </li>
        <li>Our hosting provider stores the data for us.</li>
        <li>If you pay, the payment provider handles the payment. We never see your card.</li>
      </ul>
      <p>Your stories are private. We do not sell data and show no advertisements.</p>

      <h2>Cookies</h2>
      <p>
        One cookie keeps you signed in, one brings you safely through the sign-in, and one makes sure that you
        see your latest changes. They are necessary; there are no others unless you allow them.
      </p>

      <h2>How long</h2>
      <p>
        As long as you have an account. A story that you delete is gone from your library at once and from our
        storage 30 days later. Logs hold no texts, names or addresses.
      </p>

      <h2>Your rights</h2>
      <p>
        You can see, correct, take with you and delete your data, and you can complain to the authority that
        watches over data protection where you live. Write to{" "}
        <a href={`mailto:${loaderData.supportEmail}`}>{loaderData.supportEmail}</a>. The rules for using
        Talespark stand in the <Link to="/terms">Terms</Link>.
      </p>
    </LegalPage>
  );
}
