import * as v from "valibot";
import { expect, it } from "vitest";
import { checkInput } from "#domain/input.ts";
import { countCharacters, foldText, measureText, truncateAtWord, truncateCharacters } from "#domain/text.ts";

it.each([
  ["", 0],
  ["e\u0301", 1],
  ["👩‍🚀", 1],
  ["🇩🇪🇫🇷", 2],
  ["नमस्ते", 3],
  ["a\r\nb", 3],
])("characters are counted as a person sees them: %j has %i", (text, count) =>
  expect(countCharacters(text)).toBe(count),
);

it("characters are counted as a person sees them also beside each other, whichever they are", () => {
  const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
  for (let code = 0; code < 0x3000; code += 1) {
    const character = String.fromCharCode(code);
    const text = `a${character}${character}©\n${character}-`;
    const count = [...graphemes.segment(text)].length;
    expect([character, countCharacters(text)]).toEqual([character, count]);
    expect([character, measureText(text, 100).characters]).toEqual([character, count]);
  }
});

it("characters are counted as a person sees them up to the limit that was given", () => {
  expect(measureText("plain text", 5)).toEqual({ characters: 5, hasStackedMarks: false, bytes: 10 });
  expect(measureText("naïve 👩‍🚀👩‍🚀", 7)).toEqual({ characters: 7, hasStackedMarks: false, bytes: 29 });
});

it("cutting never cuts a character in half", () => {
  expect(truncateCharacters("👩‍🚀👩‍🚀👩‍🚀", 2)).toBe("👩‍🚀👩‍🚀");
  expect(truncateCharacters("short", 10)).toBe("short");
});

it("cutting at a word ends with a whole word and an ellipsis, without a dangling comma", () => {
  expect(truncateAtWord("The radio hissed at nine, as it had every night", 25)).toBe(
    "The radio hissed at nine…",
  );
  expect(truncateAtWord("The radio", 80)).toBe("The radio");
  expect(truncateAtWord("Donaudampfschifffahrtsgesellschaft", 10)).toBe("Donaudampf…");
  expect(truncateAtWord("Mara 把钥匙放在蓝色的船下面，然后走进雨里。", 16)).toBe(
    "Mara 把钥匙放在蓝色的船下面…",
  );
});

it("folded text has no case, accents, kinds of quotation marks or runs of space", () => {
  expect(foldText("  The   Ninth\nSignal ")).toBe("the ninth signal");
  expect(foldText("MOSKVA, МОСКВА, ÉCLAIR, Ölhafen")).toBe("moskva, москва, eclair, olhafen");
  expect(foldText("Don’t say “no”")).toBe('don\'t say "no"');
  expect(foldText("e\u0301")).toBe(foldText("é"));
});

/**
 * Schemas that are not input: records that the server makes, and a model's answers that are checked before they are
 * shown.
 */
const NO_INPUT = new Set([
  "analysisSchema",
  "castMemberSchema",
  "mentionSchema",
  "messagePageSchema",
  "messageSchema",
  "serverEventSchema",
  "storyDetailsSchema",
]);

const modules = import.meta.glob<Record<string, unknown>>(["/domain/**/*.ts", "/workers/api/**/*.ts"], {
  eager: true,
});
const schemas = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .filter((entry): entry is [string, v.GenericSchema] => isSchema(entry[1]))
  .filter(([name]) => !NO_INPUT.has(name));

function isSchema(value: unknown): value is v.GenericSchema {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "schema";
}

type Field = { path: string; schema: v.GenericSchema };

/** Every field of a schema, at every depth and in every variant. */
function fieldsOf(schema: v.GenericSchema, path: string): Field[] {
  if ("pipe" in schema && Array.isArray(schema.pipe) && schema.pipe[0] !== schema) {
    return fieldsOf(schema.pipe[0], path);
  }
  if ("wrapped" in schema && isSchema(schema.wrapped)) return fieldsOf(schema.wrapped, path);
  if ("item" in schema && isSchema(schema.item)) return fieldsOf(schema.item, `${path}[]`);
  if ("options" in schema && Array.isArray(schema.options)) {
    return schema.options.filter(isSchema).flatMap((option) => fieldsOf(option, path));
  }
  if (!("entries" in schema) || typeof schema.entries !== "object" || schema.entries === null) return [];
  return Object.entries(schema.entries).flatMap(([key, field]) => [
    { path: `${path}.${key}`, schema: field },
    ...fieldsOf(field, `${path}.${key}`),
  ]);
}

const fields = schemas.flatMap(([name, schema]) => [{ path: name, schema }, ...fieldsOf(schema, name)]);
const WRONG = [
  null,
  "",
  " ",
  "x",
  "x".repeat(100_000),
  "\u0301".repeat(100),
  7,
  -1,
  0.5,
  true,
  [],
  ["x", "x"],
  {},
];

function faultOf(schema: v.GenericSchema, input: object) {
  const checked = checkInput(v.object({ given: schema }), input);
  return checked.ok ? null : checked.fault;
}

it("the fields are those of all calls and frames", () => {
  expect(schemas.map(([name]) => name)).toEqual(
    expect.arrayContaining(["createStorySchema", "clientEventSchema", "updateUserSchema", "flagSchema"]),
  );
  expect(fields.length).toBeGreaterThan(60);
});

it.each(fields)("what is wrong with a field is said in a sentence of ours: $path", ({ schema }) => {
  const missing = faultOf(schema, {});
  for (const fault of [missing, ...WRONG.map((given) => faultOf(schema, { given }))]) {
    if (fault === null) continue;
    expect(fault.field).toMatch(/^given/);
    // A field without a sentence of its own would show the sentence of the code.
    expect(fault.message ?? "Please check").toMatch(/^[A-Z].*[a-z.)]$/);
    expect(fault.message ?? "").not.toMatch(/^Invalid |Expected|received/);
  }
  const empty = faultOf(schema, { given: "" });
  if (missing !== null && empty !== null) expect(missing).toEqual(empty);
});
