const PARENT_CHECK_MS = 100; // costs one system call
// Under npm one Ctrl-C arrives twice: from the terminal, and again from npm.
const SAME_KEY_PRESS_MS = 500;

/**
 * Listens for requests to stop: Ctrl-C, SIGTERM, a closed terminal, or the end of the process that started this
 * command. `asked` aborts at the first one; a second Ctrl-C calls `force` and ends at once.
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
 * Calls `callback` when the process that started this one has ended, even by a crash. A starter that sets
 * EXIT_WITH_STDIN=1 holds our stdin open until it ends. npm does not, but then the system gives us another parent.
 */
export function onParentGone(callback: () => void): void {
  if (process.env["EXIT_WITH_STDIN"] === "1") {
    process.stdin.once("end", callback);
    process.stdin.once("error", callback);
    process.stdin.resume();
    process.stdin.unref(); // this listener must not keep the process running
  } else if (process.env["npm_lifecycle_event"] !== undefined) {
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) callback();
    }, PARENT_CHECK_MS).unref();
  }
}
