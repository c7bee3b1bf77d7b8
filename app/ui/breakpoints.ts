/**
 * The widths, in px, at which the layout changes: `(min-width: 768px)` and `(max-width: 767px)` are the two sides of one. A
 * style sheet writes them out, since a media query can't read a variable; a test holds every style sheet against this list.
 */
export const BREAKPOINTS: readonly number[] = [360, 380, 480, 640, 768, 960, 1024, 1200, 1280, 1536];
