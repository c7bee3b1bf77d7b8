import { afterEach, expect } from "vitest";

// Fails a test that logs an unexpected error to the console. A test that expects one mocks it: vi.spyOn(console,
// "error").mockImplementation(() => {}).
const errors: unknown[][] = [];
const report = console.error;
console.error = (...args: unknown[]) => {
  errors.push(args);
  report(...args);
};

afterEach(() => {
  expect(errors.splice(0), "unexpected console.error").toEqual([]);
});
