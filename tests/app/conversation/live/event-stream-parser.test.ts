import { expect, test } from "vitest";
import { createEventStreamParser } from "#app/features/conversation/live/event-stream-parser.ts";

function parse(...pieces: string[]): string[] {
  const told: string[] = [];
  const take = createEventStreamParser({
    onData: (data) => told.push(data),
    onComment: () => told.push("(comment)"),
  });
  for (const piece of pieces) take(piece);
  return told;
}

test("an event is reported when its empty line has arrived, not before", () => {
  expect(parse("data: one\n")).toEqual([]);
  expect(parse("data: one\n", "\n")).toEqual(["one"]);
});

test("line ends of either kind, cut anywhere, are the same", () => {
  expect(parse("data: one\r\n\r", "\ndata: two\r\n\r\n")).toEqual(["one", "two"]);
});

test("data of several lines are one event", () => {
  expect(parse("data: one\ndata:two\n\n")).toEqual(["one\ntwo"]);
});

test("comments are reported, other fields are ignored", () => {
  expect(parse(":\n\nid: m2:8\nevent: x\nretry: 5\ndata: one\n\n: hello\n")).toEqual([
    "(comment)",
    "one",
    "(comment)",
  ]);
});
