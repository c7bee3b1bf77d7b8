import { type JsonSchema, toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { userRecordSchema } from "#domain/account.ts";
import { characterRecordSchema, chatSummarySchema } from "#domain/character-record.ts";
import { chatRecordSchema } from "#domain/chat-record.ts";
import { messageSchema } from "#domain/message.ts";
import { castMemberSchema, userCharacterSchema } from "#domain/story-record.ts";
import { storyAnswerSchema } from "../stories.ts";
import fields from "./fields.json" with { type: "json" };

/** Descriptions of fields by name, for all schemas. They are not in the schemas, because the browser loads those. */
const FIELD_NOTES: Readonly<Record<string, string>> = fields.notes;

/** Schemas that several answers contain. The description has each once, under this name. */
const COMPONENTS: Readonly<Record<string, v.GenericSchema>> = {
  User: userRecordSchema,
  Story: storyAnswerSchema,
  CastMember: castMemberSchema,
  UserCharacter: userCharacterSchema,
  Character: characterRecordSchema,
  ChatSummary: chatSummarySchema,
  CharacterChat: chatRecordSchema,
  Message: messageSchema,
};
const NAMES = new Map(Object.entries(COMPONENTS).map(([name, schema]) => [schema, name]));

/** The JSON Schema of an answer. Shared schemas are references to the components. */
export function toAnswerSchema(schema: v.GenericSchema): JsonSchema {
  return convert(schema, "output", (inner) => NAMES.get(inner));
}

/** The JSON Schema of a body or a query: what may be sent. */
export function toInputSchema(schema: v.GenericSchema): JsonSchema {
  return convert(schema, "input", () => undefined);
}

let components: Record<string, JsonSchema> | undefined;

/** The components by name. They are made at the first request and then kept in the isolate. */
export function findComponents(): Record<string, JsonSchema> {
  components ??= listComponents();
  return components;
}

function listComponents(): Record<string, JsonSchema> {
  const named = Object.entries(COMPONENTS).map(([name, schema]) => {
    const findName = (inner: v.GenericSchema) => (inner === schema ? undefined : NAMES.get(inner));
    return [name, convert(schema, "output", findName)] as const;
  });
  return Object.fromEntries(named);
}

/**
 * Converts to JSON Schema. Transformations and checks in code are left out, because JSON Schema has no form for them. So the API may
 * refuse a value that fits the JSON Schema.
 */
function convert(
  schema: v.GenericSchema,
  typeMode: "input" | "output",
  findName: (schema: v.GenericSchema) => string | undefined,
): JsonSchema {
  const { $schema, ...converted } = toJsonSchema(schema, {
    target: "draft-2020-12",
    typeMode,
    errorMode: "ignore",
    overrideSchema({ valibotSchema }) {
      const name = findName(valibotSchema);
      return name === undefined ? null : { $ref: `#/components/schemas/${name}` };
    },
  });
  return withNotes(converted);
}

/** Returns a copy of the schema in which each field that has a note has it as its description. */
function withNotes(schema: JsonSchema): JsonSchema {
  const inside = (inner: JsonSchema | boolean) => (typeof inner === "boolean" ? inner : withNotes(inner));
  const copy = { ...schema };
  if (schema.properties) {
    copy.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, field]) => {
        const noted = inside(field);
        const description = FIELD_NOTES[name];
        const isPlain = typeof noted === "object" && noted.description === undefined;
        return [name, isPlain && description ? { ...noted, description } : noted];
      }),
    );
  }
  if (schema.items && !Array.isArray(schema.items)) copy.items = inside(schema.items);
  if (schema.anyOf) copy.anyOf = schema.anyOf.map(inside);
  if (schema.allOf) copy.allOf = schema.allOf.map(inside);
  return copy;
}
