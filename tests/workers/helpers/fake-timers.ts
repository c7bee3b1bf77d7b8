import { AsyncLocalStorage } from "node:async_hooks";
import { aroundEach, vi } from "vitest";

/*
 * Tests and objects share one isolate, so fake timers replace those of all objects. An object that an earlier test has left at work
 * would set a timer that the current test then fires: workerd refuses this, because the object's storage can't be reached from a test.
 * So timers and the time are fake for one side only, and all others keep the real ones.
 */

/** Whose code runs: a test with fake timers, or an object by its id. */
const side = new AsyncLocalStorage<string>();
const TEST = "test";

/** Gives each test of the file fake timers and a fake time for its own code. `now`: the time at its beginning, default the real one. */
export function fakeTimersInTests(now?: number): void {
  aroundEach((runTest) =>
    side.run(TEST, async () => {
      fakeTimersFor(TEST, now);
      try {
        await runTest();
      } finally {
        vi.useRealTimers();
      }
    }),
  );
}

/** Makes the timers fake that an object sets when it gets a frame over a socket. `vi.useRealTimers()` ends it. */
export function fakeTimersInObject(id: DurableObjectId): void {
  fakeTimersFor(id.toString(), undefined);
}

/** Runs an object's code so that its timers can be told from others. */
export function runAsObject<T>(id: DurableObjectId, run: () => T): T {
  return side.run(id.toString(), run);
}

function fakeTimersFor(chosen: string, now: number | undefined): void {
  const real = { setTimeout, setInterval, Date };
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"],
    ...(now === undefined ? {} : { now }),
  });
  // Fake functions clear real timers as well, so these two need no choice.
  const isChosen = () => side.getStore() === chosen;
  globalThis.setTimeout = choose(isChosen, globalThis.setTimeout, real.setTimeout);
  globalThis.setInterval = choose(isChosen, globalThis.setInterval, real.setInterval);
  globalThis.Date = choose(isChosen, globalThis.Date, real.Date);
}

/** A function or class that is the fake one for the chosen side, and the real one for all others. */
function choose<T extends (...args: never[]) => unknown>(isChosen: () => boolean, fake: T, real: T): T {
  const pick = () => (isChosen() ? fake : real);
  return new Proxy(fake, {
    apply: (_, self, args) => Reflect.apply(pick(), self, args),
    construct: (_, args) => Reflect.construct(pick(), args),
    get: (target, name) => Reflect.get(name === "now" ? pick() : target, name),
  });
}
