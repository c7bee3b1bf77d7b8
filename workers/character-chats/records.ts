import * as v from "valibot";
import { chatConfigSchema } from "#domain/chat.ts";
import { type ChatRecord, chatRecordSchema } from "#domain/chat-record.ts";
import { toCharacterRecord } from "../characters/records.ts";
import type { ChatRow } from "./store.ts";

/** A row as it goes over the wire. */
export function toChatRecord({ character: person, ...row }: ChatRow): ChatRecord {
  const character = toCharacterRecord(person);
  const metadata = {
    ...row,
    type: "character-chat",
    config: v.parse(chatConfigSchema, row.config), // earlier versions stored less
    story: row.storySnapshot,
  } as const;
  const record = {
    ...row,
    chatId: row.id,
    characterName: character.name,
    character,
    metadata,
  } satisfies ChatRecord;
  return v.parse(chatRecordSchema, record);
}
