import { type JsonSchema, toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { userRecordSchema } from "#domain/account.ts";
import { characterRecordSchema, chatSummarySchema } from "#domain/character-record.ts";
import { chatRecordSchema } from "#domain/chat-record.ts";
import { messageSchema } from "#domain/message.ts";
import { castMemberSchema, userCharacterSchema } from "#domain/story-record.ts";
import { storyAnswerSchema } from "../stories.ts";
import { FIELD_NOTES } from "./field-notes.ts";

/** What several answers contain, by the name under which the description has it once. */
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

/** The schemas of an answer: what several of them contain is a reference. */
export function toAnswerSchema(schema: v.GenericSchema): JsonSchema {
  return convert(schema, "output", (inner) => NAMES.get(inner));
}

/** The schema of a body or of a parameter: what may be sent. */
export function toInputSchema(schema: v.GenericSchema): JsonSchema {
  return convert(schema, "input", () => undefined);
}

export function listComponents(): Record<string, JsonSchema> {
  const named = Object.entries(COMPONENTS).map(([name, schema]) => {
    const findName = (inner: v.GenericSchema) => (inner === schema ? undefined : NAMES.get(inner));
    return [name, convert(schema, "output", findName)] as const;
  });
  return Object.fromEntries(named);
}

/**
 * Transformations and checks in code have no form in JSON Schema; they are left out, so what passes the schema may still be
 * refused.
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

/** A copy in which fields say what their names don't tell. */
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
