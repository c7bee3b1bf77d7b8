import * as v from "valibot";
import { AppError, errorCodeSchema } from "#domain/errors.ts";
import { type ChangeLine, type MemoryPage, memoryPageSchema } from "#domain/memory.ts";
import {
  type Message,
  messageSchema,
  type OpenPath,
  openPathSchema,
  type Revision,
  revisionSchema,
} from "#domain/message.ts";
import { type ChangeNotes, type NotesAnswer, notesAnswerSchema } from "#domain/notes.ts";
import { type PathPage, pathPageSchema } from "#domain/paths.ts";
import type { Owner } from "#durable-objects/conversation/record.ts";
import type { ConversationObject } from "#durable-objects/conversation-object.ts";
import type { AccountService } from "../accounts/service.ts";
import type { ConversationAccess } from "./access.ts";

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

type ConversationRow = { id: string; userId: string };

type EditorParts<Row extends ConversationRow, Conversation extends ConversationObject> = {
  accounts: Pick<AccountService, "requireConsented">;
  conversations: ConversationAccess<Row, Conversation>;
  /** Throws if nothing may be written there now. */
  requireWritable: (row: Row) => Promise<void>;
};

/**
 * What the owner of a conversation changes in it by hand: texts, paths, notes, memory. The same for every kind of conversation. Everything
 * throws NOT_FOUND for a conversation of somebody else; changes throw CONSENT_REQUIRED, RATE_LIMITED, and STREAM_IN_PROGRESS while a reply
 * is written.
 */
export class ConversationEditor<
  Row extends ConversationRow = ConversationRow,
  Conversation extends ConversationObject = ConversationObject,
> {
  readonly #parts: EditorParts<Row, Conversation>;

  constructor(parts: EditorParts<Row, Conversation>) {
    this.#parts = parts;
  }

  /** Gives a message another text; what follows it stays. Throws EDIT_CONFLICT if it has another revision than that by now. */
  edit(id: string, messageId: string, input: { content: string; revision: number }): Promise<Message> {
    return this.#change(id, messageSchema, (object, owner) => object.editMessage(owner, messageId, input));
  }

  /** Makes a message beside that one and opens the path that ends with it. */
  addVersion(
    id: string,
    messageId: string,
    input: { content: string; newMessageId?: string | undefined },
  ): Promise<Message> {
    return this.#change(id, messageSchema, (object, owner) => object.addVersion(owner, messageId, input));
  }

  /** Opens the path that ends with that message. What followed stays as a path. */
  continueFrom(id: string, messageId: string): Promise<OpenPath> {
    return this.#change(id, openPathSchema, (object, owner) => object.continueFrom(owner, messageId));
  }

  /** Puts a message and all that follows it into the bin. */
  remove(id: string, messageId: string): Promise<OpenPath> {
    return this.#change(id, openPathSchema, (object, owner) => object.removeFrom(owner, messageId));
  }

  /** Brings a removed part back, and opens it again if nothing was opened or written since. */
  restore(id: string, messageId: string): Promise<OpenPath> {
    return this.#change(id, openPathSchema, (object, owner) => object.restorePart(owner, messageId));
  }

  /** Opens a path: all tabs read it. */
  openPath(id: string, leafId: string): Promise<OpenPath> {
    return this.#change(id, openPathSchema, (object, owner) => object.openPath(owner, leafId));
  }

  async namePath(id: string, leafId: string, name: string): Promise<void> {
    await this.#change(id, v.null(), (object, owner) => object.namePath(owner, leafId, name));
  }

  changeNotes(id: string, change: ChangeNotes): Promise<NotesAnswer> {
    return this.#change(id, notesAnswerSchema, (object, owner) => object.changeNotes(owner, change));
  }

  addLine(id: string, text: string): Promise<MemoryPage> {
    return this.#change(id, memoryPageSchema, (object, owner) => object.addLine(owner, text));
  }

  changeLine(id: string, lineId: string, change: ChangeLine): Promise<MemoryPage> {
    return this.#change(id, memoryPageSchema, (object, owner) => object.changeLine(owner, lineId, change));
  }

  /** All texts that a message had or has, oldest first. */
  listRevisions(id: string, messageId: string): Promise<Revision[]> {
    return this.#read(id, v.array(revisionSchema), (object, owner) => object.listRevisions(owner, messageId));
  }

  listPaths(id: string, request: { cursor: string | null; limit: number }): Promise<PathPage> {
    return this.#read(id, pathPageSchema, (object, owner) => object.listPaths(owner, request));
  }

  readNotes(id: string): Promise<NotesAnswer> {
    return this.#read(id, notesAnswerSchema, (object, owner) => object.readNotes(owner));
  }

  readMemory(id: string): Promise<MemoryPage> {
    return this.#read(id, memoryPageSchema, (object, owner) => object.readMemory(owner));
  }

  async #change<Schema extends v.GenericSchema>(
    id: string,
    schema: Schema,
    call: Call<ConversationObject>,
  ): Promise<v.InferOutput<Schema>> {
    await this.#parts.accounts.requireConsented();
    const row = await this.#parts.conversations.find(id);
    await this.#parts.requireWritable(row);
    return unwrap(schema, await this.#call(row, call));
  }

  async #read<Schema extends v.GenericSchema>(
    id: string,
    schema: Schema,
    call: Call<ConversationObject>,
  ): Promise<v.InferOutput<Schema>> {
    const row = await this.#parts.conversations.find(id);
    return unwrap(schema, await this.#call(row, call));
  }

  #call(row: Row, call: Call<ConversationObject>): PromiseLike<unknown> {
    const object: DurableObjectStub<ConversationObject> = this.#parts.conversations.object(row.id);
    return call(object, { conversationId: row.id, userId: row.userId });
  }
}

/** The calls of an editor, whatever kind of conversation it changes. */
export type OpenEditor = Pick<ConversationEditor, keyof ConversationEditor>;

type Call<Conversation extends ConversationObject> = (
  object: DurableObjectStub<Conversation>,
  owner: Owner,
) => PromiseLike<unknown>;

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
