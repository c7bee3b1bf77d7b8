import { type ReactNode, useEffect, useRef } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useNavigation,
  useRouteLoaderData,
} from "react-router";
import { useIsStaticPage } from "#app/features/layout/route-settings.ts";
import { isSharedPage, OFFLINE_PATH } from "#domain/public-pages.ts";
import { chooseTheme, READER_THEME, VISITOR_THEME } from "#domain/themes.ts";
import type { Route } from "./+types/root";
import { documentContext, servicesContext } from "./context.ts";
import { findErrorReference } from "./error-reference.ts";
import { forgetReader } from "./features/auth/last-reader.ts";
import { readReadingSettings } from "./features/conversation/reading-settings/reading-settings.ts";
import { CookieBannerHost } from "./features/cookies/cookie-banner-host.tsx";
import { KeepPage, keepOpenPage, PageUnreachable } from "./features/layout/keep-page.tsx";
import { SoloPage } from "./features/layout/page.tsx";
import { PageFault } from "./features/layout/page-fault.tsx";
import { forgetUnsentCopies } from "./features/storage/unsent-text.ts";
import { forgetStories } from "./features/stories/reading/forget-offline-stories.ts";
import { tolerateTranslation } from "./tolerate-translation.ts";
import { Booky } from "./ui/booky.tsx";
import { ButtonLink } from "./ui/button.tsx";
import { focusPageIfLost } from "./ui/focus-page.ts";
import appleTouchIcon from "./ui/icons/apple-touch-icon.png?no-inline";
import favicon from "./ui/icons/favicon.svg?no-inline";
import { PAGE_COLOURS } from "./ui/page-colours.ts";
import { NoticeFromAddress, Toaster } from "./ui/show-toast.tsx";
import "./ui/fonts.css";
import "./ui/themes.css";
import "./ui/base.css";
import "./ui/shared.css";
import styles from "#app/ui/pending-bar.module.css";

if (typeof Node !== "undefined") tolerateTranslation(); // a server has none

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { person, accounts, settings } = context.get(servicesContext);
  const user = await accounts.current();
  const accountTheme = user?.settings.theme ?? (person ? READER_THEME : null);
  const cookies = request.headers.get("Cookie");
  const reading = person && readReadingSettings(cookies);
  const deviceTheme = reading && reading.theme !== "account" ? reading.theme : null;
  return {
    theme: chooseTheme(deviceTheme, accountTheme, { cookies, pathname: url.pathname }),
    accountTheme,
    reading,
    userId: person?.userId ?? null,
    currency: settings.PRICE_CURRENCY,
    /**
     * The reference of an error on this page that did not come from the server's loaders. Public pages have none: shared
     * caches keep them, and their text is the same for every request.
     */
    requestId: isSharedPage(url.pathname) && !person ? null : context.get(documentContext).requestId,
  };
}

export { onlyAfterChanges as shouldRevalidate } from "#app/features/layout/route-settings.ts";

export const clientMiddleware = [keepOpenPage];

export const links: Route.LinksFunction = () => [
  { rel: "icon", href: favicon, type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: appleTouchIcon },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

export function Layout({ children }: { children: ReactNode }) {
  // Absent where the root's own loader failed: the error page then has the visitors' theme.
  const theme = useRouteLoaderData<typeof loader>("root")?.theme ?? VISITOR_THEME;
  const isStatic = useIsStaticPage();
  useEffect(() => {
    document.documentElement.dataset["hydrated"] = ""; // programs that use the page, such as its tests, wait for this
  }, []);
  return (
    <html lang="en" data-theme={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
        />
        <meta name="color-scheme" content={theme === "dark" ? "dark" : "light"} />
        <meta name="theme-color" content={PAGE_COLOURS[theme]} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {!isStatic && <ScrollRestoration />}
        {!isStatic && <Scripts />}
      </body>
    </html>
  );
}

export default function App({ loaderData }: Route.ComponentProps) {
  const { userId } = loaderData;
  const { pathname, key } = useLocation();
  const isOffline = pathname === OFFLINE_PATH; // it came without the server's word on who reads
  const openedAt = useRef(key);
  useEffect(() => {
    if (key !== openedAt.current) focusPageIfLost(); // in a new document Tab begins at the top
  }, [key]);
  useEffect(() => {
    if (isOffline) return;
    forgetUnsentCopies(userId);
    if (userId !== null) return;
    forgetReader();
    void forgetStories();
  }, [userId, isOffline]);
  return (
    <>
      <PendingBar />
      <KeepPage />
      <NoticeFromAddress />
      <Outlet />
      <Toaster />
      <CookieBannerHost />
    </>
  );
}

/** Says that the server did not answer, that a limit refused the request, or that an error was not expected, with its reference in the log. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const document = useRouteLoaderData<typeof loader>("root");
  const isRefused = isRouteErrorResponse(error) && error.status === 429 && typeof error.data === "string";
  if (error instanceof PageUnreachable) return <PageFault />;
  const reference = findErrorReference(error) ?? document?.requestId ?? null;
  return (
    <SoloPage
      art={<Booky pose="puzzled" size={112} />}
      title={isRefused ? "One moment, please" : "Unexpected Application Error!"}
      lead={isRefused ? `${error.data} Your stories are safe.` : null}
    >
      {reference && !isRefused && <p className="note">Reference: {reference}</p>}
      <ButtonLink to="/" reloadDocument look="primary">
        To the start
      </ButtonLink>
    </SoloPage>
  );
}

/** A thin line at the top while another page is on its way, and a spinner when that takes long. */
function PendingBar() {
  const { state } = useNavigation();
  return (
    <div data-pending={state !== "idle" || undefined} className={styles.place} aria-hidden="true">
      <i className={`${styles.bar} fixed`} />
      <i className={`${styles.spinner} fixed`} data-page-spinner="" />
    </div>
  );
}
