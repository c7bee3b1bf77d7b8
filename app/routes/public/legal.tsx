import { Fragment } from "react";
import { servicesContext } from "#app/context.ts";
import { CookieSettings } from "#app/features/cookies/cookie-banner-host.tsx";
import cookiePolicy from "#app/features/legal/cookie-policy.html?raw";
import styles from "#app/features/legal/legal-page.module.css";
import privacyPolicy from "#app/features/legal/privacy-policy.html?raw";
import terms from "#app/features/legal/terms.html?raw";
import { fillText } from "#app/features/site/fill-text.ts";
import { OwnText } from "#app/features/site/own-text.tsx";
import { describePage } from "#app/features/site/page-meta.ts";
import { SupportAddress } from "#app/features/site/site-frame.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { LEGAL_CONSENT_VERSION } from "#domain/legal.ts";
import { formatPrice } from "#domain/numbers.ts";
import { PREMIUM_OFFER } from "#domain/plan-prices.ts";
import { escapeXml } from "#domain/text.ts";
import type { Route } from "./+types/legal";

/** The texts, by the pattern of their route. */
const PAGES = {
  terms: {
    title: "Terms",
    description:
      "The rules for using Talespark: who may use it, what is yours, what it costs, and how it ends.",
    text: terms,
  },
  "privacy-policy": {
    title: "Privacy Policy",
    description:
      "What Talespark knows about you, why, who else sees it, how long it is kept, and your rights.",
    text: privacyPolicy,
  },
  "cookie-policy": {
    title: "Cookie Policy",
    description: "Every cookie and note that Talespark keeps in your browser, why, and for how long.",
    text: cookiePolicy,
  },
} as const;

/** Where the button stands that opens the choice about cookies again. */
const COOKIE_SETTINGS = "{{cookieSettings}}";

export function loader({ context, pattern }: Route.LoaderArgs) {
  const { OPERATOR_NAME, SUPPORT_EMAIL, PRICE_CURRENCY } = context.get(servicesContext).settings;
  const name = pattern as keyof typeof PAGES;
  const { title, description, text } = PAGES[name];
  const filled = fillText(text, {
    operator: escapeXml(OPERATOR_NAME),
    email: escapeXml(SUPPORT_EMAIL),
    premiumPrice: formatPrice(PREMIUM_OFFER.monthlyPriceCents, PRICE_CURRENCY),
  });
  return { path: `/${name}` as const, title, description, parts: filled.split(COOKIE_SETTINGS) };
}

export function meta({ matches, loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [];
  const { path, title, description } = loaderData;
  const origin = matches[1].loaderData?.origin;
  return describePage({ origin, path, title: `${title} · Talespark`, description });
}

/** A legal text, of the version that a consent is given for, with who it comes from. */
export default function LegalPage({ matches, loaderData: { title, parts } }: Route.ComponentProps) {
  const { operator } = matches[1].loaderData;
  return (
    <article className={`${styles.page} center-block`}>
      <h1>{title}</h1>
      <p className={styles.version}>
        Version <time dateTime={LEGAL_CONSENT_VERSION}>{LEGAL_CONSENT_VERSION}</time>
      </p>
      {parts.map((html, index) => (
        <Fragment key={html}>
          {index > 0 && (
            <p>
              <CookieSettings className={buttonClass({})} />
            </p>
          )}
          <OwnText html={html} />
        </Fragment>
      ))}
      <h2>Who runs Talespark</h2>
      <address className="break-anywhere">
        {operator.name}
        <br />
        {operator.address}
        <br />
        <SupportAddress email={operator.email} />
      </address>
    </article>
  );
}
