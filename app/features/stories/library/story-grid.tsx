import type { MouseEvent, RefObject } from "react";
import { buttonClass } from "#app/ui/button.tsx";
import { useNearlyInView } from "#app/ui/use-nearly-in-view.ts";
import type { ListedStory } from "#domain/library.ts";
import { StoryMenu } from "../changes/story-menu.tsx";
import { listSharedTitles, StoryCard } from "../story-card.tsx";
import styles from "./library.module.css";
import type { FurtherOptions } from "./use-library-pages.ts";

type ShelfProps = {
  stories: readonly ListedStory[];
  /** The ids of the active stories that can be written in; `null`: all of them. */
  writableIds: readonly string[] | null;
  /** They are out of date. */
  outdated: boolean;
};

/** Stories as a grid of cards. */
export function StoryGrid({ stories, writableIds, outdated }: ShelfProps) {
  const shared = listSharedTitles(stories);
  return (
    <ul className="cards" aria-busy={outdated}>
      {stories.map((story) => (
        <li key={story.storyId} data-story={story.storyId}>
          <StoryCard
            story={story}
            writableIds={writableIds}
            isTwin={shared.has(story.title)}
            menu={<StoryMenu story={story} place="library" />}
          />
        </li>
      ))}
    </ul>
  );
}

type MoreLinkProps = {
  to: string;
  link: RefObject<HTMLAnchorElement | null>;
  loading: boolean;
  /** The last attempt failed: the next one is the reader's. */
  failed: boolean;
  onLoad: (options: FurtherOptions) => void;
};

/** Loads the next page below, when it is pressed and before it is scrolled to; without a script it links to it. */
export function MoreLink({ to, link, loading, failed, onLoad }: MoreLinkProps) {
  // Asked again when a load has ended: the reader may have come near meanwhile. Who has the focus on it is about to press it.
  useNearlyInView(link, `${to} ${loading}`, () => {
    if (!failed && link.current !== document.activeElement) onLoad({ movesFocus: false });
  });
  function load(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return; // opens in a new tab
    event.preventDefault();
    onLoad({ movesFocus: true });
  }
  return (
    <nav className="flex justify-center margin-top-44" aria-label="More of the library">
      <a ref={link} href={to} className={buttonClass({})} aria-disabled={loading || undefined} onClick={load}>
        {loading ? "Loading…" : "More stories"}
      </a>
    </nav>
  );
}

/** A skeleton while the stories load. */
export function StoryGridSkeleton() {
  return (
    <>
      <p role="status" className="visually-hidden">
        Loading your stories…
      </p>
      <div className="cards" aria-hidden="true">
        {SKELETONS.map((place) => (
          <div key={place} className={`${styles.coming} stack line-below`}>
            <i />
            <div className="stack content-start gap-10 padding-top-16">
              <i />
              <i />
              <i />
              <i />
            </div>
          </div>
        ))}
      </div>
    </>
  );
}

const SKELETONS = [1, 2, 3, 4, 5, 6];
