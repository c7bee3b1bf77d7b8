import { and, eq, getTableColumns, lte, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { type CardMaterial, type CharacterBrief, type ChatConfig, chatConfigSchema } from "#domain/chat.ts";
import { CHAT_LIMITS } from "#domain/rate-limits.ts";
import type { ConversationSummary } from "#durable-objects/conversation/conversation-kind.ts";
import { countsAsAdult } from "../accounts/store.ts";
import { fillMacros } from "../characters/cards/card.ts";
import { isInChat, noteChat } from "../characters/last-active-store.ts";
import { countActiveChats } from "../characters/store.ts";
import type { Database } from "../db/client.ts";
import {
  type Creatable,
  type CreationRoom,
  countActive,
  hasRoomToCreate,
  isBelow,
} from "../db/creation-limits.ts";
import { isOfRequest, isOwnedBy, isOwnRow } from "../db/owned-rows.ts";
import { type ListOrder, type PageQuery, sortPage } from "../db/paging.ts";
import { selectRow } from "../db/row-selection.ts";
import { characterChats, characters, users } from "../db/schema/index.ts";
import { findLoreStamp } from "../lorebooks/used-lore-store.ts";

export type ChatRow = typeof characterChats.$inferSelect & { character: typeof characters.$inferSelect };
export type NewChatRow = typeof characterChats.$inferInsert;

const chatWithCharacter = { ...getTableColumns(characterChats), character: getTableColumns(characters) };

export function selectChats(db: Database, where: SQL | undefined) {
  return db
    .select(chatWithCharacter)
    .from(characterChats)
    .innerJoin(characters, eq(characters.id, characterChats.characterId))
    .where(where);
}

export function findChat(db: Database, userId: string, chatId: string) {
  return selectChats(db, isOwnRow(characterChats, userId, chatId));
}

/** The same, deleted or not. */
export function findAnyChat(db: Database, userId: string, chatId: string) {
  return selectChats(db, and(eq(characterChats.id, chatId), eq(characterChats.userId, userId)));
}

/** Stores the bytes of all pictures of a chat. */
export function setStoredBytes(db: Database, userId: string, chatId: string, storedBytes: number) {
  return db
    .update(characterChats)
    .set({ storedBytes })
    .where(and(eq(characterChats.id, chatId), eq(characterChats.userId, userId)));
}

/** The chat that a request has created, deleted or not. */
export function findChatByRequest(db: Database, userId: string, requestId: string) {
  return selectChats(db, isOfRequest(characterChats, userId, requestId));
}

/** A page of a user's chats. */
export function listChats(
  db: Database,
  userId: string,
  { order, ...page }: PageQuery & Pick<ListOrder, "order">,
) {
  const { rest, order: sorted } = sortPage(characterChats, { by: "updatedAt", order }, page);
  return selectChats(db, and(isOwnedBy(characterChats, userId), rest)).orderBy(...sorted);
}

/** The limits of new chats. The plan limits the active ones. */
export const CHAT_CREATION: Creatable = {
  table: characterChats,
  limits: CHAT_LIMITS,
  countPlanned: (userId) => countActive(characterChats, userId),
  planCode: "CHAT_LIMIT_EXCEEDED",
  totalCode: "CHAT_TOTAL_EXCEEDED",
};

/** Part of a statement: whether a user has fewer chats than the plan allows. `null`: the plan has no limit. */
export function hasRoom(userId: string, limit: number | null): SQL {
  return isBelow(countActive(characterChats, userId), limit);
}

/** How many more chats the plan allows, as the LIMIT of a statement; −1: the plan has no limit. */
export function toChatsLeft(userId: string, limit: number | null): SQL {
  return limit === null ? sql`-1` : sql`max(0, ${limit} - ${countActive(characterChats, userId)})`;
}

/** Updates the stored number of a character's active chats. Every batch that changes that number must include this. */
export function recountChats(db: Database, userId: string, chatId: string) {
  return db
    .update(characters)
    .set({
      activeChatCount: countActiveChats(),
    })
    .where(and(eq(characters.userId, userId), isInChat(userId, chatId)));
}

/**
 * Inserts a chat unless the user has no room for it, the same request has created one, or the character is not theirs (any
 * more). One statement, so that two requests at once can't pass together. Returns whether it was inserted.
 */
export async function insertChat(db: Database, row: NewChatRow, room: CreationRoom): Promise<boolean> {
  const { id, userId } = row;
  const isAllowed = sql`FROM ${characters} WHERE ${isOwnRow(characters, userId, row.characterId)}
    AND ${hasRoomToCreate(CHAT_CREATION, userId, room)}`;
  const [inserted] = await db.batch([
    db
      .insert(characterChats)
      .select(selectRow(characterChats, row, isAllowed))
      .onConflictDoNothing()
      .returning({ id: characterChats.id }),
    recountChats(db, userId, id),
    noteChat(db, userId, id, row.createdAt),
  ]);
  return inserted.length === 1;
}

/** Changes a chat. Returns its id, or no row if the chat is gone or not the user's, or if a given text is not what is stored. */
export function updateChatRow(
  db: Database,
  {
    userId,
    id,
    title,
    description,
  }: Pick<ChatRow, "userId" | "id"> & Partial<Pick<ChatRow, "title" | "description">>,
  change: { title?: string; description?: string; config?: ChatConfig },
  now: Date,
) {
  return db
    .update(characterChats)
    .set({ ...change, updatedAt: now.toISOString() })
    .where(
      and(
        isOwnRow(characterChats, userId, id),
        title === undefined ? undefined : eq(characterChats.title, title),
        description === undefined ? undefined : eq(characterChats.description, description),
      ),
    )
    .returning({ id: characterChats.id });
}

/** How much of a card's texts a prompt contains, in UTF-16 code units: together about a third of a prompt. */
const CARD_SHARES = {
  description: 6_000,
  scenario: 2_000,
  mes_example: 4_000,
  system_prompt: 2_000,
  post_history_instructions: 1_000,
} as const;

/** Reads only the texts of a card that a prompt contains: the rest of a card may have megabytes. */
const cardTexts = sql<
  string | null
>`CASE WHEN ${characters.card} IS NULL THEN NULL ELSE json_object(${sql.join(
  Object.entries(CARD_SHARES).map(
    ([field, most]) =>
      sql`${sql.raw(`'${field}'`)}, substr(json_extract(${characters.card}, ${sql.raw(`'$.${field}'`)}), 1, ${sql.raw(String(most))})`,
  ),
  sql`, `,
)}) END`;

const text = v.fallback(v.string(), "");
const cardTextsSchema = v.object({
  description: text,
  scenario: text,
  mes_example: text,
  system_prompt: text,
  post_history_instructions: text,
});

/** What the prompt of a chat needs, with its owner's tier; no row if the chat is not theirs or is deleted. */
export function findChatBrief(db: Database, userId: string, chatId: string) {
  // Only columns with names of their own: in a D1 batch, two of the same name become one.
  const { config, storySnapshot } = characterChats;
  const isNSFW = countsAsAdult(characterChats.isNSFW);
  const { name, description, personality, appearance, voice, quirks, interests, editedAt } = characters;
  return db
    .select({
      chat: { isNSFW, config, storySnapshot },
      character: { name, description, personality, appearance, voice, quirks, interests, editedAt },
      card: cardTexts.as("card_texts"),
      person: sql<string>`${users.name}`.as("person_name"),
      tier: users.tier,
      lore: findLoreStamp(userId, { kind: "character-chat", id: chatId }).as("lore_stamp"),
    })
    .from(characterChats)
    .innerJoin(characters, eq(characters.id, characterChats.characterId))
    .innerJoin(users, eq(users.id, characterChats.userId))
    .where(isOwnRow(characterChats, userId, chatId));
}

type ChatBriefRow = Awaited<ReturnType<typeof findChatBrief>>[number];

export function toCharacterBrief({ chat, character, card, person }: ChatBriefRow): CharacterBrief {
  const { editedAt, ...portrait } = character;
  return {
    ...portrait,
    isNSFW: chat.isNSFW,
    config: v.parse(chatConfigSchema, chat.config),
    card: card === null ? null : toCardMaterial(card, { ...character, isEdited: editedAt !== null, person }),
    story: chat.storySnapshot,
  };
}

function toCardMaterial(
  card: string,
  {
    name,
    description,
    isEdited,
    person,
  }: { name: string; description: string; isEdited: boolean; person: string },
): CardMaterial {
  const texts = v.parse(v.pipe(v.string(), v.parseJson(), cardTextsSchema), card);
  const said = (value: string) => fillMacros(value, { char: name, user: person }).trim();
  const whole = said(texts.description);
  return {
    // Once the person has edited the character, the card's own description no longer counts.
    description: isEdited || whole.length <= description.length ? "" : whole,
    scenario: said(texts.scenario),
    exampleDialogue: said(texts.mes_example),
    systemPrompt: said(texts.system_prompt),
    postHistoryInstructions: said(texts.post_history_instructions),
  };
}

/** What lists show of a chat, sent by its object. */
export type ChatProjection = Omit<ConversationSummary, "exchangeCount"> & { unreadCount: number };

/** The statements that store a chat's summary and when its character was active. */
export function projectChat(db: Database, userId: string, chatId: string, projected: ChatProjection) {
  const { updatedAt, lastMessageId, ...summary } = projected;
  const isNewMessage = sql`${characterChats.lastMessageId} IS NOT ${lastMessageId}`;
  return [
    db
      .update(characterChats)
      .set({
        ...summary,
        lastMessageId,
        lastMessageAt: lastMessageId === null ? null : updatedAt,
        // Opening a chat resets its unread count, but must not move it up in the list.
        updatedAt: sql`CASE WHEN ${isNewMessage} THEN max(${characterChats.updatedAt}, ${updatedAt}) ELSE ${characterChats.updatedAt} END`,
      })
      .where(
        and(
          eq(characterChats.id, chatId),
          eq(characterChats.userId, userId),
          lte(characterChats.projection, projected.projection),
        ),
      ),
    ...(lastMessageId === null ? [] : [noteChat(db, userId, chatId, updatedAt)]),
  ];
}
