import { refuseHalfRestored } from "./backup/restore-state.ts";
import { provideDatabases } from "./local-databases.ts";
import { LocalServices } from "./local-services.ts";
import { appOrigin, localOrigin } from "./origins-and-proxies.ts";
import { isPortFree } from "./ports.ts";
import { Processes } from "./processes.ts";
import { type Provision, provision } from "./provision.ts";
import { Refusal } from "./refusal.ts";
import { refuseOtherState } from "./refuse-other-state.ts";
import { forThisMachine, type LocalSettings, readSettings } from "./settings.ts";
import { listenForShutdown } from "./shutdown.ts";
import { takeStateLock } from "./state-lock.ts";
import { formatTable } from "./table.ts";
import { waitUntilHealthy } from "./wait-until-healthy.ts";

/**
 * What differs between commands that run the product: what they prepare while the services start, and the server that
 * they start then.
 */
export type Serving = {
  /** Whether it serves this machine alone, whatever HOST and APP_ORIGIN are. */
  isForThisMachine?: boolean;
  prepare(settings: LocalSettings, processes: Processes): Promise<void>;
  serve(settings: LocalSettings, provision: Provision, processes: Processes): void;
};

/**
 * Runs the whole product on this machine until it is asked to stop: state lock, port, services, server, and a table of
 * the addresses. Throws a `Refusal` if something is wrong or a part ends by itself.
 */
export async function runProduct({ prepare, serve, isForThisMachine = false }: Serving): Promise<void> {
  const settings = isForThisMachine ? forThisMachine(readSettings()) : readSettings();
  const origin = appOrigin(settings);
  const lock = await takeStateLock(settings.STATE_DIR, origin);
  const processes = new Processes(settings.STATE_DIR, lock.recordGroups);
  const { asked } = listenForShutdown(() => processes.kill());
  const stopAsked = new Promise<void>((resolve) => asked.addEventListener("abort", () => resolve()));
  try {
    await Promise.race([stopAsked, run()]);
    if (asked.aborted) process.stdout.write("Stopping …\n");
  } finally {
    lock.recordStopping();
    await processes.stop();
    lock.release();
  }

  async function run(): Promise<void> {
    refuseHalfRestored(settings.STATE_DIR);
    refuseOtherState(settings.STATE_DIR);
    provideDatabases(settings.STATE_DIR, settings.DATABASES);
    if (!(await isPortFree(settings.PORT, settings.HOST))) {
      throw new Refusal(
        `PORT ${settings.PORT} is already in use: stop what listens there or choose another PORT.`,
      );
    }
    const services = new LocalServices(processes, settings.PORT);
    const [provided] = await Promise.all([provision(settings, services), prepare(settings, processes)]);
    serve(settings, provided, processes);
    const unexpectedEnd = processes.refuseEnd();
    await Promise.race([waitUntilHealthy(localOrigin(settings), asked), unexpectedEnd]);
    process.stdout.write(`\n${formatTable(provided.rows)}\n\nready ${origin}\n`);
    await unexpectedEnd;
  }
}
