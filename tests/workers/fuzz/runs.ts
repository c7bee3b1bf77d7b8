import fc from "fast-check";
import { inject } from "vitest";
import { hashFnv1a } from "#domain/hash.ts";

/** The search for a shorter failing case ends after this time. */
const SEARCH_MS = 60_000;

declare module "vitest" {
  export interface ProvidedContext {
    /** How many cases the fuzz tests try in all, and the seed that these follow from. */
    fuzz: { cases: number; seed: number };
  }
}

/** The seed of one run. Each run has its own seed, because with the same seed all would try the same cases. */
function toSeed(name: string): number {
  return (inject("fuzz").seed ^ hashFnv1a(name)) | 0;
}

/**
 * Tries the cases of the run with this name. If one fails, throws an error with the shortest failing case that was found. With the seed in
 * the title of the test, it fails again.
 */
export async function checked<Case>(
  name: string,
  cases: fc.Arbitrary<Case>,
  numRuns: number,
  check: (one: Case) => Promise<void>,
): Promise<void> {
  await fc.assert(fc.asyncProperty(cases, check), {
    numRuns,
    seed: toSeed(name),
    interruptAfterTimeLimit: SEARCH_MS,
    markInterruptAsFailure: true,
  });
}

/** No answer takes this long, even on a busy machine. */
const HANGS_AFTER_MS = 10_000;

/** Waits for an answer; throws if it hangs. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${HANGS_AFTER_MS} ms.`)), HANGS_AFTER_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
