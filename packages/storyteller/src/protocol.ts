import * as v from "valibot";

export const MODEL_ID = "booky-storyteller";

const textPart = v.object({ type: v.literal("text"), text: v.string() });

/** A message's text, in one string or in parts. Pictures and the like are parts that a writer of prose can't read. */
const content = v.union([
  v.string(),
  v.pipe(
    v.array(textPart),
    v.transform((parts) => parts.map((part) => part.text).join("")),
  ),
]);

const message = v.object({
  role: v.pipe(
    v.picklist(["system", "developer", "user", "assistant"]),
    // OpenAI's newer name for the instructions means the same.
    v.transform((role) => (role === "developer" ? "system" : role)),
  ),
  content,
});

const tokens = v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1)));

/** What is read of a chat completion request; all other parameters steer a model's chances and mean nothing here. */
const completionRequest = v.object({
  model: v.string(),
  messages: v.pipe(v.array(message), v.minLength(1, "must not be empty")),
  stream: v.nullish(v.boolean()),
  stream_options: v.nullish(v.object({ include_usage: v.nullish(v.boolean()) })),
  max_tokens: tokens,
  max_completion_tokens: tokens,
  n: v.nullish(v.literal(1, "must be 1: the storyteller tells one story at a time")),
  seed: v.nullish(v.pipe(v.number(), v.integer())),
  response_format: v.nullish(
    v.variant("type", [
      v.object({ type: v.literal("text") }),
      v.object({ type: v.literal("json_object") }),
      v.object({
        type: v.literal("json_schema"),
        json_schema: v.object({ schema: v.optional(v.record(v.string(), v.unknown()), {}) }),
      }),
    ]),
  ),
});

export type CompletionRequest = v.InferOutput<typeof completionRequest>;

/** An error in the words and the shape of the OpenAI protocol. */
export class ProtocolError extends Error {
  readonly status: number;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | null;

  constructor(
    status: number,
    message: string,
    details: { type?: string; param?: string; code?: string } = {},
  ) {
    super(message);
    this.status = status;
    this.type = details.type ?? "invalid_request_error";
    this.param = details.param ?? null;
    this.code = details.code ?? null;
  }

  toJson() {
    return { error: { message: this.message, type: this.type, param: this.param, code: this.code } };
  }
}

/** Reads a chat completion request. Throws a `ProtocolError` that names the parameter which is wrong. */
export function parseCompletionRequest(body: string): CompletionRequest {
  return parseRequest(completionRequest, body, MODEL_ID);
}

/** Reads a request for a model. Throws a `ProtocolError` that names the parameter which is wrong. */
export function parseRequest<Output extends { model: string }>(
  schema: v.GenericSchema<unknown, Output>,
  body: string,
  model: string,
): Output {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw new ProtocolError(400, "The request body is not valid JSON.");
  }
  const parsed = v.safeParse(schema, json);
  if (!parsed.success) {
    const issue = parsed.issues[0];
    const param = issue.path?.map((item) => String(item.key)).join(".") ?? "body";
    throw new ProtocolError(400, `Invalid '${param}': ${issue.message}.`, { param });
  }
  if (parsed.output.model !== model) {
    const message = `The model '${parsed.output.model}' does not exist here; this call has '${model}'.`;
    throw new ProtocolError(404, message, { param: "model", code: "model_not_found" });
  }
  return parsed.output;
}

/** A model, as `/v1/models` lists it. `description`: what it is, so that it doesn't pass for what it is not. */
export function modelCard(id: string, description: string, created: number) {
  return { id, object: "model", created, owned_by: "talespark", description };
}

/** What the storyteller says of itself. */
export const STORYTELLER_DESCRIPTION =
  "Not an AI model. Talespark's own storyteller puts each passage together from texts written by hand; it is here so that stories can be tried on a machine without a model.";

/** About how many tokens a model would count: four characters each. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
