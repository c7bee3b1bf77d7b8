import { beforeEach, expect, test, vi } from "vitest";
import { addFieldsToHistory, toAttempt } from "#app/features/forms/form-state.ts";
import { NO_HISTORY } from "#app/features/forms/undo-history.ts";
import { findGenreBySlug } from "#app/features/home/genre-cards.ts";
import { createStory } from "#app/features/stories/new-story/create-story.ts";
import { parseNewStory, readNewStoryValues } from "#app/features/stories/new-story/new-story-input.ts";
import { keepStoryDraft, resumed, storyDrafts } from "#app/features/stories/new-story/story-draft.ts";
import { memoryStorage, stubNetwork, toFormData } from "#tests/app/browser.ts";
import { FREE, form, PREMIUM } from "#tests/app/examples.ts";

beforeEach(() => {
  vi.stubGlobal("sessionStorage", memoryStorage());
});

const WRITTEN = form({ genre: "Fantasy", subGenre: "Urban", character: "A courier", title: "Rent Control" });

test("a draft has what an undo brings back, for the person who typed it only", () => {
  const history = addFieldsToHistory(WRITTEN, form({ character: "A ferryman" }), NO_HISTORY);
  keepStoryDraft("ada", { values: form({ character: "A ferryman" }), history });
  expect(storyDrafts.read("ada")?.history).toEqual(history);
  expect(storyDrafts.read("grace")).toBeNull();
});

test("a draft that says nothing readable of what was before still has its text", () => {
  sessionStorage.setItem("talespark:story-draft:ada", JSON.stringify({ values: WRITTEN, history: {} }));
  expect(storyDrafts.read("ada")).toEqual({ values: WRITTEN, history: NO_HISTORY });
});

test("an empty form is not a draft, and deletes the earlier one", () => {
  keepStoryDraft("ada", { values: WRITTEN, history: NO_HISTORY });
  keepStoryDraft("ada", { values: form({ genre: "Horror", character: "  " }), history: NO_HISTORY });
  expect(storyDrafts.read("ada")).toBeNull();
});

test("the genre in the address replaces the draft's genre and its fields", () => {
  expect(resumed(WRITTEN, form({ genre: "Mystery" }), FREE)).toEqual({
    ...WRITTEN,
    genre: "Mystery",
    subGenre: "",
  });
});

test("values that the account does not allow are reset", () => {
  const wanted = form({ character: "A courier", storyLength: "ongoing", isNSFW: true });
  expect(resumed(wanted, form(), PREMIUM)).toEqual(wanted);
  expect(resumed(wanted, form(), FREE)).toEqual({ ...wanted, storyLength: "medium", isNSFW: false });
});

const WESTERN = form({
  genre: "Western",
  character: "A bookkeeper",
  description: "The bank at Tarry Creek was robbed of four dollars.",
});

async function creating(answer: () => Response) {
  stubNetwork({ "/api/stories": answer });
  const parsed = parseNewStory(WESTERN);
  if (!parsed.ok) throw new Error("The form is wrong itself.");
  return createStory(toAttempt(parsed.story, null));
}

test("the same story has the same request id, another story another id", () => {
  const western = parseNewStory(WESTERN);
  const changed = parseNewStory({ ...WESTERN, character: "A bookkeeper with a gun" });
  if (!western.ok || !changed.ok) throw new Error("The form is wrong itself.");
  const first = toAttempt(western.story, null);
  expect(toAttempt(western.story, first)).toEqual(first);
  expect(toAttempt(changed.story, first).requestId).not.toBe(first.requestId);
  expect(toAttempt(western.story, null).requestId).not.toBe(first.requestId);
});

const LIMIT = { code: "STORY_LENGTH_EXCEEDED", message: "Too long.", field: "storyLength" };
const AT_FAULT = { code: "AGE_CONFIRMATION_REQUIRED", message: "Please confirm.", field: "isNSFW" };
const SIGNED_OUT = { code: "UNAUTHENTICATED", message: "Please sign in and try again." };

test.each([
  [
    "a field that is at fault has the server's sentence",
    403,
    AT_FAULT,
    { errors: { isNSFW: "Please confirm." } },
  ],
  ["a limit of the plan applies to the whole form, even if it names a field", 402, LIMIT, { failure: LIMIT }],
  ["an ended session is reported", 401, SIGNED_OUT, { failure: expect.anything(), isSignedOut: true }],
])("%s", async (_, status, body, expected) => {
  const usual = { errors: {}, failure: null, isSignedOut: false };
  expect(await creating(() => Response.json(body, { status }))).toEqual({ ...usual, ...expected });
});

test.each([
  ["a server that has failed", () => new Response("<h1>Bad gateway</h1>", { status: 502 })],
  [
    "a network that is gone",
    () => {
      throw new TypeError("Failed to fetch");
    },
  ],
])("after %s it is said that there is no story", async (_, answer) => {
  expect(await creating(answer)).toMatchObject({ failure: { message: "Failed to create story" } });
});

const read = (...fields: [string, string][]) => readNewStoryValues(toFormData(fields));

const filled: [string, string][] = [
  ["genre", "Mystery"],
  ["subGenre:Mystery", "Cold Case"],
  ["subGenre:Horror", "Gothic"],
  ["categories", "Mafia"],
  ["character", "  A radio operator  "],
  ["description", "A voice on the harbour radio."],
  ["storyLength", "short"],
];

test("a filled form is a story; fields of other genres than the chosen one do not count", () => {
  expect(parseNewStory(read(...filled))).toMatchObject({
    ok: true,
    story: {
      genre: "Mystery",
      subGenre: "Cold Case",
      categories: [],
      character: "A radio operator",
      storyLength: "short",
      isNSFW: false,
    },
  });
});

test("Romance keeps its categories and tropes", () => {
  const chosen: [string, string][] = [
    ["categories", "Mafia"],
    ["categories", "Exes"],
    ["tropes", "Love Triangle"],
  ];
  expect(parseNewStory(read(...filled.slice(4), ["genre", "Romance"], ...chosen))).toMatchObject({
    ok: true,
    story: { categories: ["Mafia", "Exes"], tropes: ["Love Triangle"] },
  });
});

test("the typed values are returned unchanged, even invalid ones", () => {
  const values = read(["character", " x "], ["genre", "Poetry"], ["isNSFW", "on"]);
  expect(values).toMatchObject({ character: " x ", genre: "Poetry", isNSFW: true });
});

test("a genre in an address is chosen, anything else is not", () => {
  expect(findGenreBySlug("science-fiction")).toBe("Science Fiction");
  expect(findGenreBySlug("sci-fi-frontiers"), "a shelf of the home page").toBe("Science Fiction");
  expect(findGenreBySlug("Romance"), "as a person writes it").toBe("Romance");
  expect(findGenreBySlug("poetry")).toBe("");
  expect(findGenreBySlug(null)).toBe("");
});
