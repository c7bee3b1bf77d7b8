import { ChevronLeft, ChevronRight, Pause, Play } from "lucide-react";
import { type KeyboardEvent, useCallback, useId, useState } from "react";
import { Link } from "react-router";
import { PAGE_PATHS } from "#app/features/layout/pages.ts";
import { IconButton } from "#app/ui/button.tsx";
import { genreSlug } from "#app/ui/genre-hue.ts";
import { useReducedMotion } from "#app/ui/media-queries.ts";
import { findNeighbour, findPlaceShowing, useAttention, useAutoplay, useSnapRow } from "./carousel-motion.ts";
import { GENRE_CARDS, type GenreCard, toCardCover } from "./genre-cards.ts";
import styles from "./genre-carousel.module.css";

/**
 * Six genres to begin with. It moves on by itself until somebody looks closer, after the pattern of the ARIA practices:
 * a region, slides that say which they are, a button that stops it. Before it is alive it is a row that scrolls.
 */
export function GenreCarousel() {
  const { viewport, alive, held, place, count, show, drag } = useSnapRow();
  const still = useReducedMotion();
  const [stopped, setStopped] = useState(false);
  const [said, setSaid] = useState("");
  const { attended, props: attention } = useAttention();
  const id = useId();

  const next = useCallback(() => show(findNeighbour(place, 1, count), still), [show, place, count, still]);
  useAutoplay(alive && !still && !stopped && !attended && !held, place, next);

  /** At once: what has the focus is not to be waited for. */
  function bringIntoView(slide: number): void {
    const to = findPlaceShowing(slide, { place, count, slides: GENRE_CARDS.length });
    if (to !== place) show(to, true);
  }

  function turn(by: 1 | -1): void {
    const to = findNeighbour(place, by, count);
    show(to, still);
    setSaid(`Slide ${to + 1} of ${GENRE_CARDS.length}: ${GENRE_CARDS[to]?.title ?? ""}`);
  }

  return (
    <section
      className={`${styles.carousel} stack gap-20`}
      data-live={alive ? "" : undefined}
      aria-roledescription="carousel"
      aria-labelledby={id}
      {...attention}
    >
      <div className={`${styles.head} row space-between tap-height gap-12`}>
        <h2 id={id}>Start from a genre</h2>
        <div className={`${styles.controls} flex`}>
          {!still && (
            <IconButton
              label={stopped ? "Start the slide show" : "Stop the slide show"}
              icon={stopped ? <Play size={18} /> : <Pause size={18} />}
              onClick={() => setStopped(!stopped)}
            />
          )}
          <IconButton label="Previous slide" icon={<ChevronLeft size={20} />} onClick={() => turn(-1)} />
          <IconButton label="Next slide" icon={<ChevronRight size={20} />} onClick={() => turn(1)} />
        </div>
      </div>
      <div className={styles.viewport} ref={viewport} {...drag}>
        <div className={styles.row}>
          {GENRE_CARDS.map((card, index) => (
            <Slide key={card.title} card={card} index={index} onFocus={() => bringIntoView(index)} />
          ))}
        </div>
      </div>
      <div className={`${styles.dots} row justify-center gap-10`} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its place
          <i key={index} data-here={index === place || undefined} />
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </section>
  );
}

type SlideProps = {
  card: GenreCard;
  index: number;
  /** It got the focus by the keyboard. */
  onFocus: () => void;
};

function Slide({ card, index, onFocus }: SlideProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no slide
    <div
      className={`${styles.slide} min-width-0`}
      role="group"
      aria-roledescription="slide"
      aria-label={`${index + 1} of ${GENRE_CARDS.length}`}
    >
      <Link
        to={`${PAGE_PATHS.newStory}?genre=${genreSlug(card.genre)}`}
        className={`${styles.card} block unselectable no-underline`}
        prefetch="intent"
        draggable={false}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(":focus-visible")) onFocus();
        }}
        onKeyDown={(event) => moveFocus(event, index)}
      >
        <span className={styles.cover}>
          <img src={toCardCover(card)} alt="" width={300} height={340} decoding="async" draggable={false} />
        </span>
        <b className="block title">{card.title}</b>
        <span className="note">{card.line}</span>
      </Link>
    </div>
  );
}

/** The arrow keys are a short way from slide to slide; Tab takes it as well. */
function moveFocus(event: KeyboardEvent<HTMLElement>, index: number): void {
  const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  const slides = event.currentTarget.closest(`.${styles.row}`)?.querySelectorAll("a");
  const next = slides?.[index + by];
  if (by === 0 || next === undefined) return;
  event.preventDefault();
  next.focus({ preventScroll: true });
}
