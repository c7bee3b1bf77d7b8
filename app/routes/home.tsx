import { useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import * as v from "valibot";
import { documentContext, requireUser, servicesContext } from "#app/context.ts";
import { asFailure, callApi } from "#app/features/api/call-api.ts";
import { takePendingCheckout } from "#app/features/billing/kept-payments.ts";
import { GenreCarousel } from "#app/features/home/genre-carousel.tsx";
import { findDaytime, findHour } from "#app/features/home/greeting.ts";
import { WelcomeBack } from "#app/features/home/welcome-back.tsx";
import { PAGE_PATHS } from "#app/features/layout/pages.ts";
import { listSharedTitles, StoryCard } from "#app/features/stories/story-card.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { toSignInPath } from "#domain/return-path.ts";
import type { StoryRecord } from "#domain/story-record.ts";
import type { Route } from "./+types/home";
import styles from "./home.module.css";

/** The specification's number of stories on the dashboard. */
const STORIES_SHOWN = 6;

export async function loader({ context }: Route.LoaderArgs) {
  const { stories } = context.get(servicesContext);
  const [{ id, name }, recent, writableIds] = await Promise.all([
    requireUser(context),
    stories.list({ limit: STORIES_SHOWN }),
    stories.listWritableIds(),
  ]);
  let latest = recent.records.find(({ status }) => status === "active") ?? null;
  if (latest === null && recent.next !== null) {
    const active = await stories.list({ status: "active", limit: 1 }); // all that are shown are archived
    latest = active.records[0] ?? null;
  }
  const { findTimeZone } = context.get(documentContext);
  const daytime = findDaytime(findHour(findTimeZone(), new Date()));
  return {
    userId: id,
    name,
    stories: recent.records,
    latest,
    writableIds,
    daytime,
  };
}

export const meta: Route.MetaFunction = () => [{ title: "Home · Talespark" }];

export default function Home({ loaderData }: Route.ComponentProps) {
  const { userId, name, stories, latest, writableIds, daytime } = loaderData;
  const signedOut = useSessionEnded(userId);
  useWayFromCheckout();
  return (
    <main id="main" tabIndex={-1} className={styles.home}>
      <WelcomeBack name={name} daytime={daytime} story={signedOut ? null : latest} />
      <div className={`${styles.rest} stack center-block`}>
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

type AdventuresProps = {
  stories: StoryRecord[];
  /** The ids of the active stories that can be written in; `null`: all of them. */
  writableIds: readonly string[] | null;
  /** The session has ended while the page is open: the person's data must not stay visible. */
  signedOut: boolean;
};

/** The stories that one was in last. */
function Adventures({ stories, writableIds, signedOut }: AdventuresProps) {
  const shared = listSharedTitles(stories);
  return (
    <section className="stack gap-24" aria-labelledby="adventures">
      <div className="spread column-gap-20">
        <h2 id="adventures">Continue Your Adventures</h2>
        {!signedOut && stories.length > 0 && (
          <Link to={PAGE_PATHS.library} className="row tap-height strong no-underline underlined-on-hover">
            Your Library
          </Link>
        )}
      </div>
      {signedOut ? (
        <SignedOut />
      ) : stories.length === 0 ? (
        <None />
      ) : (
        <ul className="cards">
          {stories.map((story) => (
            <li key={story.storyId}>
              <StoryCard story={story} writableIds={writableIds} isTwin={shared.has(story.title)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function None() {
  return (
    <EmptyState pose="asleep" text="No adventures yet, so Booky dozed off. The first page wakes him.">
      <ButtonLink to={PAGE_PATHS.newStory}>Start Your First Story</ButtonLink>
    </EmptyState>
  );
}

function SignedOut() {
  return (
    <div role="alert">
      <EmptyState pose="puzzled" text="Please log in to view your adventures.">
        <ButtonLink to={toSignInPath(PAGE_PATHS.home)} reloadDocument>
          Sign In
        </ButtonLink>
      </EmptyState>
    </div>
  );
}

/**
 * Whether the session has ended while the page is open, for example by a logout in another tab. Asked whenever the person comes back to
 * the page. One that the browser's Back button restores is loaded again (`signed-in/guard.tsx`).
 */
function useSessionEnded(userId: string): boolean {
  const [ended, setEnded] = useState(false);
  useEffect(() => {
    let left = false;
    const ask = async () => {
      if (document.visibilityState === "hidden") return;
      const isOver = await isSessionOver(userId);
      if (!left && isOver !== null) setEnded(isOver);
    };
    document.addEventListener("visibilitychange", ask);
    return () => {
      left = true;
      document.removeEventListener("visibilitychange", ask);
    };
  }, [userId]);
  return ended;
}

/** `null` where nothing could be asked: offline is not signed out. */
async function isSessionOver(userId: string): Promise<boolean | null> {
  try {
    await callApi("GET", `/api/users/${encodeURIComponent(userId)}`, v.unknown());
    return false;
  } catch (error) {
    const { code } = asFailure(error);
    return code === "UNREACHABLE" ? null : code === "UNAUTHENTICATED";
  }
}
