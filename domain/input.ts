import * as v from "valibot";
import { AppError } from "./errors.ts";
import { BYTES_PER_CHARACTER, measureText } from "./text.ts";

/**
 * Input from outside: the building blocks of its schemas, and the only way to check it. Errors always have a sentence
 * of ours, never the schema library's.
 */

const TOO_MANY_BYTES = "This text takes up too much space. Please use fewer combined emoji or marks.";
const TOO_MANY_MARKS = "Please don't put so many marks or joined signs on one character.";

type TextRule = {
  /** In characters that a person sees. */
  max: number;
  tooLong: string;
  min?: number;
  tooShort?: string;
  /** The sentence for an empty text; without it an empty text is fine, whatever `min` says. */
  required?: string;
};

/** A limit in characters that a person sees, with its sentence: "A tone can be at most 100 characters long." */
export function atMost(max: number, words: string): Pick<TextRule, "max" | "tooLong"> {
  return { max, tooLong: `${words} at most ${max} characters long.` };
}

/** The same in the specification's words: "Name must be 50 characters or less". */
export function orLess(max: number, words: string): Pick<TextRule, "max" | "tooLong"> {
  return { max, tooLong: `${words} ${max} characters or less` };
}

/**
 * A text of a person, as the specification counts it: trimmed, then measured in characters that a person sees. Beside that
 * limit it has one in bytes and one of marks on one character, so that few characters can't carry a lot of data.
 */
export function boundedText(rule: TextRule) {
  return v.pipe(
    v.string(rule.required ?? "This must be text."),
    v.metadata(describeLength(rule)),
    // Half a surrogate pair can't be stored: it becomes the replacement character here, and is the same everywhere.
    v.transform((text) => text.toWellFormed().trim()),
    v.rawCheck(({ dataset, addIssue }) => {
      const message = dataset.typed ? findTextFault(dataset.value, rule) : null;
      if (message !== null) addIssue({ message });
    }),
  );
}

/** The same limits as JSON Schema, for the API's description. */
function describeLength({ max, min = 0, required }: TextRule) {
  if (required !== undefined) return { minLength: Math.max(min, 1), maxLength: max };
  if (min === 0) return { maxLength: max };
  return { maxLength: max, anyOf: [{ maxLength: 0 }, { minLength: min }] };
}

function findTextFault(
  text: string,
  { max, tooLong, min = 0, tooShort = "", required }: TextRule,
): string | null {
  if (text === "") return required ?? null;
  const { characters, hasStackedMarks, bytes } = measureText(text, max + 1);
  if (characters < min) return tooShort;
  if (characters > max) return tooLong;
  if (hasStackedMarks) return TOO_MANY_MARKS;
  return bytes > max * BYTES_PER_CHARACTER ? TOO_MANY_BYTES : null;
}

/** Several of a list of options, each at most once. `null` and a missing list are none. */
export function choicesFrom<const Options extends readonly string[]>(options: Options) {
  const sentence = "Please choose from the list";
  return v.nullish(
    v.pipe(
      v.array(v.picklist(options, sentence), sentence),
      v.check((chosen) => new Set(chosen).size === chosen.length, "Please choose each only once"),
    ),
    [],
  );
}

/** The error of an input. `message` is `null` if nothing more is known than that it is wrong. */
export type InputFault = { message: string | null; field: string | null };
type CheckedInput<Output> = { ok: true; output: Output } | { ok: false; fault: InputFault };

/**
 * Checks input against a schema, and tells the first fault: the schema's own sentence, else one of ours. A missing field
 * reads like one that is `undefined`, so that its own schema says what is needed.
 */
export function checkInput<Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
): CheckedInput<v.InferOutput<Schema>> {
  const first = v.safeParse(schema, input, { message: describeIssue });
  if (first.success) return { ok: true, output: first.output };
  const missing = first.issues.flatMap(({ path }) => (path?.at(-1)?.origin === "key" ? [path] : []));
  const complete = missing.reduce<unknown>(withMissingKey, input);
  const { issues } = missing.length === 0 ? first : v.safeParse(schema, complete, { message: describeIssue });
  const [issue] = issues ?? first.issues;
  return { ok: false, fault: { message: issue.message || null, field: v.getDotPath(issue) } };
}

/** The same for a call. Throws INVALID_INPUT with the sentence and the field at fault. */
export function parseInput<Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
): v.InferOutput<Schema> {
  const checked = checkInput(schema, input);
  if (checked.ok) return checked.output;
  const { message, field } = checked.fault;
  throw new AppError("INVALID_INPUT", { field, ...(message === null ? {} : { message }) });
}

type Path = NonNullable<v.BaseIssue<unknown>["path"]>;

/** For a schema without a sentence of its own; empty where there is nothing to say. */
function describeIssue({ type, input }: v.BaseIssue<unknown>): string {
  if (input === undefined || input === null || input === "") return "This field is needed.";
  switch (type) {
    case "boolean":
      return "This must be true or false.";
    case "number":
    case "integer":
      return "This must be a number.";
    case "string":
      return "This must be text.";
    case "array":
      return "This must be a list.";
    case "object":
    case "record":
      return "This must be an object.";
    default:
      return "";
  }
}

/** A copy of `input` in which the key that `path` names is there, as `undefined`. */
function withMissingKey(input: unknown, [item, ...rest]: readonly Path[number][]): unknown {
  if (item === undefined) return undefined;
  if (typeof input !== "object" || input === null) return input;
  const { key } = item;
  if (Array.isArray(input)) {
    return input.map((entry, index) => (index === key ? withMissingKey(entry, rest) : entry));
  }
  const entries = new Map(Object.entries(input));
  entries.set(String(key), withMissingKey(entries.get(String(key)), rest));
  return Object.fromEntries(entries);
}
