import { afterEach, expect, vi } from "vitest";

// Fails a test that logs an unexpected error to the console. A test that expects one mocks it: vi.spyOn(console,
// "error").mockImplementation(() => {}).
const errors: unknown[][] = [];
const report = console.error;
console.error = (...args: unknown[]) => {
  if (!isLogLine(args[0])) errors.push(args);
  report(...args);
};

/** A line of the product's own log: a test that provokes a fault need not expect each of its lines. */
function isLogLine(text: unknown): boolean {
  return typeof text === "string" && /^\{"time":"[^"]+","level":"error"/.test(text);
}

afterEach(() => {
  expect(errors.splice(0), "unexpected console.error").toEqual([]);
});

// What a test has replaced is there again for the next one.
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
