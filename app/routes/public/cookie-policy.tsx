import type { ReactNode } from "react";
import { Link } from "react-router";
import { CookieSettings } from "#app/features/cookies/cookie-banner-host.tsx";
import { KEPT_ITEMS } from "#app/features/cookies/cookie-list.ts";
import { LegalPage } from "#app/features/legal/legal-page.tsx";
import { describePage } from "#app/features/site/page-meta.ts";
import { SupportAddress } from "#app/features/site/site-frame.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import type { Route } from "./+types/cookie-policy";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return describePage({
    origin: matches[1].loaderData?.origin,
    path: "/cookie-policy",
    title: "Cookie Policy · Talespark",
    description: "Every cookie and note that Talespark keeps in your browser, why, and for how long.",
  });
}

export default function CookiePolicy({ matches }: Route.ComponentProps) {
  const { operator } = matches[1].loaderData;
  return (
    <LegalPage title="Cookie Policy" operator={operator}>
      <p>
        This page names everything that Talespark keeps in your browser: cookies, which are sent along with
        each request, and notes in the browser’s own storage, which are not. “Cookies” means both here.
      </p>

      <h2>Three kinds</h2>
      <ul>
        <li>
          <b>Necessary</b> ones make Talespark work: signing in, keeping what you typed, remembering this
          choice. They are always on, and the law asks for no consent to them.
        </li>
        <li>
          <b>Functional</b> ones keep your settings on this device for the next visit. Without them the
          settings hold until you close the browser.
        </li>
        <li>
          <b>Analytics</b> tells us which notice led to a purchase. Nothing of the kind is loaded unless you
          allow it.
        </li>
      </ul>

      <h2>Your choice</h2>
      <p>
        The first time you come here, you are asked: Accept All, Only Necessary, or one by one under Manage
        Cookies. Until you choose, only what is necessary is kept. You can change your mind whenever you like;
        what you no longer allow is removed at once. Without JavaScript nothing optional is kept, and there is
        nothing to choose.
      </p>
      <p>
        <CookieSettings className={buttonClass({})} />
      </p>

      <h2>Each of them</h2>
      <table>
        <caption>What is kept in your browser</caption>
        <thead>
          <tr>
            <th scope="col">Name and place</th>
            <th scope="col">What for</th>
            <th scope="col">How long</th>
            <th scope="col">Kind</th>
          </tr>
        </thead>
        <tbody>
          {KEPT_ITEMS.map(({ name, kind, why, howLong, purpose }) => (
            <tr key={name}>
              <td>
                {breakAfterColons(name)}
                <br />
                {kind}
              </td>
              <td>{why}</td>
              <td>{howLong}</td>
              <td>{purpose}</td>
            </tr>
          ))}
        </tbody>
      </table>

      <h2>Questions</h2>
      <p>
        Your browser can also show and delete what a site has kept. For anything else write to{" "}
        <SupportAddress email={operator.email} />, or read the{" "}
        <Link to="/privacy-policy">Privacy Policy</Link>.
      </p>
    </LegalPage>
  );
}

/** A name that may break between a colon and a word, as it may after a hyphen. */
function breakAfterColons(name: string): ReactNode {
  const end = name.search(/:\w/) + 1;
  if (end === 0) return name;
  return (
    <>
      {name.slice(0, end)}
      <wbr />
      {breakAfterColons(name.slice(end))}
    </>
  );
}
