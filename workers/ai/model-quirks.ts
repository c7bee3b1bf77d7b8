import * as v from "valibot";
import { saysContextOverflow } from "./context-overflow.ts";

/** What a server does not accept, learnt from its refusals. */
export type ModelQuirks = {
  /** Parameters that are left out. */
  refused: ReadonlySet<string>;
  /** Its template knows no system message: what stands in it begins the user's first one. */
  isWithoutSystem: boolean;
};

export const NO_QUIRKS: ModelQuirks = { refused: new Set(), isWithoutSystem: false };

/** Parameters that every server accepts. All others may be left out of a request. */
const NEEDED = new Set(["model", "messages", "stream", "response_format", "tools", "tool_choice"]);

/**
 * How servers refuse the order of the roles, or a system message. After the system message our roles always alternate, so both mean that
 * the model's template takes no system message.
 */
const SYSTEM =
  /roles must alternate|must alternate between|alternate user and assistant|first message must be|expected last role|only user,? (?:and )?assistant|system role (?:is )?not supported|system messages? (?:is|are) not (?:supported|allowed)|does not support (?:the )?system|developer instruction is not enabled/iu;
const FORMAT = /response_format|json mode|schema/iu;
/** A refusal that names no parameter counts as one of all sampling parameters if it has such words. */
const PARAMETERS =
  /unknown|unsupported|unrecognized|unexpected|extra (?:inputs|fields)|not (?:permitted|allowed|supported|enabled)|not support parameter|invalid (?:parameter|argument|field)|validation/iu;

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
  if (SYSTEM.test(answer)) return hasSystem(sent) ? { ...known, isWithoutSystem: true } : null;
  if (status === 500 || status === 404) return null;
  if (FORMAT.test(answer)) return null; // `structured.ts` asks in words then
  const optional = Object.keys(sent).filter((name) => !NEEDED.has(name));
  // xAI writes `presencePenalty`.
  const named = optional.filter((name) =>
    new RegExp(`\\b${name.replaceAll("_", "_?")}\\b`, "iu").test(answer),
  );
  if (named.length > 0) return { ...known, refused: new Set([...known.refused, ...named]) };
  const sampling = optional.filter((name) => name !== "max_tokens" && name !== "max_completion_tokens");
  if (sampling.length === 0 || !PARAMETERS.test(answer)) return null;
  return { ...known, refused: new Set([...known.refused, ...sampling]) };
}

const bodySchema = v.looseObject({
  messages: v.array(v.object({ role: v.string(), content: v.string() })),
});
type Message = v.InferOutput<typeof bodySchema>["messages"][number];

function hasSystem(sent: Record<string, unknown>): boolean {
  return v.is(bodySchema, sent) && sent.messages[0]?.role === "system";
}

/** The body of a request without what the server does not take. */
export function adaptBody(body: Record<string, unknown>, quirks: ModelQuirks): Record<string, unknown> {
  const kept = Object.fromEntries(Object.entries(body).filter(([name]) => !quirks.refused.has(name)));
  // OpenAI's thinking models know the same limit under another name.
  if (quirks.refused.has("max_tokens") && !quirks.refused.has("max_completion_tokens")) {
    kept.max_completion_tokens = body.max_tokens;
  }
  if (!quirks.isWithoutSystem) return kept;
  return { ...kept, messages: joinSystem(v.parse(bodySchema, body).messages) };
}

function joinSystem([system, first, ...others]: readonly Message[]): Message[] {
  const joined = [system, first].flatMap((message) => (message ? [message.content] : [])).join("\n\n");
  return [{ role: "user", content: joined }, ...others];
}
