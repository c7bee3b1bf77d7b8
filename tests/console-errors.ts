import { afterEach, expect } from "vitest";

// An error on the console that no test asked for is a failure. A test that expects one mocks it:
// vi.spyOn(console, "error").mockImplementation(() => {}).
const errors: unknown[][] = [];
const report = console.error;
console.error = (...args: unknown[]) => {
  errors.push(args);
  report(...args);
};

afterEach(() => {
  expect(errors.splice(0), "unexpected console.error").toEqual([]);
});
