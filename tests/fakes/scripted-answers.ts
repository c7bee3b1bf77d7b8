import * as v from "valibot";
import { pieceOf, type Script, scriptedText, scriptSchema } from "./reply-script.ts";

export const chatRequestSchema = v.looseObject({
  model: v.string(),
  stream: v.optional(v.boolean(), true), // some servers stream where nothing is said of it
  response_format: v.optional(v.looseObject({ type: v.string() })),
  messages: v.array(v.object({ role: v.string(), content: v.string() })),
});
/** What a test reads of a request to the model. */
export type ChatRequest = v.InferOutput<typeof chatRequestSchema>;

/** The error of a server that refuses the request, in the words of real servers; `null`: it accepts it. */
export function findRefusal(
  chat: ChatRequest,
  script: Script,
  requests: number,
): [status: number, body: unknown] | null {
  if (requests <= script.loading) {
    return [503, { error: { code: 503, message: "Loading model", type: "unavailable_error" } }];
  }
  const [unknown] = script.unknown.filter((name) => name in chat);
  if (unknown !== undefined) {
    const message = `Unsupported parameter: '${unknown}' is not supported with this model.`;
    return [
      400,
      { error: { message, type: "invalid_request_error", param: unknown, code: "unsupported_parameter" } },
    ];
  }
  const roles = chat.messages.map(({ role }) => role);
  if (script.roles === "no-system" && roles.includes("system")) {
    return [
      400,
      { object: "error", message: "System role not supported", type: "BadRequestError", code: 400 },
    ];
  }
  if (script.roles === "alternate" && roles.some((role, index) => (role === "user") !== (index % 2 === 0))) {
    const message = "Jinja Exception: Conversation roles must alternate user/assistant/user/assistant/...";
    return [500, { error: { code: 500, message, type: "server_error" } }];
  }
  return null;
}

/**
 * The background task of a request, recognised by the block with which the request begins; `null` for all other
 * requests.
 */
export function findTask(chat: ChatRequest): string | null {
  const request = chat.messages.findLast(
    ({ role, content }) => role === "user" && !content.startsWith("That answer can't be used:"),
  );
  return /^<(suggestion|title|analysis|memory)_request\/>/.exec(request?.content ?? "")?.[1] ?? null;
}

/** What a task is answered with when the script has no answer for it. */
export function makeUsualAnswer(task: string, chat: ChatRequest, script: Script): unknown {
  switch (task) {
    case "memory":
      return findFacts(chat);
    case "analysis":
      return { characters: findNewPeople(chat, script), currentLocation: null };
    default:
      return "A quiet moment.";
  }
}

/**
 * The people of the script whom the passage names and the known cast does not contain: the answer of a model that reads
 * well.
 */
function findNewPeople(chat: ChatRequest, { people }: Script) {
  const request = chat.messages.at(-1)?.content ?? "";
  const told = chat.messages.findLast(({ role }) => role === "assistant")?.content ?? "";
  const passage = /<passage>([\s\S]*?)<\/passage>/.exec(request)?.[1] ?? told;
  const known = /<known_cast>([\s\S]*?)<\/known_cast>/.exec(request)?.[1] ?? "";
  return people
    .filter(({ name, short }) => passage.includes(name) || passage.includes(short))
    .filter(({ name, short }) => !known.includes(name) && !known.includes(short))
    .map(({ name, short, role = null }) => ({ name, aliases: [short], role }));
}

/** A memory of facts only: for each passage the sentences that begin with "FACT", or a note that there were none. */
function findFacts(chat: ChatRequest): { lines: { text: string; covers: number[] }[] } {
  const request = chat.messages.at(-1)?.content ?? "";
  const passages = [...request.matchAll(/^\[(\d+)\] (.*)$/gm)].map(([line, number, beginning = ""]) => {
    const isTold = request.includes("<beginnings_to_remember>");
    const message = isTold ? chat.messages.find(({ content }) => content.includes(beginning)) : undefined;
    return [line, number, message?.content ?? beginning];
  });
  const facts = passages.flatMap(([, number, text = ""]) =>
    (text.match(/FACT[^.]*\./g) ?? []).map((fact) => ({ text: fact, covers: [Number(number)] })),
  );
  const covers = passages.map(([, number]) => Number(number));
  return { lines: facts.length > 0 ? facts : [{ text: "Nothing much happened.", covers }] };
}

/** The latest script in the prompt; for a task, the latest one that contains an answer for it, if there is one. */
export function findScript(chat: ChatRequest, task: string | null): Script {
  const scripts = chat.messages.toReversed().flatMap(({ role, content }) => {
    const found = role !== "assistant" ? content.match(/#reply (\{.*\})/) : null;
    return found?.[1] ? [v.parse(v.pipe(v.string(), v.parseJson(), scriptSchema), found[1])] : [];
  });
  const [latest = v.parse(scriptSchema, {})] = scripts;
  return (
    scripts.find(({ answers, people }) => task !== null && (task in answers || people.length > 0)) ?? latest
  );
}

/** The whole answer of a script that does not send pieces; `undefined` for a script that does. */
export function findAnswer({ first, json: answer }: Script): string | undefined {
  return first ?? (answer === undefined ? undefined : JSON.stringify(answer));
}

/** For a reply that is to be continued, only the part that is not in the prompt yet. */
export function listPieces(chat: ChatRequest, script: Script): string[] {
  const carriesOn = chat.messages.at(-1)?.content.startsWith("<carry_on/>") ?? false;
  const told = carriesOn ? (chat.messages.at(-2)?.content ?? "") : "";
  const id = newId(carriesOn ? chat.messages.slice(0, -2) : chat.messages, script);
  const text = script.text ?? scriptedText(script.pieces, id);
  if (told === "" && script.text === undefined) {
    return Array.from({ length: script.pieces }, (_, index) => pieceOf(id, index));
  }
  const rest = text.startsWith(told) ? text.slice(told.length) : text;
  const size = Math.max(1, Math.ceil(rest.length / script.pieces));
  return Array.from({ length: Math.ceil(rest.length / size) }, (_, index) =>
    rest.slice(index * size, (index + 1) * size),
  );
}

/** A model that wrote the same passage again would be ended for it. */
function newId(messages: ChatRequest["messages"], { id, pieces }: Script): string {
  const text = scriptedText(pieces, id).trim();
  const replies = messages.filter(({ role }) => role === "assistant");
  const isTold = text.length > 150 && replies.some(({ content }) => content.includes(text));
  const isRetelling = messages.at(-1)?.content.includes("<different_take>") ?? false;
  return isRetelling || isTold ? `again${replies.length}-${id}` : id;
}
