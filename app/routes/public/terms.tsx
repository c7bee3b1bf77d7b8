import { Link } from "react-router";
import { useCurrency } from "#app/features/billing/use-currency.ts";
import { LegalPage } from "#app/features/legal/legal-page.tsx";
import { describePage } from "#app/features/site/page-meta.ts";
import { SupportAddress } from "#app/features/site/site-frame.tsx";
import { ADULT_AGE, MINIMUM_AGE } from "#domain/legal.ts";
import { formatPrice } from "#domain/numbers.ts";
import { PLAN_LIMITS } from "#domain/plan.ts";
import { GUARANTEE_DAYS, PLAN_OFFERS } from "#domain/plan-prices.ts";
import type { Route } from "./+types/terms";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return describePage({
    origin: matches[1].loaderData?.origin,
    path: "/terms",
    title: "Terms · Talespark",
    description:
      "The rules for using Talespark: who may use it, what is yours, what it costs, and how it ends.",
  });
}

export default function Terms({ matches }: Route.ComponentProps) {
  const { operator } = matches[1].loaderData;
  const currency = useCurrency();
  const premium = PLAN_OFFERS.find(({ id }) => id === "premium");
  return (
    <LegalPage title="Terms" operator={operator}>
      <p>
        These terms are an agreement between you and {operator.name} (“we”). They say what you can expect of
        Talespark and what we expect of you. By creating an account, and by confirming it when you first come
        in, you accept them. You reach us at <SupportAddress email={operator.email} />.
      </p>

      <h2>1. What Talespark is</h2>
      <p>
        Talespark is a website on which you write interactive stories together with a language model, and talk
        with characters that such a model plays. You write; the model replies; both are kept in your account.
        One piece of generated text or one picture is paid for in Sparks, of which each plan includes a number
        a month.
      </p>

      <h2>2. Who may use it</h2>
      <ul>
        <li>You must be at least {MINIMUM_AGE} years old. Whoever is younger may not use Talespark.</li>
        <li>
          Where the law of your country asks for a higher age, or for the consent of a parent or guardian,
          that applies as well.
        </li>
        <li>
          Adult (NSFW) content is only for people who are {ADULT_AGE} or older. It is off until you confirm
          that you are, and you can take the confirmation back in your settings.
        </li>
        <li>
          One person, one account. What happens in your account is yours to answer for; keep your sign-in to
          yourself, and tell us if somebody else has got hold of it.
        </li>
      </ul>

      <h2>3. What you write is yours</h2>
      <p>
        You keep all rights in what you write. As far as the law gives rights in generated texts and pictures,
        and as far as they are ours to give, we give them to you: you may publish, sell or change your
        stories, and need not name us. You give us permission to store your texts, to show them to you, and to
        hand them to the model that continues them, for as long as they are in your account and only to run
        the product for you. We do not publish your stories and do not use them to train models. If you share
        a reading copy, whoever has its link can read it until you stop sharing it.
      </p>

      <h2>4. What generated text is, and is not</h2>
      <p>
        Replies are made by a machine. They are fiction. They can be wrong, surprising, offensive, or resemble
        what others have written. They are no advice about health, law, money or anything else, and characters
        are no people. Before you publish a story, read it.
      </p>

      <h2>5. What is not allowed</h2>
      <ul>
        <li>Sexual content that involves minors or people who look or act like minors, in any form.</li>
        <li>
          Content that threatens, harasses or sexualises real people, or that passes itself off as theirs.
        </li>
        <li>
          Instructions for serious harm, and anything that is against the law where you are or where we are.
        </li>
        <li>
          Breaking into the service, overloading it, going around its limits, or reselling access to it
          without our agreement.
        </li>
      </ul>
      <p>
        We may block such content, and suspend or close the account that it comes from. We tell you why,
        unless the law forbids it, and you can object by writing to us; a person looks at your objection.
      </p>

      <h2>6. Plans and prices</h2>
      <ul>
        <li>
          The Free plan costs nothing. It includes {PLAN_LIMITS.free.activeStories} active story and{" "}
          {PLAN_LIMITS.free.sparksPerMonth} Sparks a calendar month.
        </li>
        {premium && (
          <li>
            Premium costs {formatPrice(premium.monthlyPriceCents, currency)} a month, with the tax that the
            payment page names. It is paid a month in advance and renews each month until you cancel.
          </li>
        )}
        <li>Sparks that you do not use do not move on to the next month, and have no value in money.</li>
        <li>
          You can cancel at any time in your settings. You then keep what you paid for to the end of the paid
          month; after that your account goes on as a Free one, and none of your texts is deleted because of
          it.
        </li>
        <li>
          If we change a price, we tell you at least 30 days ahead, and you can cancel before it takes effect.
        </li>
      </ul>
      <h3>The {GUARANTEE_DAYS}-day satisfaction guarantee</h3>
      <p>
        The first month that you pay for has a {GUARANTEE_DAYS}-day satisfaction guarantee: write to{" "}
        <SupportAddress email={operator.email} /> within {GUARANTEE_DAYS} days of that payment, and you get it
        back in full. You need not give a reason. A right of withdrawal that the law gives you is not touched
        by this.
      </p>

      <h2>7. How it can end</h2>
      <p>
        You can take your data with you and delete your account in your settings. Your stories, characters and
        pictures are then out of view at once and removed from our storage within 24 hours; we keep what the
        law obliges us to keep about payments and consents, without your name or e-mail address. We may end
        this agreement with 30 days’ notice, or at once if you break section 5 in a serious way; what you paid
        for the time after that is returned, unless you caused it.
      </p>

      <h2>8. If something goes wrong</h2>
      <p>
        We take care that your stories are safe and that the service runs, but we cannot promise that it never
        fails or that every feature stays as it is. We are liable without limit for intent and gross
        negligence, for injury to life, body or health, and where the law says that liability cannot be
        excluded. Otherwise our liability is limited to foreseeable damage, and to what you paid us in the
        twelve months before. The rights that the law gives you as a consumer are not limited by anything
        here.
      </p>

      <h2>9. Changes</h2>
      <p>
        When these terms change in a way that matters to you, you are asked to accept the new version before
        you go on. The version that you accepted, and when, is kept with your account.
      </p>

      <h2>10. The rest</h2>
      <p>
        If one of these rules is not valid, the others stay. The law of the country in which the operator is
        established applies; if you are a consumer, so does the protection that the law of your own country
        gives you, and you can go to court there. What happens to your data stands in the{" "}
        <Link to="/privacy-policy">Privacy Policy</Link>, what is kept in your browser in the{" "}
        <Link to="/cookie-policy">Cookie Policy</Link>.
      </p>
    </LegalPage>
  );
}
