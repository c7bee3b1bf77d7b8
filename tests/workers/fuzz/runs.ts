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
 * Checks this run's cases. Throws for one that fails: the message has the shortest failing case that was found, and says how
 * to repeat it. `name`: the name of this run.
 */
export async function checked<Case>(
  name: string,
  cases: fc.Arbitrary<Case>,
  numRuns: number,
  check: (one: Case) => Promise<void>,
): Promise<void> {
  const result = await fc.check(fc.asyncProperty(cases, check), {
    numRuns,
    seed: toSeed(name),
    interruptAfterTimeLimit: SEARCH_MS,
    markInterruptAsFailure: true,
  });
  if (!result.failed) return;
  const { seed, cases: wanted } = inject("fuzz");
  const again = `FUZZ_SEED=${seed} FUZZ_CASES=${wanted} fails again. The case (${result.counterexamplePath}) is`;
  const cause = result.errorInstance ?? new Error(`It took longer than ${SEARCH_MS} ms.`);
  throw new Error(`${cause}\n${again}\n${print(result.counterexample)}`, { cause });
}

/** Of a longer text only the beginning and the end are printed. */
const TOLD_MAX = 1_500;

/** A case as JSON, bytes as text. */
function print(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => {
    if (one instanceof Uint8Array)
      return shorten(`bytes: ${String.fromCharCode(...one.subarray(0, 50_000))}`);
    return typeof one === "string" ? shorten(one) : one;
  });
}

function shorten(text: string): string {
  if (text.length <= TOLD_MAX) return text;
  return `${text.slice(0, TOLD_MAX / 2)}… ${text.length} in all …${text.slice(-TOLD_MAX / 2)}`;
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
