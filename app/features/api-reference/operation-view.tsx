import { Badge } from "#app/ui/badge.tsx";
import type { OpenApiDocument, OpenApiOperation, OpenApiResponse } from "#workers/api/openapi/document.ts";
import styles from "./api-reference.module.css";
import { InlineCode, SchemaView } from "./schema-view.tsx";

export type PlacedOperation = OpenApiOperation & { method: string; path: string };

type OperationViewProps = { operation: PlacedOperation; origin: string; document: OpenApiDocument };

/** Documents one call: its purpose, who may call it, its input, an example, its answers and its errors. */
export function OperationView({ operation, origin, document }: OperationViewProps) {
  const { operationId, summary, description, method, path, parameters = [], requestBody } = operation;
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => [status, findResponse(response, document)] as const,
  );
  const failures = responses.filter(([status, { content }]) => isFailure(status, content));
  const successes = responses.filter(([status, { content }]) => !isFailure(status, content));
  const limits = operation["x-rate-limits"] ?? [];
  return (
    <article
      className={`${styles.operation} line-above`}
      id={operationId}
      aria-labelledby={`${operationId}-title`}
    >
      <h3 className="title" id={`${operationId}-title`}>
        {summary}
      </h3>
      <p className="flex wrap baseline gap-8 margin-top-8 margin-bottom-12">
        <Badge>{method}</Badge>
        <code>/api{path}</code>
      </p>
      {description && (
        <p>
          <InlineCode text={description} />
        </p>
      )}
      <p className="flex wrap gap-16 margin-top-8 note">
        {describeAccess(operation)}
        {limits.map(({ of, limit, windowSeconds }) => (
          <span key={`${of} ${windowSeconds}`}>
            At most {limit} {of} in {describeTime(windowSeconds)}
          </span>
        ))}
      </p>

      {parameters.length > 0 && (
        <>
          <h4 className="heading margin-bottom-8 muted">Parameters</h4>
          <SchemaView
            schema={{
              properties: Object.fromEntries(
                parameters.map(({ name, schema, description: note }) => [
                  name,
                  { ...schema, ...(note ? { description: note } : {}) },
                ]),
              ),
              required: parameters.filter(({ required }) => required).map(({ name }) => name),
            }}
          />
        </>
      )}

      {requestBody && (
        <>
          <h4 className="heading margin-bottom-8 muted">Body</h4>
          {requestBody.description && <p>{requestBody.description}</p>}
          {Object.entries(requestBody.content).map(([type, { schema }]) =>
            schema.properties ? (
              <SchemaView key={type} schema={schema} />
            ) : (
              <p key={type} className="note">
                <code>{type}</code>
              </p>
            ),
          )}
        </>
      )}

      <h4 className="heading margin-bottom-8 muted">Example</h4>
      <Sample label={`Example: ${summary}`} text={toCurl(operation, origin)} />

      {successes.map(([status, response]) => (
        <Answer key={status} name={summary} status={status} response={response} />
      ))}
      <details className="margin-top-16">
        <summary>
          <span>
            Errors <span className="note">{failures.map(([status]) => status).join(", ")}</span>
          </span>
        </summary>
        <ul>
          {failures.flatMap(([status, response]) =>
            response.description.split("\n\n").map((line) => (
              <li className="flex gap-12 padding-block-8 size-14 line-above" key={line}>
                <span className="strong digits">{status}</span>
                <span className="break-anywhere">
                  <InlineCode text={line} />
                </span>
              </li>
            )),
          )}
        </ul>
      </details>
    </article>
  );
}

/** A sample of code. Keyboard users can scroll it. */
export function Sample({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={`${styles.sample} bordered surface`} tabIndex={0} aria-label={label}>
      <pre>
        <code>{text}</code>
      </pre>
    </section>
  );
}

type AnswerProps = { name: string; status: string; response: OpenApiResponse };

function Answer({ name: operation, status, response }: AnswerProps) {
  const { description, content = {}, headers = {} } = response;
  const heading = (
    <>
      Answer <span className="strong digits">{status}</span> <InlineCode text={description} />
    </>
  );
  const types = Object.entries(content);
  if (types.length === 0) return <p className="margin-top-16 padding-block-12">{heading}</p>;
  return (
    <details className="margin-top-16">
      <summary>
        <span className="break-anywhere">{heading}</span>
      </summary>
      {Object.entries(headers).map(([name, header]) => (
        <p key={name} className="note">
          <code>{name}</code> {header.description}
        </p>
      ))}
      {types.map(([type, { schema, example }]) =>
        type === "application/json" ? (
          <div key={type}>
            <SchemaView schema={schema} isAnswer />
            <Sample label={`Answer ${status}: ${operation}`} text={JSON.stringify(example, null, 2)} />
          </div>
        ) : (
          <p key={type} className="note">
            <code>{type}</code>
          </p>
        ),
      )}
    </details>
  );
}

function findResponse(
  response: OpenApiOperation["responses"][string],
  { components }: OpenApiDocument,
): OpenApiResponse {
  if (!("$ref" in response)) return response;
  return components.responses[response.$ref.split("/").at(-1) ?? ""] ?? { description: "" };
}

/** Whether an answer is an error: status 400 or higher, with an error body. The health check's 503 has another body. */
function isFailure(status: string, content: OpenApiResponse["content"]): boolean {
  return Number(status) >= 400 && content?.["application/json"]?.schema.allOf !== undefined;
}

function describeAccess({ security }: OpenApiOperation): string {
  if (security.some((scheme) => "bearer" in scheme)) return "Needs a sign-in: a token or the session cookie.";
  if (security.some((scheme) => "demo" in scheme)) return "Needs no sign-in: a cookie names the demo story.";
  return "Needs no sign-in.";
}

function describeTime(seconds: number): string {
  if (seconds >= 86_400) return "a day";
  if (seconds >= 3_600) return "an hour";
  return `${seconds} seconds`;
}

function toCurl(
  { method, path, parameters = [], requestBody, security }: PlacedOperation,
  origin: string,
): string {
  const lines = [`curl${method === "GET" ? "" : ` -X ${method}`} '${origin}/api${path}'`];
  if (security.some((scheme) => "bearer" in scheme)) lines.push('-H "Authorization: Bearer $TOKEN"');
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (type === "application/json" && content?.example !== undefined) {
    lines.push(`-H 'Content-Type: application/json'`);
    lines.push(`-d '${JSON.stringify(content.example, null, 2).replaceAll("'", "’")}'`);
  } else if (type !== undefined) lines.push(`-H 'Content-Type: ${type}'`, "--data-binary @file");
  const [query] = parameters.filter(({ in: place, name }) => place === "query" && name === "limit");
  if (query) lines.splice(1, 0, "-G -d limit=20");
  return lines.join(" \\\n  ");
}
