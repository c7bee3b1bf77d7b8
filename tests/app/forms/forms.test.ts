import * as v from "valibot";
import { expect, test } from "vitest";
import {
  addFieldsToHistory,
  type FormHistory,
  redoFields,
  undoFields,
} from "#app/features/forms/form-state.ts";
import { readForm, readFormData } from "#app/features/forms/read-form.ts";
import { NO_HISTORY } from "#app/features/forms/undo-history.ts";
import type { NewStoryValues } from "#app/features/stories/new-story/new-story-input.ts";
import { form } from "#tests/app/examples.ts";

const OWN = form({ genre: "Horror", character: "A night porter", description: "Room 12 was never let." });
const IDEA = form({
  genre: "Mystery",
  subGenre: "Cold Case",
  character: "Mara",
  description: "A boat is late.",
});
const OTHER_IDEA = form({
  genre: "Western",
  character: "A bookkeeper",
  description: "Four dollars are gone.",
});

type Known = FormHistory<NewStoryValues>;

function undo(now: NewStoryValues, history: Known) {
  const undone = undoFields(now, history);
  if (undone === null) throw new Error("There is nothing to undo.");
  return undone;
}

function redo(now: NewStoryValues, history: Known) {
  const redone = redoFields(now, history);
  if (redone === null) throw new Error("There is nothing to redo.");
  return redone;
}

test("an undo after a second idea leads back to the first, and another one to the person's own words", () => {
  const first = undo(
    OTHER_IDEA,
    addFieldsToHistory(IDEA, OTHER_IDEA, addFieldsToHistory(OWN, IDEA, NO_HISTORY)),
  );
  expect(first.values).toEqual(IDEA);
  const second = undo(first.values, first.history);
  expect(second.values).toEqual(OWN);
  expect(undoFields(second.values, second.history)).toBeNull();
});

test("an undo brings back what an idea replaced and nothing else, and a redo what the person has made of the idea", () => {
  const changed = { ...IDEA, description: "A boat is thirty years late.", isNSFW: true };
  const undone = undo(changed, addFieldsToHistory(OWN, IDEA, NO_HISTORY));
  expect(undone.values).toEqual({ ...OWN, isNSFW: true });
  const redone = redo(undone.values, undone.history);
  expect(redone.values).toEqual(changed);
  expect(redoFields(redone.values, redone.history)).toBeNull();
});

test("what is typed between an undo and a redo is brought back by the next undo", () => {
  const undone = undo(IDEA, addFieldsToHistory(OWN, IDEA, NO_HISTORY));
  const typed = { ...undone.values, description: "Room 12 is let tonight." };
  const redone = redo(typed, undone.history);
  expect(redone.values).toEqual(IDEA);
  expect(undo(redone.values, redone.history).values).toEqual(typed);
});

test("what code leaves as it was is nothing to undo", () => {
  expect(undoFields(OWN, addFieldsToHistory(OWN, { ...OWN, tropes: [] }, NO_HISTORY))).toBeNull();
});

const schema = v.object({ returnTo: v.optional(v.string()) });

function post(body: BodyInit, type?: string): Request {
  const headers = new Headers(type === undefined ? {} : { "Content-Type": type });
  const request = new Request("https://talespark.test/login", { method: "POST", body, headers });
  if (type === undefined) request.headers.delete("Content-Type");
  return request;
}

test("a form is read in both of its types", async () => {
  const parts = new FormData();
  parts.set("returnTo", "/stories");
  const typed = new Request("https://talespark.test/login", { method: "POST", body: parts });

  expect(await readForm(typed, schema)).toEqual({ returnTo: "/stories" });
  expect(
    await readForm(
      post("returnTo=%2Fstories&more=1", "application/x-www-form-urlencoded;charset=UTF-8"),
      schema,
    ),
  ).toEqual({ returnTo: "/stories" });
});

test.each([undefined, "text/plain", "application/json", "application/x-www-form-urlencodedx"])(
  "a body of the type %s is no form",
  async (type) => {
    await expect(readForm(post("returnTo=x", type), schema)).rejects.toMatchObject({
      code: "UNSUPPORTED_MEDIA_TYPE",
      status: 415,
    });
  },
);

test.each(["multipart/form-data", "multipart/form-data; boundary=x"])(
  "a body that does not match its content type, %s, can't be read",
  async (type) => {
    await expect(readFormData(post("returnTo=x", type))).rejects.toMatchObject({ code: "INVALID_INPUT" });
  },
);

test("a field that is wrong, such as a file for a text, is named", async () => {
  const form = new FormData();
  form.set("returnTo", new File(["x"], "x.txt"));
  const request = new Request("https://talespark.test/login", { method: "POST", body: form });

  await expect(readForm(request, schema)).rejects.toMatchObject({ code: "INVALID_INPUT", field: "returnTo" });
});
