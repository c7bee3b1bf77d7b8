import { afterEach, expect, test, vi } from "vitest";
import { changeFailure, sendChange } from "#app/features/stories/changes/send-change.ts";
import { parseEdit, type StoryChange } from "#app/features/stories/changes/story-change.ts";
import type { ErrorCode } from "#domain/errors.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

function refusal(status: number, code: ErrorCode, message: string, field: string | null = null) {
  return { status, code, message, field };
}

const EDIT: StoryChange = { intent: "update", title: "", description: "" };

test.each([
  ["update", "Failed to update story. Please try again."],
  ["delete", "Failed to delete story. Please try again."],
] as const)("without an answer of ours %s fails with the specification's sentence", (intent, text) => {
  const change: StoryChange = intent === "update" ? EDIT : { intent };
  expect(changeFailure(change, null)).toEqual({ show: "toast", text });
  expect(changeFailure(change, refusal(500, "INTERNAL", "Something went wrong"))).toEqual({
    show: "toast",
    text,
  });
});

test("what the server knows better is said in its words", () => {
  const answer = refusal(403, "CONSENT_REQUIRED", "Please confirm your age and accept the terms first.");
  expect(changeFailure({ intent: "delete" }, answer)).toEqual({ show: "toast", text: answer.message });
});

test("without a session the specification's sentences ask for a login", () => {
  const answer = refusal(401, "UNAUTHENTICATED", "Please sign in and try again.");
  expect(changeFailure({ intent: "delete" }, answer)).toMatchObject({
    text: "You must be logged in to delete stories",
  });
  expect(changeFailure(EDIT, answer)).toMatchObject({ text: "You must be logged in to edit stories" });
});

test("a field at fault is named, and the plan's limit is a dialog with the specification's words", () => {
  expect(changeFailure(EDIT, refusal(400, "INVALID_INPUT", "Please enter a title", "title"))).toEqual({
    show: "fields",
    errors: { title: "Please enter a title" },
  });
  expect(changeFailure({ intent: "restore" }, refusal(402, "STORY_LIMIT_EXCEEDED", "?"))).toEqual({
    show: "limit",
    title: "Story Limit Reached",
    text: "You have reached the maximum number of stories for your current plan. Please upgrade to create more stories.",
  });
});

test("a change that cannot be sent, or is answered with a page, has failed", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  expect(await sendChange("s1", { intent: "delete" })).toEqual({ ok: false, answer: null });
  vi.stubGlobal("fetch", async () => new Response("<!doctype html>", { status: 502 }));
  expect(await sendChange("s1", { intent: "delete" })).toEqual({ ok: false, answer: null });
});

test("a change is posted as a form would post it, and asks for JSON", async () => {
  const fetch = vi.fn(async (_path: string, _init: RequestInit) => Response.json({ ok: true }));
  vi.stubGlobal("fetch", fetch);
  expect(await sendChange("s1", { intent: "update", title: "The Ninth Signal", description: "" })).toEqual({
    ok: true,
  });
  const [path, init] = fetch.mock.calls[0] ?? [];
  expect(path).toBe("/stories/s1/change");
  expect(init).toMatchObject({ method: "POST", headers: { Accept: "application/json" } });
  expect(String(init?.body)).toBe("intent=update&title=The+Ninth+Signal&description=");
});

test("the edit form has the sentences of the API; a description is optional", () => {
  expect(parseEdit({ title: "The Ninth Signal", description: "" })).toEqual({ ok: true });
  expect(parseEdit({ title: "  ", description: "short" })).toEqual({
    ok: false,
    errors: { title: "Please enter a title", description: "Description must be at least 10 characters" },
  });
});
