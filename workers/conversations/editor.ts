import type * as v from "valibot";
import type { ChangeInputs, ChangeName } from "#durable-objects/conversation/changes.ts";
import type { ConversationObject } from "#durable-objects/conversation-object.ts";
import type { AccountService } from "../accounts/service.ts";
import { type ConversationAccess, unwrap } from "./access.ts";

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

  /** Has the object change something; see `ConversationChanges`. `schema`: that of its answer. */
  async change<Schema extends v.GenericSchema, Name extends ChangeName>(
    id: string,
    schema: Schema,
    name: Name,
    ...input: ChangeInputs[Name]
  ): Promise<v.InferOutput<Schema>> {
    await this.#parts.accounts.requireConsented();
    const row = await this.#parts.conversations.find(id);
    await this.#parts.requireWritable(row);
    return unwrap(schema, await this.#call(row, name, input));
  }

  /** The same for a call that only reads. */
  async read<Schema extends v.GenericSchema, Name extends ChangeName>(
    id: string,
    schema: Schema,
    name: Name,
    ...input: ChangeInputs[Name]
  ): Promise<v.InferOutput<Schema>> {
    const row = await this.#parts.conversations.find(id);
    return unwrap(schema, await this.#call(row, name, input));
  }

  #call<Name extends ChangeName>(row: Row, name: Name, input: ChangeInputs[Name]): PromiseLike<unknown> {
    const object: DurableObjectStub<ConversationObject> = this.#parts.conversations.object(row.id);
    return object.change({ conversationId: row.id, userId: row.userId }, name, input);
  }
}

/** An editor, whatever kind of conversation it changes. */
export type OpenEditor = Pick<ConversationEditor, keyof ConversationEditor>;
