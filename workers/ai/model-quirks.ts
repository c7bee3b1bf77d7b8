import * as v from "valibot";
import { saysContextOverflow } from "./context-overflow.ts";

/** What a server does not accept, learnt from its refusals. */
export type ModelQuirks = {
  /** Parameters that are left out. */
  refused: ReadonlySet<string>;
  /** `alternate`: the user speaks first, and nobody twice in a row. `no-system`: also without a system message. */
  roles: "any" | "alternate" | "no-system";
};

export const NO_QUIRKS: ModelQuirks = { refused: new Set(), roles: "any" };

/** Parameters that every server accepts. All others may be left out of a request. */
const NEEDED = new Set(["model", "messages", "stream", "response_format", "tools", "tool_choice"]);

const ROLES =
  /roles must alternate|must alternate between|alternate user and assistant|first message must be|expected last role|only user,? (?:and )?assistant|system role (?:is )?not supported|system messages? (?:is|are) not (?:supported|allowed)|does not support (?:the )?system|developer instruction is not enabled/iu;
const SYSTEM =
  /system role (?:is )?not supported|system messages? (?:is|are) not|not support (?:the )?system|developer instruction is not enabled|only user,? (?:and )?assistant/iu;
const FORMAT = /response_format|json_schema|schema/iu;
/** A refusal that names no parameter counts as one of all sampling parameters if it has such words. */
const PARAMETERS =
  /unknown|unsupported|unrecognized|unexpected|extra (?:inputs|fields)|not (?:permitted|allowed|supported)|invalid (?:parameter|argument|field)|validation/iu;

/**
 * What is learnt from a refusal, so that the request can be sent again; `null`: nothing that helps. `sent`: the body that was
 * refused.
 */
export function learnFrom(
  status: number,
  answer: string,
  sent: Record<string, unknown>,
  known: ModelQuirks,
): ModelQuirks | null {
  // A prompt that is too long is not a quirk, even if the message names a parameter.
  if (![400, 404, 422, 500].includes(status) || saysContextOverflow(answer)) return null;
  if (ROLES.test(answer)) return learnRoles(answer, known);
  if (status === 500 || status === 404) return null;
  if (FORMAT.test(answer)) return null; // `structured.ts` asks in words then
  const optional = Object.keys(sent).filter((name) => !NEEDED.has(name));
  const named = optional.filter((name) => new RegExp(`\\b${name}\\b`, "u").test(answer));
  if (named.length > 0) return { ...known, refused: new Set([...known.refused, ...named]) };
  const sampling = optional.filter((name) => name !== "max_tokens" && name !== "max_completion_tokens");
  if (sampling.length === 0 || !PARAMETERS.test(answer)) return null;
  return { ...known, refused: new Set([...known.refused, ...sampling]) };
}

function learnRoles(answer: string, known: ModelQuirks): ModelQuirks | null {
  if (known.roles === "no-system") return null;
  const roles = SYSTEM.test(answer) || known.roles === "alternate" ? "no-system" : "alternate";
  return { ...known, roles };
}

const bodySchema = v.looseObject({
  messages: v.array(v.looseObject({ role: v.string(), content: v.unknown() })),
});
type Message = v.InferOutput<typeof bodySchema>["messages"][number];

/** The body of a request without what the server does not take. */
export function adaptBody(body: Record<string, unknown>, quirks: ModelQuirks): Record<string, unknown> {
  const kept = Object.fromEntries(Object.entries(body).filter(([name]) => !quirks.refused.has(name)));
  // OpenAI's thinking models know the same limit under another name.
  if (quirks.refused.has("max_tokens") && !quirks.refused.has("max_completion_tokens")) {
    kept.max_completion_tokens = body.max_tokens;
  }
  if (quirks.roles === "any") return kept;
  const { messages } = v.parse(bodySchema, body);
  return { ...kept, messages: alternate(quirks.roles === "no-system" ? withoutSystem(messages) : messages) };
}

function withoutSystem(messages: readonly Message[]): Message[] {
  return messages.map((message) => (message.role === "system" ? { ...message, role: "user" } : message));
}

/** The user's text in a conversation that begins with the model's own words. */
const BEGIN = "Begin.";

function alternate(messages: readonly Message[]): Message[] {
  const merged: Message[] = [];
  for (const message of messages) {
    const last = merged.at(-1);
    if (message.role === "assistant" && (last === undefined || last.role === "system")) {
      merged.push({ role: "user", content: BEGIN });
    }
    if (
      last?.role === message.role &&
      typeof last.content === "string" &&
      typeof message.content === "string"
    ) {
      last.content = `${last.content}\n\n${message.content}`;
    } else merged.push({ ...message });
  }
  return merged;
}
