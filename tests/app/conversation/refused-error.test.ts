import { expect, test } from "vitest";
import { refusalOf } from "#app/features/conversation/refused-error.ts";

test("a refusal has the server's sentence, its code and the HTTP status", async () => {
  const body = { code: "MODEL_UNAVAILABLE", message: "The writer can't be reached right now." };
  expect(await refusalOf(Response.json(body, { status: 503 }), "Failed to fetch suggestion")).toMatchObject({
    ...body,
    status: 503,
  });
});

test("an answer that is none of ours gets the sentence of the call, and keeps its status", async () => {
  const page = new Response("<h1>Bad gateway</h1>", { status: 502 });
  expect(await refusalOf(page, "Failed to fetch suggestion")).toMatchObject({
    code: null,
    message: "Failed to fetch suggestion",
    status: 502,
  });
  const strange = Response.json({ code: "TEAPOT", message: "I am a teapot." }, { status: 418 });
  expect(await refusalOf(strange, "Failed to fetch suggestion")).toMatchObject({
    code: null,
    message: "Failed to fetch suggestion",
  });
});
