import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { CHARACTER_IDEAS, fillCharacter } from "#domain/character-fill.ts";
import type { StoryDetails, WrittenBy } from "#domain/form-fill.ts";
import { createId } from "#domain/ids.ts";
import type { CharacterTexts } from "#domain/record-parts.ts";
import { STORY_IDEAS } from "#domain/story-ideas.ts";
import { newStorySchema } from "#domain/story-schemas.ts";
import { modelRequests } from "#tests/durable-objects/story-reader.ts";
import { FILLED_FORM, type ReplyScript, replyScript } from "#tests/fakes/reply-script.ts";
import { addCharge, readCharges } from "#tests/workers/helpers/billing.ts";
import { describeAnswer, scriptedModels, TestSite } from "#tests/workers/helpers/site.ts";

type Filled = { success: true; storyDetails: StoryDetails } & WrittenBy;
type Prompted = { success: true; prompt: string } & WrittenBy;

const FULL = "/api/prompts/generate-full";
const IDEAS = "/api/prompts/generate";
const ANSWER = FILLED_FORM;

const CHARGED = [{ state: "charged", sparks: 1 }];
const REFUNDED = [{ state: "refunded", sparks: 1 }];

function siteWithModel(): TestSite {
  return new TestSite({ ...scriptedModels(), AI_STRUCTURED_MODEL: "scripted-json" });
}

/** An empty form, with the fake model's instructions where given. */
function form(typed: Record<string, unknown> = {}, script?: ReplyScript) {
  const description = script ? replyScript(script, "A lost boat.") : "";
  return { currentData: { description, ...typed }, generateFullForm: true };
}

function asNewStory({ suggestedLength, ...details }: StoryDetails) {
  return v.parse(newStorySchema, { ...details, storyLength: suggestedLength });
}

describe("POST /api/prompts/generate-full", () => {
  it("fills the form with the model, for a Spark", async () => {
    const browser = await siteWithModel().consented();
    const id = createId();

    const response = await browser.send("POST", FULL, form({}, { id, json: ANSWER }));

    expect(response.status).toBe(200);
    const filled = await response.json<Filled>();
    const typed = form({}, { id, json: ANSWER }).currentData.description;
    expect(filled).toEqual({
      success: true,
      source: "model",
      model: "scripted-json",
      storyDetails: { ...ANSWER, description: typed },
    });
    asNewStory(filled.storyDetails);
    expect(await readCharges(browser.sub, "form-fill")).toEqual(CHARGED);
    expect((await modelRequests(id))[0]).toMatchObject({
      model: "scripted-json",
      format: { type: "json_schema" },
    });
  });

  it("keeps the typed fields, and fits the others into the form's limits", async () => {
    const browser = await siteWithModel().consented();
    const json = {
      character: "x".repeat(190).concat(" and more than fits into the field"),
      genre: "Horror",
      subGenre: "Gothic",
      categories: ["small town", "Pirates"],
      tropes: ["Friends to lovers"],
      description: "Somebody else's idea of what this is all about, long enough.",
      suggestedLength: "ongoing",
    };
    const typed = { genre: "Romance", tropes: ["Love Triangle"], storyLength: "" };

    const filled = await browser.post<Filled>(FULL, form(typed, { json }));

    expect(filled.storyDetails).toMatchObject({
      genre: "Romance",
      subGenre: null,
      categories: ["Small Town"],
      tropes: ["Love Triangle"],
      suggestedLength: "medium", // the plan has no ongoing stories
    });
    expect(filled.storyDetails.character).toMatch(/^x{190} and more…$/u);
    expect(filled.storyDetails.description).toMatch(/^A lost boat\./u);
    asNewStory(filled.storyDetails);
  });

  it("makes a whole of a text that is too short for the form", async () => {
    const browser = await siteWithModel().consented();
    const character = replyScript({ json: ANSWER }, "").trim().slice(0, 200);

    const filled = await browser.post<Filled>(FULL, form({ description: "fog", character }));

    expect(filled.storyDetails.description).toMatch(/^fog: /u);
    asNewStory(filled.storyDetails);
  });

  it.each([
    ["rubbish", { text: "word {word", pieces: 1 }],
    ["a failure", { fault: "status-500" }],
  ] satisfies [string, ReplyScript][])(
    "gives one of Booky's ideas for nothing after %s",
    async (_, script) => {
      const browser = await siteWithModel().consented();

      const response = await browser.send("POST", FULL, form({ genre: "Western" }, script));

      expect(response.status).toBe(200);
      const filled = await response.json<Filled>();
      expect(filled).toMatchObject({ success: true, source: "booky", model: null });
      expect(filled.storyDetails.genre).toBe("Western");
      expect(STORY_IDEAS.map(({ character }) => character)).toContain(filled.storyDetails.character);
      asNewStory(filled.storyDetails);
      expect(await readCharges(browser.sub, "form-fill")).toEqual(REFUNDED);
    },
  );

  it("fills any form that can be begun from Booky's ideas as well", async () => {
    const browser = await new TestSite().consented(); // its model can't be reached
    const forms = [
      {},
      { genre: null, subGenre: "", character: null, storyLength: null },
      { subGenre: "Gothic" },
      { categories: ["Exes"] },
      { genre: "Thriller", subGenre: "Legal", storyLength: "long" },
      { genre: "Comedy", character: "A", description: "b" },
      { character: "👩‍🚀".repeat(200), description: "é".repeat(1500) },
    ];
    for (const typed of forms) {
      const { storyDetails } = await browser.post<Filled>(FULL, form(typed));
      asNewStory(storyDetails);
      if ("subGenre" in typed && typed.subGenre) expect(storyDetails.subGenre).toBe(typed.subGenre);
      if ("categories" in typed) expect(storyDetails).toMatchObject({ genre: "Romance", ...typed });
      if (typed.storyLength) expect(storyDetails.suggestedLength).toBe(typed.storyLength);
    }
  });

  it("is refused when the month's Sparks are used up, and the model is not asked", async () => {
    const browser = await siteWithModel().consented();
    await addCharge(browser.sub, 50);
    const id = createId();

    const asked = browser.send("POST", FULL, form({}, { id, json: ANSWER }));

    expect(await describeAnswer(asked)).toBe("402 MONTHLY_LIMIT_EXCEEDED");
    expect(await modelRequests(id)).toEqual([]);
  });

  it("charges nothing if the client leaves before it is written, and stops the model", async () => {
    const browser = await siteWithModel().consented();
    const id = createId();
    const leaving = new AbortController();

    const answer = browser.send("POST", FULL, form({}, { id, fault: "hang" }), {}, leaving.signal);
    await expect.poll(() => modelRequests(id)).toHaveLength(1);
    leaving.abort();
    await answer.catch(() => undefined);

    await expect.poll(() => modelRequests(id)).toMatchObject([{ aborted: true }]);
    await expect.poll(() => readCharges(browser.sub, "form-fill")).toEqual(REFUNDED);
  });

  it("gives back a Spark that an earlier request has left behind", async () => {
    const browser = await siteWithModel().consented();
    await addCharge(browser.sub, 49);
    const leave = (reservedAt: number) =>
      addCharge(browser.sub, 1, {
        turnKey: `form-fill:${browser.sub}`,
        purpose: "form-fill",
        state: "reserved",
        reservedAt: new Date(reservedAt).toISOString(),
      });

    await leave(Date.now());
    expect((await browser.send("POST", FULL, form({}, { json: ANSWER }))).status).toBe(402);
    await leave(Date.now() - 60 * 60 * 1000);
    expect((await browser.send("POST", FULL, form({}, { json: ANSWER }))).status).toBe(200);
  });
});

it("POST /api/prompts/generate makes a premise of free ideas, for a Spark", async () => {
  const browser = await siteWithModel().consented();
  const text = 'Premise: "Mara keeps a harbour that no ship has left. Tonight one asks to."';

  const response = await browser.send("POST", IDEAS, { ideas: replyScript({ text, pieces: 1 }, "boats") });

  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    success: true,
    prompt: "Mara keeps a harbour that no ship has left. Tonight one asks to.",
    source: "model",
    model: "scripted",
  });
  expect(await readCharges(browser.sub, "form-fill")).toEqual(CHARGED);
});

it("POST /api/prompts/generate gives the nearest of Booky's ideas for nothing when the model can't", async () => {
  const browser = await siteWithModel().consented();
  const ideas = replyScript({ fault: "status-500" }, "A bridge keeper whose toll is paid in memories");

  const answer = await browser.post<Prompted>(IDEAS, { ideas });

  expect(answer).toMatchObject({ source: "booky", model: null });
  expect(answer.prompt).toBe(
    STORY_IDEAS.find(({ title }) => title === "The Toll at Wend Bridge")?.description,
  );
  expect(await readCharges(browser.sub, "form-fill")).toEqual(REFUNDED);
});

it("POST /api/prompts/generate refuses no ideas, and too many", async () => {
  const browser = await siteWithModel().consented();

  for (const ideas of [undefined, "  ", "x".repeat(1501), ["a"]]) {
    const response = await browser.send("POST", IDEAS, { ideas });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "INVALID_INPUT", field: "ideas" });
  }
});

const SHEET = {
  name: "Tobiah Renn",
  description: "Bank examiner, sent west to explain four missing dollars.",
  personality: "exact, nervous",
  appearance: "Forty, narrow face, a coat too thin for the weather",
  voice: "Dry, in whole sentences",
  quirks: ["counts doors"],
  interests: ["ledgers", "railways"],
} satisfies CharacterTexts;
const CHARACTER = "/api/prompts/character";

function sheet(typed: Partial<CharacterTexts>, script: ReplyScript) {
  return { currentData: { ...typed, description: replyScript(script, "Keeper of a light.") } };
}

it("POST /api/prompts/character keeps the typed fields and fills in the others, for a Spark", async () => {
  const browser = await siteWithModel().consented();
  const body = sheet(
    { name: "Mara Voss", voice: " ", quirks: ["hums"], interests: ["", " "] },
    { json: SHEET },
  );

  const response = await browser.send("POST", CHARACTER, body);

  expect(response.status).toBe(200);
  const character = {
    ...SHEET,
    name: "Mara Voss",
    quirks: ["hums"],
    description: body.currentData.description,
  };
  expect(await response.json()).toEqual({
    success: true,
    source: "model",
    model: "scripted-json",
    character,
  });
  const form = { ...SHEET, ...body.currentData };
  expect(fillCharacter(form, character), "the form, which still has the spaces").toEqual(character);
  expect(await readCharges(browser.sub, "form-fill")).toEqual(CHARGED);
});

it("POST /api/prompts/character gives one of Booky's own characters for nothing if the model fails", async () => {
  const browser = await siteWithModel().consented();

  const response = await browser.send("POST", CHARACTER, sheet({}, { fault: "status-500" }));

  const filled = await response.json<{ source: string; character: CharacterTexts }>();
  expect(filled.source).toBe("booky");
  expect(CHARACTER_IDEAS.map(({ name }) => name)).toContain(filled.character.name);
  expect(await readCharges(browser.sub, "form-fill")).toEqual(REFUNDED);
});

it("a slow model in front of a form is waited for, and who waits is told what it does", async () => {
  // A model server on the person's own machine, and a form that comes piece by piece, in about three seconds.
  const site = new TestSite({ ...scriptedModels(), AI_REPLY_SECONDS: "900", AI_SILENCE_SECONDS: "60" });
  const slow = { text: JSON.stringify(FILLED_FORM), pieces: 30, everyMs: 100 };
  const browser = await site.consented();
  const accept = { Accept: "application/json, application/x-ndjson" };
  const response = await browser.send("POST", FULL, form({}, slow), accept);
  expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "application/x-ndjson"]);
  const [first = "", ...others] = (await response.text()).trim().split("\n");
  expect(JSON.parse(first)).toEqual({ progress: { phase: "writing", elapsedMs: expect.any(Number) } });
  expect(JSON.parse(others.at(-1) ?? "")).toMatchObject({ answer: { success: true, source: "model" } });
  expect(await readCharges(browser.sub, "form-fill")).toEqual(CHARGED);
});
