import { DrizzleQueryError } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { describeError, logLine, nameVersion } from "#workers/logging.ts";

it("the log of a query that failed has its SQL and the cause, and nothing that a person wrote", () => {
  const failed = new DrizzleQueryError(
    "select ?",
    ["a secret of a story"],
    new Error("D1_ERROR: no such table"),
  );
  const fields = describeError(failed);
  expect(fields).toMatchObject({
    error: "Failed query: select ?",
    cause: expect.stringContaining("no such table"),
  });
  expect(JSON.stringify(fields)).not.toContain("secret");
});

describe("a line of the log", () => {
  it("names the version that wrote it, also outside of a request", () => {
    const write = vi.spyOn(console, "log").mockImplementation(() => {});
    nameVersion({ id: "6a6cd8ef-0ed3-4b8f-9bd7-6f6dd4a4dd33" });

    logLine("info", "turn");

    expect(write.mock.calls.map(([text]) => JSON.parse(String(text)))).toEqual([
      expect.objectContaining({ event: "turn", version: "6a6cd8ef-0ed3-4b8f-9bd7-6f6dd4a4dd33" }),
    ]);
    write.mockRestore();
  });
});
