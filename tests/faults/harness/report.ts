import { Console } from "node:console";

/** Prints the figures of a test, also if it passes: Vitest hides what such a test writes to the console. */
export const report = new Console(process.stdout);
