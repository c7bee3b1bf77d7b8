/**
 * The least time of several runs in ms, for what else runs on the machine does not count. Stops once a run takes no more than `enough`.
 * `clock`: the time until now, in ms.
 */
export function findLeastMs(
  run: () => unknown,
  { tries = 10, enough = 0, clock = () => performance.now() } = {},
): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tried = 0; tried < tries && least > enough; tried += 1) {
    const begun = clock();
    run();
    least = Math.min(least, clock() - begun);
  }
  return least;
}
