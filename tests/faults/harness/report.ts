import { Console } from "node:console";

/** For figures of a test: printed whether it passes or fails, where Vitest shows the console of failed tests alone. */
export const report = new Console(process.stdout);
