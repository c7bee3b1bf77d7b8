import { inProject } from "#tools/paths.ts";
import type { Figure } from "./figures.ts";

/** The folder of the results, one file for each run of the benchmark. */
export const RESULTS = inProject(".cache", "bench");

/** What one measure has found. `at`: when it began, ISO 8601; `load`: of the machine in the minute before. */
export type Result = { name: string; at: string; load: number; figures: Figure[] };
