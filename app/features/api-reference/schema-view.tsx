import type { JsonSchema } from "@valibot/to-json-schema";
import { Fragment, type ReactNode } from "react";
import styles from "./api-reference.module.css";

type Schema = JsonSchema | boolean;

type SchemaViewProps = {
  schema: Schema;
  /** Whether the schema is an answer's. It then marks the fields that may be absent, else the fields that are required. */
  isAnswer?: boolean;
};

/** Lists the fields of an object, including those of nested objects. Shows the type of any other schema. */
export function SchemaView({ schema, isAnswer = false }: SchemaViewProps) {
  const parts = findParts(schema);
  if (parts.length === 0) return <p className="padding-block-12 note line-above">{describeType(schema)}</p>;
  return (
    <>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a schema never change
        <Fragment key={index}>
          {part.$ref ? (
            <p className="padding-block-12 note line-above">All fields of {describeType(part)}</p>
          ) : (
            <Fields schema={part} isAnswer={isAnswer} />
          )}
        </Fragment>
      ))}
    </>
  );
}

function Fields({ schema, isAnswer }: { schema: JsonSchema; isAnswer: boolean }) {
  return (
    <ul className={styles.fields}>
      {Object.entries(schema.properties ?? {}).map(([name, field]) => (
        <li className="padding-block-12 line-above" key={name}>
          <p className="flex wrap baseline gap-8 small">
            <code className="strong">{name}</code>
            <Need isNeeded={schema.required?.includes(name) ?? false} isAnswer={isAnswer} />
            <span className="min-width-0 muted">{describeType(field)}</span>
            <Limits schema={field} />
          </p>
          {typeof field === "object" && field.description && (
            <p className="margin-top-4 small">
              <InlineCode text={field.description} />
            </p>
          )}
          {findParts(findItem(field)).map((part, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a schema never change
            part.$ref ? null : <Fields key={index} schema={part} isAnswer={isAnswer} />,
          )}
        </li>
      ))}
    </ul>
  );
}

function Need({ isNeeded, isAnswer }: { isNeeded: boolean; isAnswer: boolean }) {
  if (isAnswer) return isNeeded ? null : <span className="min-width-0 muted">may be absent</span>;
  return isNeeded && <span className={`${styles.needed} smaller strong`}>required</span>;
}

/** The object schemas to list: the schema itself, the parts of an `allOf`, or the options of an `anyOf`. */
function findParts(schema: Schema): JsonSchema[] {
  if (typeof schema === "boolean") return [];
  if (schema.properties) return [schema];
  if (schema.allOf) return schema.allOf.flatMap((part) => (typeof part === "object" ? [part] : []));
  return (schema.anyOf ?? []).flatMap(findParts);
}

/** The items of a list, or the type of a value that can also be `null`; otherwise the schema itself. */
function findItem(schema: Schema): Schema {
  if (typeof schema === "boolean") return schema;
  if (schema.type === "array" && schema.items !== undefined && !Array.isArray(schema.items)) {
    return findItem(schema.items);
  }
  const [only, ...others] = (schema.anyOf ?? []).filter((option) => !isNull(option));
  return only !== undefined && others.length === 0 && schema.type === undefined ? findItem(only) : schema;
}

function isNull(schema: Schema): boolean {
  return typeof schema === "object" && schema.type === "null";
}

/** `text`, `list of Message`, `a Story or null`. Named schemas are links. */
function describeType(schema: Schema): ReactNode {
  if (typeof schema === "boolean") return "anything";
  if (schema.$ref) {
    const name = schema.$ref.split("/").at(-1);
    return <a href={`#schema-${name}`}>{name}</a>;
  }
  if (schema.const !== undefined) return <code>{JSON.stringify(schema.const)}</code>;
  if (schema.enum) {
    return schema.enum.map((option, index) => (
      <Fragment key={String(option)}>
        {index > 0 && " · "}
        <code>{String(option)}</code>
      </Fragment>
    ));
  }
  if (schema.anyOf && schema.type === undefined) {
    return schema.anyOf.map((option, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the options of a schema never change
      <Fragment key={index}>
        {index > 0 && " or "}
        {describeType(option)}
      </Fragment>
    ));
  }
  switch (schema.type) {
    case "array":
      if (schema.prefixItems) return "pair of numbers";
      return (
        <>list of {schema.items && !Array.isArray(schema.items) ? describeType(schema.items) : "values"}</>
      );
    case "string":
      return schema.format === "date-time" ? "time" : schema.format === "uri" ? "address" : "text";
    case "integer":
      return "whole number";
    case undefined:
      return "anything";
    default:
      return schema.type;
  }
}

function Limits({ schema }: { schema: Schema }) {
  if (typeof schema === "boolean") return null;
  const { minLength, maxLength, minimum, maximum, maxItems, pattern, default: usual } = schema;
  const limits = [
    describeRange(minLength, maxLength, "characters"),
    describeRange(minimum, maximum, ""),
    describeRange(undefined, maxItems, "items"),
    usual === undefined || usual === null || usual === "" || typeof usual === "object"
      ? ""
      : `default: ${usual}`,
  ].filter((limit) => limit !== "");
  return (
    <>
      {limits.map((limit) => (
        <span key={limit} className="muted">
          {limit}
        </span>
      ))}
      {pattern && <code className="muted">{pattern}</code>}
    </>
  );
}

function describeRange(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === undefined && most === undefined) return "";
  if (most === undefined) return least === 0 ? "" : `at least ${least} ${unit}`.trim();
  return `${least === undefined ? "at most" : `${least} to`} ${most} ${unit}`.trim();
}

/** Shows a text; the parts between backquotes are shown as code. */
export function InlineCode({ text }: { text: string }) {
  return text.split("`").map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change
    index % 2 === 1 ? <code key={index}>{part}</code> : <Fragment key={index}>{part}</Fragment>,
  );
}
