import type { DemoPremise } from "#domain/demo.ts";
import { USUAL_RULES } from "#domain/lore.ts";

/*
 * One person's state with a row in every table, as SQL values by column. Rows are written into older schemas as well: columns
 * that a schema does not have yet are left out. A new table needs a row here, which the tests ask for.
 */

export type Rows = Record<string, Record<string, string | number | null>[]>;

const THEN = "2026-01-02T03:04:05.000Z";
const LATER = "2099-01-01T00:00:00.000Z";
const EMPTY_LIST = "[]";

/** The rows of D1 of a person whose subject is `sub`. */
export function toD1Rows(sub: string): Rows {
  const times = { created_at: THEN, updated_at: THEN };
  const story = {
    user_id: sub,
    description: "A voice on the harbour radio reads out the name of a lost boat.",
    story_length: "medium",
    genre: "Mystery",
    categories: EMPTY_LIST,
    tropes: EMPTY_LIST,
    character: "A relief operator",
    player_name: "You",
    custom_data: "{}",
    cast: EMPTY_LIST,
    ...times,
  };
  const character = {
    user_id: sub,
    folded_name: "mara voss",
    description: "Keeper of Harrow Light; says little.",
    quirks: '["counts ships"]',
    interests: EMPTY_LIST,
    custom_attributes: "{}",
    last_active_at: THEN,
    ...times,
  };
  return {
    users: [
      {
        id: sub,
        name: "Reader",
        provider: "other",
        tier: "premium",
        age_confirmed_13: 1,
        accepted_terms_at: THEN,
        accepted_privacy_at: THEN,
        session_epoch: 7,
        ...times,
      },
    ],
    account_deletions: [{ id: "deletion", user_id: "somebody-else", requested_at: THEN }],
    consents: [{ id: "consent", user_id: sub, kind: "legal", version: "1", source: "web", timestamp: THEN }],
    ended_sessions: [{ session_id: "ended", ended_at: THEN }],
    sessions: [{ id: "session", user_id: sub, slid_at: THEN }],
    live_sessions: [
      { session_id: "session", conversation_id: "story", kind: "story", user_id: sub, opened_at: THEN },
    ],
    billing_events: [{ id: "event", user_id: sub, type: "invoice.paid", received_at: THEN, reads_begun: 1 }],
    spark_ledger: [
      {
        turn_key: "turn",
        user_id: sub,
        month: "2026-01",
        purpose: "story",
        sparks: 1,
        state: "charged",
        reserved_at: THEN,
        settled_at: THEN,
      },
    ],
    subscriptions: [{ user_id: sub, customer_id: "cus_upgrade", status: "active", created_at: THEN }],
    stories: [
      { id: "story", title: "The Ninth Signal", folded_title: "the ninth signal", ...story },
      { id: "gone", title: "Part 10", folded_title: "part 10", deleted_at: LATER, ...story },
    ],
    characters: [
      { id: "created", name: "Mara Voss", ...character },
      { id: "found", name: "Tom", is_from_story: 1, origin_story_id: "story", ...character },
    ],
    character_stories: [{ character_id: "found", story_id: "story" }],
    character_chats: [
      { id: "chat", user_id: sub, character_id: "created", title: "Chat with Mara", config: "{}", ...times },
    ],
    lorebooks: [
      {
        id: "book",
        user_id: sub,
        name: "Kestrel Island",
        depth: 4,
        entry_count: 1,
        stored_bytes: 60,
        ...times,
      },
    ],
    search_changes: [{ user_id: sub, kind: "story", id: "changed", stamp: "stamp" }],
    lore_entries: [
      {
        id: "entry",
        user_id: sub,
        book_id: "book",
        place: 0,
        name: "The reef",
        kind: "place",
        text: "It has taken four boats.",
        rules: JSON.stringify({ ...USUAL_RULES, keys: ["reef"] }),
        folded: "the reef it has taken four boats.",
        stored_bytes: 60,
        ...times,
      },
    ],
    shares: [
      {
        id: "share",
        user_id: sub,
        story_id: "story",
        token_hash: "hash",
        grows: 1,
        pen_name: "Nora L.",
        may_fork: 1,
        is_indexed: 0,
        created_at: THEN,
      },
    ],
    story_lorebooks: [{ story_id: "story", book_id: "book" }],
    chat_lorebooks: [{ chat_id: "chat", book_id: "book" }],
    imports: [
      {
        id: "import",
        user_id: sub,
        key: "hash",
        name: "chat.jsonl",
        file_count: 1,
        state: "done",
        characters: EMPTY_LIST,
        report: '{"conversations":[],"cameAlong":[],"leftOut":[]}',
        ...times,
      },
    ],
    feedback: [{ id: "feedback", user_id: sub, feedback: "I like it.", created_at: THEN }],
    account_fences: [{ user_id: "moved", fenced_at: THEN }],
    account_moves: [{ user_id: "moved", from_shard: 0, to_shard: 1, begun_at: THEN }],
    account_shards: [{ user_id: sub, shard: 0 }],
    customer_accounts: [{ customer_id: "cus_upgrade", user_id: sub }],
    shard_sizes: [{ shard: 0, bytes: 4096, measured_at: THEN }],
  };
}

const PREMISE: DemoPremise = {
  genre: "Mystery",
  subGenre: null,
  categories: [],
  tropes: [],
  setting: "",
  storyLength: "short",
  isNSFW: false,
  character: "A relief operator",
  description: "A voice on the harbour radio reads out the name of a lost boat.",
};
const FAR = Date.parse(LATER);

/** The rows of every object: an opening, a message and its reply in two versions. */
export function toConversationRows(conversationId: string, userId: string): Rows {
  const message = (id: string, parent: string | null, depth: number, version: number) => ({
    id,
    parent_id: parent,
    role: depth % 2 === 1 ? "assistant" : "user",
    content: `The text of ${id}.`,
    status: "complete",
    timestamp: THEN,
    version,
    depth,
  });
  return {
    conversation: [
      { id: 1, conversation_id: conversationId, user_id: userId, head_id: "reply-2", exchange_count: 1 },
    ],
    known_facts: [{ id: 1, facts: "{}" }],
    messages: [
      message("opening", null, 1, 1),
      message("message", "opening", 2, 1),
      message("reply-1", "message", 3, 1),
      message("reply-2", "message", 3, 2),
    ],
    turns: [
      {
        request_id: "request",
        kind: "message",
        state: "complete",
        user_id: userId,
        parent_id: "opening",
        content: "The text of message.",
        user_message_id: "message",
        reply_id: "reply-1",
        asked_at: 1,
        accepted_at: 2,
      },
    ],
    outbox: [{ id: 1, topic: "project", due_at: FAR }],
    prompt_steps: [
      {
        id: 1,
        start_id: "opening",
        start_depth: 1,
        has_memory: 0,
        memory: EMPTY_LIST,
        memory_left_out: 0,
        has_gap: 0,
        people: EMPTY_LIST,
        people_left_out: 0,
      },
    ],
    lore: [{ id: 1, stamp: "book:1" }],
    lore_uses: [
      { entry_id: "entry", message_id: "reply-1", reason: JSON.stringify({ by: "message", key: "reef" }) },
    ],
    lore_entries: [{ place: 0, entry: JSON.stringify({ entryId: "entry", name: "The reef" }) }],
    revisions: [{ message_id: "reply-1", number: 1, content: "The text before." }],
    paths: [{ leaf_id: "reply-1", name: "The reef" }],
    shares: [{ share_id: "share", leaf_id: "reply-1", depth: 3, grows: 0 }],
    shared_texts: [{ share_id: "share", message_id: "reply-1", revision: 1 }],
    notes: [{ id: 1, notes: JSON.stringify({ note: "Nobody explains the signals." }) }],
    reading_places: [{ user_id: userId, message_id: "reply-2", offset: 4, at: 1 }],
    last_prompt: [{ id: 1, ms: 5, context_tokens: 8000, reply_tokens: 1200, parts: EMPTY_LIST }],
  };
}

const MEMORIES = [
  {
    message_id: "reply-1",
    depth: 3,
    lines: '[{"text":"A boat was lost.","layer":0,"fromId":"opening","toId":"reply-1"}]',
  },
];

const MARKS = [{ line_id: "line", is_pinned: 1, is_forgotten: 0 }];

/** The rows of each kind's own tables. */
export const KIND_ROWS: Record<"story" | "character-chat", Rows> = {
  story: {
    story: [{ id: 1, current_location: "The harbour" }],
    cast: [
      {
        id: "found",
        name: "Tom",
        aliases: EMPTY_LIST,
        is_new: 0,
        mentions: 3,
        is_main_character: 0,
        changed: 0,
      },
    ],
    cast_facts: [{ message_id: "reply-2", person_id: "found", mentions: 1 }],
    locations: [{ message_id: "reply-2", location: "The harbour" }],
    suggestions: [{ head_id: "reply-2", text: "I answer.", shown: 1, others: 0 }],
    lore_proposals: [
      {
        id: "proposal",
        message_id: "reply-2",
        name: "Signal Rock",
        kind: "place",
        text: "It is white.",
        keys: EMPTY_LIST,
        state: "waiting",
      },
    ],
    memories: MEMORIES,
    memory_marks: MARKS,
    demo: [
      {
        id: 1,
        title: "The Ninth Signal",
        premise: JSON.stringify(PREMISE),
        created_at: THEN,
        expires_at: FAR,
      },
    ],
  },
  "character-chat": { memories: MEMORIES, memory_marks: MARKS, read_state: [{ id: 1, unread_count: 2 }] },
};
