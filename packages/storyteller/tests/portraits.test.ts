import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { drawPortrait } from "../src/portraits/draw.ts";
import { readPortraitOrder } from "../src/portraits/read-traits.ts";
import { renderPng } from "../src/portraits/render.ts";
import * as lists from "../src/portraits/traits.ts";
import { createStorytellerServer } from "../src/server.ts";

const { STYLES } = lists;

function traitsFor(appearance: string, seed = 1, name = "Somebody") {
  return readPortraitOrder(`Style: sketch\nName: ${name}\nAppearance: ${appearance}`, seed).traits;
}

describe("the reader of appearances", () => {
  it.each([
    ["short black hair and green eyes", { hair: "crop", hairColour: "black", eyes: "green" }],
    ["green eyes, hair black and curly", { hair: "curls", hairColour: "black", eyes: "green" }],
    ["Long, wavy auburn hair", { hair: "waves", hairColour: "auburn" }],
    ["her hair falls to her waist; it is silver hair", { hair: "long", hairColour: "grey" }],
    ["a redhead in a blue dress", { hairColour: "red", clothes: "gown", clothColour: "blue" }],
    [
      "a bald man with a long white beard",
      { hair: "bald", beard: "long", hairColour: "white", features: "strong" },
    ],
    ["clean-shaven, with horn-rimmed glasses", { beard: "none", eyewear: "square" }],
    ["an eyepatch and a goatee", { eyewear: "patch", beard: "goatee" }],
    ["dark-skinned woman with brown eyes", { skin: "brown", eyes: "brown", features: "soft" }],
    ["a Nigerian doctor", { skin: "deep", clothes: "coat", clothColour: "white", eyes: "brown" }],
    ["pale skin, a black hood", { skin: "porcelain", headwear: "hood", clothColour: "black" }],
    ["a red knitted cap", { headwear: "beanie", clothColour: "red" }],
    ["an old wizard", { age: "old", headwear: "pointed-hat", clothes: "robe" }],
    ["a queen in a purple gown", { headwear: "crown", clothes: "gown", clothColour: "purple" }],
    ["she is 9 years old", { age: "child", features: "soft" }],
    ["71 years old", { age: "old" }],
    ["an elf with violet eyes", { ears: "pointed", eyes: "violet" }],
    ["a goblin", { skin: "green", ears: "pointed", beard: "none" }],
    ["freckles, a scar and an earring", { freckles: true, scar: true, earrings: true }],
    ["always scowling", { mood: "stern" }],
    ["a hijab in teal", { headwear: "headscarf", clothColour: "teal" }],
    ["an old coat and a young face", { age: "young", clothes: "coat" }],
  ])("reads %j", (appearance, expected) => {
    expect(traitsFor(appearance)).toMatchObject(expected);
  });

  it.each([
    ["no beard", { beard: "none" }],
    ["without a beard or glasses", { beard: "none", eyewear: "none" }],
    ["a man who does not wear a hat", { headwear: "none" }],
    ["a moustache but no beard", { beard: "moustache" }],
    ["he does not have a beard", { beard: "none" }],
    ["a wizard without a hat", { headwear: "none", clothes: "robe" }],
    ["no glasses, with a full beard", { eyewear: "none", beard: "full" }],
    ["a librarian who wears no glasses", { eyewear: "none" }],
    ["he has no hair", { hair: "bald" }],
    ["never smiles; stern", { mood: "stern" }],
    ["two glasses of wine in hand", { eyewear: "none" }],
    ["no freckles, no scars", { freckles: false, scar: false }],
    ["he used to have a beard", { beard: "none" }],
  ])("takes %j for what it says", (appearance, expected) => {
    for (let seed = 0; seed < 8; seed += 1) expect(traitsFor(appearance, seed)).toMatchObject(expected);
  });

  it("never draws a bald head for a person who is described as not bald", () => {
    for (let seed = 0; seed < 60; seed += 1)
      expect(traitsFor("an old man, not bald", seed).hair).not.toBe("bald");
  });

  it("reads letters with accents and typographic marks as the plain ones, and any script without failing", () => {
    expect(traitsFor("Blönde häir – “a grey moustáche”, doesn’t wear a hat")).toMatchObject({
      hairColour: "blond",
      beard: "moustache",
      headwear: "none",
    });
    for (const text of [
      "黒髪の少女",
      "رجل عجوز",
      "👩🏽‍🚀",
      "\u0000\ud800",
      "x".repeat(30_000),
      "a ".repeat(10_000),
    ])
      expect(traitsFor(text).hair).toBeTypeOf("string");
  });

  it("reads the style from its line, and ignores style words in the description", () => {
    const order = (text: string) => readPortraitOrder(text, 1).style;
    for (const style of STYLES)
      expect(order(`Style: ${style}, whatever.\nAppearance: a sketch artist`)).toBe(style);
    expect(order("An oil painting of a sailor")).toBe("oil-painting");
    expect(order("a watercolour of a sailor")).toBe("watercolor");
    expect(order("a sailor")).toBe("realistic");
  });

  it("gives the same person for the same name and seed in each style, and another for another seed", () => {
    const of = (style: string, seed: number) => readPortraitOrder(`Style: ${style}\nName: Ada`, seed).traits;
    for (const style of STYLES) expect(of(style, 3)).toEqual(of("sketch", 3));
    const variants = new Set(Array.from({ length: 20 }, (_, seed) => JSON.stringify(of("sketch", seed))));
    expect(variants.size).toBeGreaterThan(15);
  });
});

/** Every value of every trait once, on somebody who is otherwise ordinary. */
function everyTrait() {
  const usual = traitsFor("a woman with short brown hair");
  return [
    ...lists.SKINS.map((skin) => ({ ...usual, skin })),
    ...lists.HAIRSTYLES.flatMap((hair) => [
      { ...usual, hair },
      { ...usual, hair, headwear: "hat" as const },
    ]),
    ...lists.HEADWEAR.map((headwear) => ({ ...usual, hair: "long" as const, headwear })),
    ...lists.HAIR_COLOURS.map((hairColour) => ({ ...usual, hairColour })),
    ...lists.EYE_COLOURS.map((eyes) => ({ ...usual, eyes })),
    ...lists.BEARDS.map((beard) => ({ ...usual, beard, features: "strong" as const })),
    ...lists.CLOTHES.map((clothes) => ({ ...usual, clothes })),
    ...lists.COLOURS.map((clothColour) => ({ ...usual, clothColour })),
    ...(["none", "round", "square", "dark", "monocle", "patch"] as const).map((eyewear) => ({
      ...usual,
      eyewear,
    })),
    ...(["calm", "smile", "stern", "sad"] as const).map((mood) => ({ ...usual, mood })),
    ...(["child", "young", "adult", "old"] as const).map((age) => ({ ...usual, age })),
    { ...usual, ears: "pointed" as const, freckles: true, scar: true, earrings: true },
  ];
}

describe.each(STYLES)("a portrait as %s", (style) => {
  it("is drawn for every value of every trait, without an invalid number", () => {
    for (const traits of everyTrait()) {
      const svg = drawPortrait(traits, style, 1);
      expect(svg, JSON.stringify(traits)).not.toMatch(/NaN|undefined|Infinity|null/u);
      for (const [, id] of svg.matchAll(/url\(#(\w+)\)/gu)) expect(svg).toContain(`id="${id}"`);
    }
  });

  it("is the same for the same seed, and another picture for another", async () => {
    const traits = traitsFor("a man with a beard");
    expect(drawPortrait(traits, style, 1)).toBe(drawPortrait(traits, style, 1));
    expect(drawPortrait(traits, style, 1)).not.toBe(drawPortrait({ ...traits, beard: "none" }, style, 1));
    const png = await renderPng(drawPortrait(traits, style, 1), 128);
    expect(png.readUInt32BE(16)).toBe(128);
  });
});

async function startServer(): Promise<string> {
  const server = createStorytellerServer({ delayMs: 0 });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A TCP server without a port.");
  return `http://127.0.0.1:${address.port}/v1`;
}

describe("the calls for pictures", () => {
  function ask(base: string, body: Record<string, unknown>): Promise<Response> {
    return fetch(`${base}/images/generations`, { method: "POST", body: JSON.stringify(body) });
  }
  const ORDER = {
    model: "booky-portraits",
    prompt: "Style: anime\nName: Ada\nAppearance: grey plait",
    seed: 4,
  };

  it("give a PNG in base64 of the size that is asked for, the same for the same seed", async () => {
    const base = await startServer();
    const pngFor = async (changes: Record<string, unknown>) => {
      const { data } = await (await ask(base, { ...ORDER, ...changes })).json();
      return Buffer.from(data[0].b64_json, "base64");
    };
    const png = await pngFor({ size: "512x512", n: 1, response_format: "b64_json", steps: 50 });
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([512, 512]);
    expect(await pngFor({})).toEqual(png);
    expect((await pngFor({ seed: 5 })).equals(png)).toBe(false);
    expect((await pngFor({ size: "128x128" })).readUInt32BE(16)).toBe(128);
  });

  it("list the model, which says that it is not an AI model", async () => {
    const base = await startServer();
    const card = await (await fetch(`${base}/models/booky-portraits`)).json();
    expect(card.description).toContain("Not an AI model");
  });

  it.each([
    [{ prompt: "" }, 400, "prompt"],
    [{ n: 2 }, 400, "n"],
    [{ size: "9999x9999" }, 400, "size"],
    [{ response_format: "url" }, 400, "response_format"],
    [{ model: "booky-storyteller" }, 404, "model"],
  ])("refuse %j in the protocol's own words", async (changes, status, param) => {
    const response = await ask(await startServer(), { ...ORDER, ...changes });
    expect(response.status).toBe(status);
    expect((await response.json()).error).toMatchObject({ type: "invalid_request_error", param });
  });
});
