import { useEffect } from "react";
import { useNavigate } from "react-router";
import { documentContext, requireUser, servicesContext } from "#app/context.ts";
import { useSessionEnded } from "#app/features/auth/use-session-ended.ts";
import { takePendingCheckout } from "#app/features/billing/kept-payments.ts";
import { Adventures } from "#app/features/home/adventures.tsx";
import { findDaytime, findHour } from "#app/features/home/daytime.ts";
import { GenreCarousel } from "#app/features/home/genre-carousel.tsx";
import { WelcomeBack } from "#app/features/home/welcome-back.tsx";
import { PAGE_PATHS } from "#app/features/layout/pages.ts";
import type { Route } from "./+types/home";
import styles from "./home.module.css";

/** The specification's number of stories on the dashboard. */
const STORIES_SHOWN = 6;

export async function loader({ context }: Route.LoaderArgs) {
  const { id, name } = await requireUser(context);
  const { stories } = context.get(servicesContext);
  const [recent, writableIds] = await Promise.all([
    stories.list({ sort: "recent", limit: STORIES_SHOWN }),
    stories.listWritableIds(),
  ]);
  const { findTimeZone } = context.get(documentContext);
  const daytime = findDaytime(findHour(findTimeZone(), new Date()));
  return { userId: id, name, stories: recent.stories, writableIds, daytime };
}

export const meta: Route.MetaFunction = () => [{ title: "Home · Talespark" }];

export default function Home({ loaderData }: Route.ComponentProps) {
  const { userId, name, stories, writableIds, daytime } = loaderData;
  const signedOut = useSessionEnded(userId);
  useWayFromCheckout();
  const latest = stories.find(({ status }) => status === "active") ?? null;
  return (
    <main id="main" tabIndex={-1} className={styles.home}>
      <WelcomeBack name={name} daytime={daytime} story={signedOut ? null : latest} />
      <div className={styles.rest}>
        <GenreCarousel />
        <Adventures stories={stories} writableIds={writableIds} signedOut={signedOut} />
      </div>
    </main>
  );
}

/** A person who returns from a checkout without its success page is redirected there. */
function useWayFromCheckout(): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (takePendingCheckout()) void navigate(PAGE_PATHS.upgradeSuccess, { replace: true });
  }, [navigate]);
}

export { PageFault as ErrorBoundary } from "#app/features/layout/page-fault.tsx";
