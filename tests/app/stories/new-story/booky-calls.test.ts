import { afterEach, expect, test, vi } from "vitest";
import { askBooky } from "#app/features/stories/new-story/booky-calls.ts";
import { currentDataOf } from "#app/features/stories/new-story/fill.ts";
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

type Call = { path: string; body: unknown };

/** The network: what each path answers, and what was asked. */
function network(answers: Record<string, () => Response>): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    init.signal?.throwIfAborted();
    calls.push({ path, body: JSON.parse(String(init.body)) });
    const answer = answers[path];
    if (answer === undefined) throw new TypeError("Failed to fetch");
    return answer();
  });
  return calls;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

function question(values = form(), signal = new AbortController().signal) {
  return { currentData: currentDataOf(values, { lengthChosen: false }), ideas: values, signal };
}

test("the whole form is asked for as the specification calls it", async () => {
  const calls = network({
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
  const calls = network({
    "/api/prompts/generate-full": answer,
    "/api/prompts/generate": () => Response.json({ success: true, prompt: "A premise.", source: "booky" }),
  });
  expect(await askBooky(question(form({ character: "A clerk" })))).toEqual({
    kind: "premise",
    premise: "A premise.",
    source: "booky",
  });
  expect(calls[1]).toEqual({ path: "/api/prompts/generate", body: { ideas: "A clerk" } });
});

test("a refusal is not asked for another way", async () => {
  const calls = network({
    "/api/prompts/generate-full": () =>
      Response.json({ code: "MONTHLY_LIMIT_EXCEEDED", message: "Used up." }, { status: 402 }),
  });
  expect(await askBooky(question())).toEqual({
    kind: "refused",
    refusal: { code: "MONTHLY_LIMIT_EXCEEDED", status: 402, message: "Used up.", field: null },
  });
  expect(calls).toHaveLength(1);
});

test("where nobody answers, nobody could be reached", async () => {
  const calls = network({});
  expect(await askBooky(question())).toEqual({ kind: "unreachable" });
  expect(calls.map(({ path }) => path)).toEqual(["/api/prompts/generate-full", "/api/prompts/generate"]);
});

test("no premise is asked for where there is no room for one", async () => {
  const calls = network({
    "/api/prompts/generate-full": () => new Response(null, { status: 502 }),
    "/api/prompts/generate": () => Response.json({ success: true, prompt: "A premise.", source: "booky" }),
  });
  expect(await askBooky({ ...question(), ideas: null })).toEqual({ kind: "unreachable" });
  expect(calls).toHaveLength(1);
});

test("what was cancelled is not asked for another way", async () => {
  const controller = new AbortController();
  const calls = network({
    "/api/prompts/generate-full": () => {
      controller.abort();
      throw new TypeError("Failed to fetch");
    },
  });
  await expect(askBooky(question(form(), controller.signal))).rejects.toThrow("aborted");
  expect(calls).toHaveLength(1);
});
