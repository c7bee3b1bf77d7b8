import * as v from "valibot";
import { AppError, errorBodySchema, errorCodeSchema } from "#domain/errors.ts";
import { isId } from "#domain/ids.ts";
import { type LastPrompt, lastPromptSchema } from "#domain/last-prompt.ts";
import {
  MESSAGES_PER_PAGE,
  MESSAGES_PER_PAGE_MAX,
  type Message,
  type MessagePage,
  messagePageSchema,
  messageSchema,
} from "#domain/message.ts";
import {
  type ExportAmounts,
  exportAmountsSchema,
  type FileStart,
  fileStartSchema,
  type PathText,
  pathTextSchema,
  type TreePage,
  treePageSchema,
} from "#domain/story-file.ts";
import type { AskedTurn } from "#domain/turn-kinds.ts";
import type { ChangeInputs, ChangeName } from "#durable-objects/conversation/conversation-changes.ts";
import type { TurnRefusal } from "#durable-objects/conversation/events.ts";
import type { ConversationObject } from "#durable-objects/conversation-object.ts";
import { type Caller, getExpiry, getOwnerId, getSession } from "../auth/caller.ts";
import type { LiveSessions } from "../auth/live-sessions.ts";
import type { LiveSessionRow } from "../auth/store.ts";
import { requireRow } from "../db/owned-rows.ts";

const TELL_TRIES = 3;
const TELL_RETRY_MS = 200;

/** How an object answers a change: a class of error would be lost in the call. */
const outcomeSchema = v.variant("ok", [
  v.object({ ok: v.literal(true), value: v.unknown() }),
  v.object({
    ok: v.literal(false),
    code: errorCodeSchema,
    message: v.optional(v.string()),
    field: v.optional(v.nullable(v.string())),
    retryAfterSeconds: v.optional(v.nullable(v.number())),
    details: v.optional(v.unknown()),
  }),
]);

/** What every index row of a conversation has. `userId` is its owner. */
type ConversationRow = { id: string; userId: string };

type ConversationAccessParts<Row extends ConversationRow, Conversation extends ConversationObject> = {
  caller: Caller | null;
  kind: LiveSessionRow["kind"];
  objects: DurableObjectNamespace<Conversation>;
  /** The row of a conversation that is the owner's and is not deleted: one or none. */
  findRow: (ownerId: string, conversationId: string) => PromiseLike<Row[]>;
  /** Throws if nothing may be written there now. Absent: the owner may always write. */
  requireWritable?: (row: Row) => Promise<void>;
  liveSessions: LiveSessions;
  /** The number of the database with the caller's rows. */
  getShard: () => number;
};

/**
 * `path`: the leaf of another path than the open one. `withPlace`: the latest messages, with those since the place where the caller has
 * left.
 */
export type MessagesOptions = {
  before?: string | null | undefined;
  path?: string | null | undefined;
  limit?: number | undefined;
  withPlace?: boolean;
};

/**
 * The way from a caller to a conversation of one kind: its index row says whose it is, and only then is its object asked.
 * A conversation that is somebody else's, deleted, missing or no id at all is NOT_FOUND, all alike. Without a caller
 * everything throws UNAUTHENTICATED.
 */
export class ConversationAccess<Row extends ConversationRow, Conversation extends ConversationObject> {
  readonly #parts: ConversationAccessParts<Row, Conversation>;

  constructor(parts: ConversationAccessParts<Row, Conversation>) {
    this.#parts = parts;
  }

  get ownerId(): string {
    return getOwnerId(this.#requireCaller());
  }

  /** The index row of a conversation of the caller. */
  async find(conversationId: string): Promise<Row> {
    const { ownerId } = this;
    if (!isId(conversationId)) throw new AppError("NOT_FOUND");
    return requireRow(await this.#parts.findRow(ownerId, conversationId));
  }

  /** The index row of a conversation in which the caller may change something now. */
  async findWritable(conversationId: string): Promise<Row> {
    const row = await this.find(conversationId);
    await this.#parts.requireWritable?.(row);
    return row;
  }

  /**
   * Has the object change something by hand: texts, paths, notes, memory; see `ConversationChanges`. `schema`: that of its answer. Throws
   * RATE_LIMITED, and STREAM_IN_PROGRESS while a reply is written.
   */
  async change<Schema extends v.GenericSchema, Name extends ChangeName>(
    conversationId: string,
    schema: Schema,
    name: Name,
    ...input: ChangeInputs[Name]
  ): Promise<v.InferOutput<Schema>> {
    return unwrap(schema, await this.#callChange(await this.findWritable(conversationId), name, input));
  }

  /** The same for a call that only reads. */
  async read<Schema extends v.GenericSchema, Name extends ChangeName>(
    conversationId: string,
    schema: Schema,
    name: Name,
    ...input: ChangeInputs[Name]
  ): Promise<v.InferOutput<Schema>> {
    return unwrap(schema, await this.#callChange(await this.find(conversationId), name, input));
  }

  #callChange<Name extends ChangeName>({ id, userId }: Row, name: Name, input: ChangeInputs[Name]) {
    return this.#open(id).change({ conversationId: id, userId }, name, input);
  }

  /** Hands a live request (a WebSocket's upgrade, an event stream, one event up) to the conversation's object. Throws what it refuses. */
  async connect(conversationId: string, request: Request): Promise<Response> {
    const caller = this.#requireCaller();
    const session = getSession(caller);
    // At the same time: the record is only stored if `find` finds the conversation too.
    const [row] = await Promise.all([
      this.find(conversationId),
      request.method === "GET" && session !== null
        ? this.#parts.liveSessions.recordOpening(session, {
            userId: this.ownerId,
            kind: this.#parts.kind,
            conversationId,
          })
        : undefined,
    ]);
    // It is routed as `GET` is, but its answer has no body: a stream would never end, and a refusal could not be read.
    if (request.method === "HEAD") throw new AppError("WEBSOCKET_REQUIRED");
    const headers = new Headers(request.headers);
    headers.delete("X-Talespark-Share");
    headers.set("X-Talespark-Conversation", row.id);
    headers.set("X-Talespark-User", row.userId);
    headers.set("X-Talespark-Shard", String(this.#parts.getShard()));
    headers.set("X-Talespark-Session", session?.id ?? "");
    headers.set("X-Talespark-Expires", String(getExpiry(caller) ?? ""));
    const answer = await this.object(row.id).fetch(new Request(request, { headers }));
    if (answer.status >= 400) throw await readRefusal(answer);
    return answer;
  }

  /** Opens a socket for a reader of one of its copies, who was let in by the copy's address. Nothing of the reader's request is handed on. */
  async followShare(conversationId: string, shareId: string, request: Request): Promise<Response> {
    const headers = { Upgrade: request.headers.get("Upgrade") ?? "", "X-Talespark-Share": shareId };
    if (headers.Upgrade.toLowerCase() !== "websocket") throw new AppError("WEBSOCKET_REQUIRED");
    const answer = await this.object(conversationId).fetch(new Request(request.url, { headers }));
    if (answer.status >= 400) throw await readRefusal(answer);
    return answer;
  }

  /** A page of the messages as they are read, backwards from the end or from the message `before`. */
  async readMessages(conversationId: string, options?: MessagesOptions): Promise<MessagePage> {
    return this.readMessagesOf(await this.find(conversationId), options);
  }

  /** The same if the index row was already read. */
  async readMessagesOf(
    row: Row,
    { before = null, path = null, limit = MESSAGES_PER_PAGE, withPlace = false }: MessagesOptions = {},
  ): Promise<MessagePage> {
    const object = this.#open(row.id);
    const page = withPlace
      ? await object.openPage(this.ownerId, limit)
      : await object.messages({ before, path, limit: Math.min(limit, MESSAGES_PER_PAGE_MAX) });
    if (page === null) throw new AppError("NOT_FOUND");
    return v.parse(messagePageSchema, page);
  }

  /** The prompt of the last reply; `null`: there is none yet. */
  async readLastPrompt(conversationId: string): Promise<LastPrompt | null> {
    const row = await this.find(conversationId);
    return v.parse(v.nullable(lastPromptSchema), await this.#open(row.id).findLastPrompt());
  }

  // What the owner takes away, also of a conversation that is recently deleted; `null`: nothing was written in it yet. The object itself
  // knows whose it is. Throws NOT_FOUND for somebody else's.

  async exportStart(id: string): Promise<FileStart | null> {
    return unwrap(v.nullable(fileStartSchema), await this.#open(id).exportStart(this.ownerId));
  }

  async measureExport(id: string): Promise<ExportAmounts | null> {
    return unwrap(v.nullable(exportAmountsSchema), await this.#open(id).measureExport(this.ownerId));
  }

  async exportTree(id: string, after: string): Promise<TreePage | null> {
    return unwrap(v.nullable(treePageSchema), await this.#open(id).exportTree(this.ownerId, after));
  }

  /** Throws NOT_FOUND also where no such path is. */
  async exportPath(id: string, request: { leafId: string | null; after: number }): Promise<PathText | null> {
    return unwrap(v.nullable(pathTextSchema), await this.#open(id).exportPath(this.ownerId, request));
  }

  /** Runs one turn of a conversation whose index row was read, and waits for its whole reply. Throws as `readOutcome`. */
  async ask({ id, userId }: Row, request: AskedTurn): Promise<Message> {
    return readOutcome(await this.#open(id).ask({ conversationId: id, userId }, request));
  }

  /** Lets the object leave memory, if nobody else uses it. Never throws: it would leave by itself. */
  async release(conversationId: string): Promise<void> {
    // It fails when it succeeds: the instance stops.
    await this.#open(conversationId)
      .release()
      .catch(() => undefined);
  }

  /** Calls the object, up to three times: a deploy may reset it during the call. `call` must be safe to repeat. */
  async tell(
    conversationId: string,
    call: (object: DurableObjectStub<Conversation>) => Promise<void>,
  ): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await call(this.object(conversationId));
      } catch (error) {
        if (tries === TELL_TRIES) throw error;
        await scheduler.wait(TELL_RETRY_MS * tries);
      }
    }
  }

  /** A conversation's object. Who may ask it is checked before, by `find` or by a query with the owner in it. */
  object(conversationId: string): DurableObjectStub<Conversation> {
    return this.#parts.objects.getByName(conversationId);
  }

  /** The same object, with only the calls that every kind of conversation has. */
  #open(conversationId: string): DurableObjectStub<ConversationObject> {
    return this.object(conversationId);
  }

  #requireCaller(): Caller {
    if (!this.#parts.caller) throw new AppError("UNAUTHENTICATED");
    return this.#parts.caller;
  }
}

/** The calls that check the owner themselves, so routes can use them directly. */
export type OpenConversations = Pick<
  ConversationAccess<ConversationRow, ConversationObject>,
  | "change"
  | "read"
  | "connect"
  | "readMessages"
  | "readLastPrompt"
  | "exportStart"
  | "measureExport"
  | "exportTree"
  | "exportPath"
  | "release"
>;

/** The reply of a turn. Throws what the wire would tell as an error. */
export function readOutcome(outcome: { ok: true; message: unknown } | TurnRefusal): Message {
  if (!outcome.ok) throw toTurnError(outcome);
  return v.parse(messageSchema, outcome.message);
}

export function toTurnError({ code, retryAfterSeconds }: TurnRefusal): AppError {
  return new AppError(code, { retryAfterSeconds });
}

/** The failure that an object has answered with; see `answerRefusal`. */
async function readRefusal(answer: Response): Promise<AppError> {
  const { code, message, field = null } = v.parse(errorBodySchema, await answer.json());
  const retryAfter = answer.headers.get("Retry-After");
  return new AppError(code, {
    message,
    field,
    retryAfterSeconds: retryAfter === null ? null : Number(retryAfter),
  });
}

/** The value of an outcome; throws the failure that it reports. */
export function unwrap<Schema extends v.GenericSchema>(
  schema: Schema,
  answer: unknown,
): v.InferOutput<Schema> {
  const outcome = v.parse(outcomeSchema, answer);
  if (outcome.ok) return v.parse(schema, outcome.value);
  const { code, message, details, field = null, retryAfterSeconds = null } = outcome;
  throw new AppError(code, {
    field,
    retryAfterSeconds,
    details,
    ...(message === undefined ? {} : { message }),
  });
}
