import { afterEach, expect, test, vi } from "vitest";
import { askBooky, toCurrentData } from "#app/features/stories/new-story/booky-calls.ts";
import { stubNetwork } from "../../network.ts";
import { form } from "./new-story.ts";

const DETAILS = {
  genre: "Western",
  subGenre: null,
  categories: [],
  tropes: [],
  character: "A bookkeeper",
  description: "The bank at Tarry Creek was robbed of four dollars.",
  suggestedLength: "short",
};

afterEach(() => {
  vi.unstubAllGlobals();
});

function question(values = form(), signal = new AbortController().signal) {
  const currentData = toCurrentData(values, { lengthChosen: false });
  return { currentData, ideas: values, signal, onProgress: () => undefined };
}

test("the whole form is requested as the specification says", async () => {
  const calls = stubNetwork({
    "/api/prompts/generate-full": () =>
      Response.json({ success: true, storyDetails: DETAILS, source: "model", model: "m" }),
  });
  expect(await askBooky(question(form({ character: "A clerk", genre: "Western" })))).toEqual({
    kind: "form",
    details: DETAILS,
    source: "model",
  });
  expect(calls).toEqual([
    {
      method: "POST",
      path: "/api/prompts/generate-full",
      body: {
        currentData: {
          character: "A clerk",
          genre: "Western",
          subGenre: "",
          categories: [],
          tropes: [],
          storyLength: null,
          description: "",
        },
        generateFullForm: true,
      },
    },
  ]);
});

test.each([
  ["a server that has failed", () => Response.json({ code: "INTERNAL", message: "Oh." }, { status: 500 })],
  ["an answer that is none of ours", () => new Response("<html>", { status: 200 })],
  ["a form that is no form", () => Response.json({ success: true, storyDetails: {}, source: "model" })],
])("after %s the premise is asked for", async (_, answer) => {
  const calls = stubNetwork({
    "/api/prompts/generate-full": answer,
    "/api/prompts/generate": () => Response.json({ success: true, prompt: "A premise.", source: "booky" }),
  });
  expect(await askBooky(question(form({ character: "A clerk" })))).toEqual({
    kind: "premise",
    premise: "A premise.",
    source: "booky",
  });
  expect(calls[1]).toMatchObject({ path: "/api/prompts/generate", body: { ideas: "A clerk" } });
});

test("after a refusal no other call is made", async () => {
  const calls = stubNetwork({
    "/api/prompts/generate-full": () =>
      Response.json({ code: "MONTHLY_LIMIT_EXCEEDED", message: "Used up." }, { status: 402 }),
  });
  expect(await askBooky(question())).toMatchObject({
    kind: "refused",
    failure: { code: "MONTHLY_LIMIT_EXCEEDED", message: "Used up." },
  });
  expect(calls).toHaveLength(1);
});

test("without an answer the server counts as unreachable", async () => {
  const calls = stubNetwork({});
  expect(await askBooky(question())).toEqual({ kind: "unreachable" });
  expect(calls.map(({ path }) => path)).toEqual(["/api/prompts/generate-full", "/api/prompts/generate"]);
});

test("no premise is requested if there is no room for one", async () => {
  const calls = stubNetwork({
    "/api/prompts/generate-full": () => new Response(null, { status: 502 }),
    "/api/prompts/generate": () => Response.json({ success: true, prompt: "A premise.", source: "booky" }),
  });
  expect(await askBooky({ ...question(), ideas: null })).toEqual({ kind: "unreachable" });
  expect(calls).toHaveLength(1);
});

test("after a cancellation no other call is made", async () => {
  const controller = new AbortController();
  const calls = stubNetwork({
    "/api/prompts/generate-full": () => {
      controller.abort();
      throw new TypeError("Failed to fetch");
    },
  });
  await expect(askBooky(question(form(), controller.signal))).rejects.toThrow("aborted");
  expect(calls).toHaveLength(1);
});
