import { Link } from "react-router";
import { LegalPage } from "#app/features/legal/legal-page.tsx";
import { describePage } from "#app/features/site/page-meta.ts";
import { SupportAddress } from "#app/features/site/site-frame.tsx";
import { MINIMUM_AGE } from "#domain/legal.ts";
import type { Route } from "./+types/privacy-policy";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return describePage({
    origin: matches[1].loaderData?.origin,
    path: "/privacy-policy",
    title: "Privacy Policy · Talespark",
    description:
      "What Talespark knows about you, why, who else sees it, how long it is kept, and your rights.",
  });
}

export default function PrivacyPolicy({ matches }: Route.ComponentProps) {
  const { operator } = matches[1].loaderData;
  return (
    <LegalPage title="Privacy Policy" operator={operator}>
      <p>
        This policy says what {operator.name} (“we”) knows about you, why, and what you can do about it. For
        anything about your data write to <SupportAddress email={operator.email} />.
      </p>

      <h2>In short</h2>
      <ul>
        <li>Your stories are private. Nobody reads them for fun, and no model is trained on them by us.</li>
        <li>We show no advertisements and sell no data.</li>
        <li>Nothing that needs your consent is loaded before you give it.</li>
        <li>You can take everything with you, and you can delete everything.</li>
      </ul>

      <h2>What we keep, why, and on what ground</h2>
      <table>
        <caption>Personal data and its purpose</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Why</th>
            <th scope="col">Legal ground</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              From your sign-in: an identifier, your name, your e-mail address if it is verified, your user
              name and picture if there are any
            </td>
            <td>To know you again, to greet you, to answer you</td>
            <td>The agreement with you</td>
          </tr>
          <tr>
            <td>What you write and what is written for you: stories, messages, characters, pictures</td>
            <td>It is what Talespark is for</td>
            <td>The agreement with you</td>
          </tr>
          <tr>
            <td>
              What you confirmed (age, terms, this policy, adult content): version, time, and network address
            </td>
            <td>To be able to prove it</td>
            <td>Legal obligation, and our legitimate interest in proof</td>
          </tr>
          <tr>
            <td>How many Sparks you used, and for what kind of thing</td>
            <td>To keep the limits of your plan</td>
            <td>The agreement with you</td>
          </tr>
          <tr>
            <td>Your plan, and the payment provider’s numbers for you and your subscription</td>
            <td>To give you what you paid for</td>
            <td>The agreement with you, and the law on bookkeeping</td>
          </tr>
          <tr>
            <td>Feedback that you send, with your e-mail address</td>
            <td>To make Talespark better, and to answer</td>
            <td>Our legitimate interest in what you tell us</td>
          </tr>
          <tr>
            <td>How many people opened a reading copy that you share, and what they report about it</td>
            <td>To tell you how many read it, and to look into reports; readers are not recorded</td>
            <td>Our legitimate interest in both</td>
          </tr>
          <tr>
            <td>
              Technical logs: which kind of page was asked for, how long it took, whether it failed, your
              identifier
            </td>
            <td>To keep the service running and safe</td>
            <td>Our legitimate interest in a service that works</td>
          </tr>
        </tbody>
      </table>
      <p>Logs hold no texts, names, e-mail addresses or network addresses.</p>

      <h2>Who else sees it</h2>
      <ul>
        <li>
          <b>The model that writes.</b> It is given the story or chat that it continues, with the characters
          in it. It is not given your name or e-mail address.
        </li>
        <li>
          <b>Our hosting provider</b> stores and carries the data for us, under a contract that lets it do
          nothing else with it. Its servers stand in many countries, so that pages are fast; where that means
          a transfer out of your country’s area of protection, the standard contractual clauses apply.
        </li>
        <li>
          <b>The identity provider</b> that you sign in with learns that you use Talespark. Its own policy
          applies to what it does.
        </li>
        <li>
          <b>The payment provider</b>, if you pay, handles the payment. Your card’s number never reaches us.
        </li>
        <li>
          <b>Authorities</b>, where the law obliges us, and only as far as it does.
        </li>
      </ul>
      <p>
        Our people look into a story only if you ask for help with it, or if there is a report that it breaks
        the Terms.
      </p>

      <h2>How long</h2>
      <ul>
        <li>Your account and your texts: for as long as you have the account.</li>
        <li>A story or chat that you delete: gone from view at once, and from our storage 30 days later.</li>
        <li>
          A deleted account: out of view at once, removed everywhere within 24 hours. What the law obliges us
          to keep about payments and consents stays for as long as it says, without your name or e-mail
          address.
        </li>
        <li>Feedback: until it has been dealt with, or until you ask us to delete it.</li>
        <li>Logs: at most 30 days.</li>
      </ul>

      <h2>What is kept in your browser</h2>
      <p>
        A few cookies and notes that Talespark needs, and others only if you allow them. The{" "}
        <Link to="/cookie-policy">Cookie Policy</Link> names each one, and lets you change your mind.
      </p>

      <h2>Children</h2>
      <p>
        Talespark is not for people under {MINIMUM_AGE}. If we learn that somebody younger has an account, we
        delete it. If you think that your child has one, write to us.
      </p>

      <h2>Your rights</h2>
      <p>
        You can ask what we know about you, have it corrected, take it with you, have it deleted, restrict or
        object to its use, and take back a consent at any time, for the future. Name, download and deletion
        are in your settings; for all else write to <SupportAddress email={operator.email} />. We answer
        within a month. You can also complain to the data protection authority of the place where you live. No
        decision with legal effect for you is made by a machine alone.
      </p>

      <h2>Safety</h2>
      <p>
        All connections are encrypted, sessions end when you end them, and what belongs to you can be reached
        only with your sign-in. If data of yours should ever fall into wrong hands, we tell you and the
        authority as the law demands.
      </p>

      <h2>Changes</h2>
      <p>
        When this policy changes in a way that matters to you, you are asked to accept the new version. The
        rules for using Talespark stand in the <Link to="/terms">Terms</Link>.
      </p>
    </LegalPage>
  );
}
