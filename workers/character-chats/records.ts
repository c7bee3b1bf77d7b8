import * as v from "valibot";
import { type ChatRecord, chatRecordSchema } from "#domain/chat-record.ts";
import { toCharacterRecord } from "../characters/records.ts";
import type { ChatRow } from "./store.ts";

/** A row as it goes over the wire. */
export function toChatRecord({ character: person, ...row }: ChatRow): ChatRecord {
  const character = toCharacterRecord(person);
  const metadata = { ...row, type: "character-chat", story: row.storySnapshot } as const;
  const facts = { chatId: row.id, characterName: character.name, character, metadata };
  const record = { ...row, ...facts } satisfies v.InferInput<typeof chatRecordSchema>;
  return v.parse(chatRecordSchema, record);
}
