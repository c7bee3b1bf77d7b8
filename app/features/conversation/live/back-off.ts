/** How long to wait after so many failures in a row: twice as long each time, within these limits. */
type BackOff = { firstMs: number; longestMs: number };

/** The time to wait before the next try, in ms. Half of it at random: a server that comes back is not met by all at once. */
export function computeBackOffMs(
  failures: number,
  { firstMs, longestMs }: BackOff,
  random: () => number = Math.random,
): number {
  const wait = Math.min(longestMs, firstMs * 2 ** failures);
  return wait / 2 + (wait / 2) * random();
}
