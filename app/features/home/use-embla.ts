import useEmblaCarousel from "embla-carousel-react";
import { useEffect, useState } from "react";
import { GLIDE_MS, Glide, slidesMoved } from "./carousel-motion.ts";

export type Embla = NonNullable<ReturnType<typeof useEmblaCarousel>[1]>;

/** Embla's duration while a pointer holds it; above it glides, at 0 it jumps. */
const HELD_BELOW = 1;

/**
 * Embla with the specification's glide and swipe. `embla` is `null` until it is alive: before that, and without a script,
 * the viewport is a row that scrolls. `place` is the snap that it shows or glides to, of `count`.
 */
export function useEmbla() {
  const [viewport, api] = useEmblaCarousel({
    align: "start",
    containScroll: "trimSnaps",
    watchFocus: false, // it follows the Tab key only where the focus moves within 10 ms of it
  });
  const [position, setPosition] = useState<{ place: number; count: number }>({ place: 0, count: 0 });
  const [held, setHeld] = useState(false);

  useEffect(() => {
    if (!api) return;
    const read = () => setPosition({ place: api.selectedScrollSnap(), count: api.scrollSnapList().length });
    const begin = () => {
      glideInTime(api);
      read();
    };
    begin();
    const stopScrolling = takeOverScrolling(api);
    const stopSwipes = swipeByDistance(api, setHeld);
    api.on("reInit", begin).on("select", read);
    return () => {
      api.off("reInit", begin).off("select", read);
      stopSwipes();
      stopScrolling();
    };
  }, [api]);

  return { viewport, embla: api ?? null, held, ...position };
}

/** Puts the glide in the place of Embla's spring. A new engine comes with every change of size. */
function glideInTime(api: Embla): void {
  const engine = api.internalEngine();
  const spring = engine.scrollBody;
  const glide = new Glide(GLIDE_MS);
  engine.scrollBody = {
    ...spring,
    seek() {
      const { location, previousLocation, target } = engine;
      const glides = spring.duration() >= HELD_BELOW;
      if (!glides) glide.rest();
      const next = glides ? glide.next(location.get(), target.get()) : target.get();
      previousLocation.set(spring.duration() === 0 ? next : location);
      location.set(next);
      return engine.scrollBody;
    },
  };
}

/**
 * From the row that scrolls to the carousel that moves: it goes on from where the row was. From then on the browser, which
 * scrolls to what gets the focus, is not to move it as well. Returns how to stop.
 */
function takeOverScrolling(api: Embla): () => void {
  const root = api.rootNode();
  const [slide] = api.slideNodes();
  const place = Math.round(root.scrollLeft / Math.max(1, slide?.offsetWidth ?? 0));
  const stay = () => {
    root.scrollLeft = 0;
  };
  stay();
  if (place > 0) api.scrollTo(Math.min(place, api.scrollSnapList().length - 1), true);
  root.addEventListener("scroll", stay);
  return () => root.removeEventListener("scroll", stay);
}

/** Decides by its length in px where a drag ends; Embla would by its force. Returns how to stop. */
function swipeByDistance(api: Embla, setHeld: (held: boolean) => void): () => void {
  let from = { x: 0, place: 0 };
  let x = 0;
  const follow = (event: PointerEvent) => {
    x = event.clientX;
  };
  const begin = (event: PointerEvent) => {
    x = event.clientX;
    from = { x, place: api.selectedScrollSnap() };
  };
  const hold = () => setHeld(true);
  const land = () => {
    setHeld(false);
    const [slide] = api.slideNodes();
    const moved = slidesMoved(x - from.x, slide?.offsetWidth ?? 0);
    const last = api.scrollSnapList().length - 1;
    api.scrollTo(Math.min(Math.max(from.place + moved, 0), last));
  };
  const root = api.rootNode();
  root.addEventListener("pointerdown", begin, true);
  window.addEventListener("pointermove", follow);
  window.addEventListener("pointerup", follow);
  api.on("pointerDown", hold).on("pointerUp", land);
  return () => {
    root.removeEventListener("pointerdown", begin, true);
    window.removeEventListener("pointermove", follow);
    window.removeEventListener("pointerup", follow);
    api.off("pointerDown", hold).off("pointerUp", land);
  };
}
