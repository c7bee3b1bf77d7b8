/** The product has started and answered its first requests by then. */
const FIRST_MS = 10 * 60_000;
const DAY_MS = 24 * 3_600_000;

/**
 * Runs the nightly jobs of a Worker that no platform runs: ten minutes after the start, and then every 24 hours, since a machine at home
 * may be off at any hour of the night. A run that fails is tried again a day later. The timer keeps no process alive.
 */
export function startNightlyTimer(run: () => Promise<unknown>, report: (error: unknown) => void): void {
  const runSafely = () => void run().catch(report);
  setTimeout(() => {
    runSafely();
    setInterval(runSafely, DAY_MS).unref();
  }, FIRST_MS).unref();
}
