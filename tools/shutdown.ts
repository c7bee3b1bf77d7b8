const PARENT_CHECK_MS = 100; // a system call
// One Ctrl-C arrives twice under npm: from the terminal, and passed on by npm.
const SAME_KEY_PRESS_MS = 500;

/**
 * The wish to stop: Ctrl-C, SIGTERM, a closed terminal, or the end of whoever started this command. `asked` aborts at
 * the first; a second Ctrl-C calls `force` and ends at once.
 */
export function listenForShutdown(force: () => void): { asked: AbortSignal } {
  const controller = new AbortController();
  let askedAt: number | null = null;
  const ask = () => {
    if (askedAt === null) {
      askedAt = performance.now();
      controller.abort();
    } else if (performance.now() - askedAt > SAME_KEY_PRESS_MS) {
      force();
      process.exit(1);
    }
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, ask);
  onParentGone(() => controller.abort());
  return { asked: controller.signal };
}

/**
 * Calls back when the process that started this one is gone, however it went: a starter that sets EXIT_WITH_STDIN=1
 * holds our stdin open as long as it lives; npm does not, but leaves us with another parent.
 */
export function onParentGone(callback: () => void): void {
  if (process.env["EXIT_WITH_STDIN"] === "1") {
    process.stdin.once("end", callback);
    process.stdin.once("error", callback);
    process.stdin.resume();
    process.stdin.unref(); // watching is no reason to stay
  } else if (process.env["npm_lifecycle_event"] !== undefined) {
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) callback();
    }, PARENT_CHECK_MS).unref();
  }
}
