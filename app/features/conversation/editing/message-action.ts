import * as v from "valibot";
import { UnsentValues } from "#app/features/storage/kept-values.ts";
import { type Message, ROLES } from "#domain/message.ts";

/** What a person is doing with a message: one thing at a time. */
export type MessageAction =
  /** On a narrow page: its tools are in place of the input bar. */
  | { kind: "tools"; messageId: string }
  | { kind: "regenerate"; messageId: string; wish: string }
  | { kind: "edit"; edit: Edit };

/** What a message can be asked for. The same functions at each render. */
export type MessageTools = {
  edit: (message: Message) => void;
  /** Opens the line for a wish. */
  regenerate: (message: Message) => void;
  /** Keeps a wish that is not sent yet for the next time its line is opened. */
  keepWish: (messageId: string, wish: string) => void;
  goOnFrom: (message: Message) => void;
  removeFrom: (message: Message) => void;
  /** On a narrow page: shows its tools, or puts them away again. */
  choose: (message: Message) => void;
  /** Loads early what these need. */
  preload: () => void;
};

const editSchema = v.object({
  messageId: v.string(),
  /** The message as it was when the edit began. */
  revision: v.number(),
  role: v.picklist(ROLES),
  before: v.string(),
  text: v.string(),
});
/** An edit under way. */
export type Edit = v.InferOutput<typeof editSchema>;

export function beginEdit({ messageId, revision, role, content }: Message): Edit {
  return { messageId, revision, role, before: content, text: content };
}

/** The message that it is about. */
export function findActionMessageId(action: MessageAction | null): string | null {
  if (action === null) return null;
  return action.kind === "edit" ? action.edit.messageId : action.messageId;
}

/** The edit under way of each conversation. */
export const keptEdits = new UnsentValues("talespark:edit:", editSchema);
