/**
 * Limits against misuse, all in one table: how often one person, address or connection may ask for something. No honest use
 * meets them; what a plan allows stands in plan.ts. Each counts fixed or sliding windows of `windowS` seconds.
 */
export type RateLimit = {
  /** How many are allowed within the window. */
  limit: number;
  /** The window's length in seconds. Rate-limit bindings know 10 and 60 only. */
  windowS: number;
};

/**
 * Counted by rate-limit bindings of the platform: for each of its locations, and approximately. Keyed by the binding's name;
 * wrangler.toml repeats the numbers twice, and a test compares them.
 */
export const BINDING_LIMITS = {
  /**
   * Requests of everybody behind one address. A school of a hundred people who each open a page with its covers every few
   * seconds stays below. It is checked before anything is read.
   */
  REQUESTS_PER_ADDRESS: { limit: 6_000, windowS: 60 },
  /**
   * Pages, calls and live requests of one person. Ten tabs that are all being clicked in ask for about 200 in a minute; ten
   * that a browser restores at once for about 100. The window is short, because what comes at once holds up the others.
   */
  REQUESTS_PER_USER: { limit: 200, windowS: 10 },
  /** Steps of a sign-in, of which one takes three: forty people of one office who sign in within the same minute. */
  SIGN_INS_PER_ADDRESS: { limit: 120, windowS: 60 },
  /** Steps of a payment, each of which asks Stripe, whose own limit is one for all of us: a person takes five. */
  PAYMENTS_PER_USER: { limit: 40, windowS: 60 },
  /** Pictures asked for, portraits and scenes: one takes some seconds, and a page asks for one at a time. */
  IMAGES_PER_USER: { limit: 20, windowS: 60 },
  /** Cards read or written, each of up to 10 MB: a collection of some hundred is imported within minutes. */
  CARDS_PER_USER: { limit: 200, windowS: 60 },
  /** Archives of all of a person's data: each reads everything that they have written. */
  ARCHIVES_PER_USER: { limit: 6, windowS: 60 },
  /**
   * Whatever is asked for about reading copies: their pages, pictures, live connections. A page asks for four things, so a school may open
   * 300 of them within a minute; who tries addresses finds none of 2^128.
   */
  SHARES_PER_ADDRESS: { limit: 1_200, windowS: 60 },
  /** A monitor asks once or twice a minute, and a few of them may share an address. */
  HEALTH_PER_ADDRESS: { limit: 60, windowS: 60 },
} as const satisfies Record<string, RateLimit>;

/** How many of a thing one person creates within a time, and has in all. Recently deleted ones count for both. */
export type CreationLimits = { begun: RateLimit; total: number };

/** Counted in D1, exactly, in the statement that inserts the story. */
export const STORY_LIMITS = {
  /** Stories that one person begins, also those that are archived or deleted afterwards. One in two minutes, for an hour. */
  begun: { limit: 30, windowS: 3_600 },
  /**
   * Stories that one person has, archived and recently deleted ones included: three new ones on every day of a year, for
   * nearly five years.
   */
  total: 5_000,
} as const satisfies CreationLimits;

/** Created and imported characters; those found in stories are not counted. Counted in the statement that inserts one. */
export const CHARACTER_LIMITS = {
  /** A collection of some hundred cards is imported within minutes. */
  begun: { limit: 600, windowS: 3_600 },
  total: 5_000,
} as const satisfies CreationLimits;

/**
 * Cards of one person that are read at once, in one isolate: each holds its memory, and the page sends one after the other. The
 * time is after which one counts no longer whose request has ended without an answer.
 */
export const IMPORTS_AT_ONCE = { limit: 2, windowS: 60 } as const satisfies RateLimit;

/** Character chats. Counted in the statement that inserts one. */
export const CHAT_LIMITS = {
  /** One in every minute, for an hour. */
  begun: { limit: 60, windowS: 3_600 },
  total: 5_000,
} as const satisfies CreationLimits;

/** Lorebooks. Counted in the statement that inserts one. */
export const LOREBOOK_LIMITS = {
  /** A collection of some hundred is imported within minutes. */
  begun: { limit: 600, windowS: 3_600 },
  total: 2_000,
} as const satisfies CreationLimits;

/** Reading copies, the ended ones included. Counted in the statement that inserts one. */
export const SHARE_LIMITS = {
  /** One in every minute, for an hour. */
  begun: { limit: 60, windowS: 3_600 },
  total: 1_000,
} as const satisfies CreationLimits;

/**
 * Sends of one person, in all stories and chats, that are stopped before any text and cost nothing. Beyond these such a
 * send costs what a text costs. Counted in D1, exactly.
 */
export const FREE_STOPS = { limit: 5, windowS: 3_600 } as const satisfies RateLimit;

/**
 * Work that a model does for one person outside conversations, also what failed and cost them nothing: it costs us. Counted
 * in D1, exactly, in the batch that reserves the Sparks. By the purpose in the ledger.
 */
export const CHARGED_WORK_LIMITS = {
  /** Pictures. The premium plan's Sparks are enough for 2,000 in a month. */
  image: { limit: 200, windowS: 24 * 3_600 },
  /** Booky's fillings of forms and ideas: one in every half minute, for an hour. */
  "form-fill": { limit: 120, windowS: 3_600 },
} as const satisfies Record<string, RateLimit>;

/** Demo stories that one network begins, if DEMO_STORIES_PER_DAY says nothing else. Counted exactly (`workers/http/daily-limit.ts`). */
export const DEMO_LIMIT = { limit: 5, windowS: 24 * 3_600 } as const satisfies RateLimit;

/**
 * The feedback of one person, and the reports of one reading copy. Counted exactly, in the statement that inserts them into D1. The same
 * limit holds for the reports from one network (`workers/http/daily-limit.ts`).
 */
export const FEEDBACK_LIMIT = { limit: 20, windowS: 24 * 3_600 } as const satisfies RateLimit;

/** Counted by a conversation's object, exactly. A conversation belongs to one person: so these are limits of that person. */
export const CONVERSATION_LIMITS = {
  /** Frames that one socket sends. A page sends two when it joins and one for each thing that is done in it. */
  framesPerSocket: { limit: 40, windowS: 1 },
  /**
   * Frames of all sockets of one conversation, so that coming back over another one gains nothing. Ten tabs in use send
   * about a hundred; 500 readers of the benchmark join at once.
   */
  framesOfAll: { limit: 1_000, windowS: 60 },
  /** Messages and continues. A reply takes seconds, and only one is written at a time. */
  sends: { limit: 30, windowS: 60 },
  /** Other versions of a reply. */
  regenerations: { limit: 30, windowS: 60 },
  /** Pressing Stop: once for each send or regenerate. */
  stops: { limit: 60, windowS: 60 },
  /** Choosing another version of a reply to be read: leafing through forty of them takes ten seconds. */
  selections: { limit: 40, windowS: 10 },
  /** Edits, versions by hand, removed and restored parts, opened and named paths, notes that save by themselves, mended memory. */
  changes: { limit: 120, windowS: 60 },
  /** Suggestions that are asked for, the one that is there already included. */
  suggestions: { limit: 30, windowS: 60 },
  /** Sockets that are open on one conversation. Its owner has a few; the benchmark reads with 500. */
  openSockets: 500,
  /** Sockets of people who read a growing copy of it. They hibernate, and have nothing to send. */
  shareSockets: 1_000,
  /**
   * Event streams that are open on one conversation. Each keeps the object awake, so there are fewer; one whose reader has
   * left counts for some seconds more. The oldest gives way.
   */
  openEventStreams: 30,
  /** Bytes that wait for a reader who does not read. A whole reply with its events is below 64 KiB. */
  backlogBytes: 256 * 1024,
  /** … and for all readers of one conversation, divided among them where there are more than 64. An object has 128 MB. */
  backlogBytesOfAll: 16 * 1024 * 1024,
  /** Places of names that are found in one reply. A long reply has some dozens. */
  mentionsPerReply: 1_000,
} as const satisfies Record<string, RateLimit | number>;

/**
 * Seconds until a sliding window allows the next request, at least 1. `firstAt`: the time of the oldest request in the window
 * (ISO 8601); `null`: now.
 */
export function countSecondsUntilRoom(firstAt: string | null, windowMs: number, now: Date): number {
  const freeAt = (firstAt === null ? now.getTime() : Date.parse(firstAt)) + windowMs;
  return Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000));
}
