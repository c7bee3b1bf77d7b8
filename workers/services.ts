import { FEEDBACK_LIMIT } from "#domain/rate-limits.ts";
import { AccountDeletionService } from "./account-deletion/service.ts";
import { AccountService } from "./accounts/service.ts";
import type { AccountRow } from "./accounts/store.ts";
import { type ImageRequest, type PaintedImage, paintImage } from "./ai/image-model.ts";
import { languageModel, structuredModel } from "./ai/language-model.ts";
import { toFormTimeouts } from "./ai/reply-timeout.ts";
import type { AccountCaller, Visitor } from "./auth/caller.ts";
import { LiveSessions } from "./auth/live-sessions.ts";
import { AuthService } from "./auth/service.ts";
import { RequestSession } from "./auth/session.ts";
import { VisitorCookie } from "./auth/visitor-cookie.ts";
import { BillingService } from "./billing/service.ts";
import { type CustomerEvent, createStripeClient } from "./billing/stripe-client.ts";
import { ChatService } from "./character-chats/service.ts";
import { findChat } from "./character-chats/store.ts";
import { PortraitStore } from "./characters/portrait-store.ts";
import { CharacterService } from "./characters/service.ts";
import { ConversationAccess } from "./conversations/access.ts";
import { TreeWriter } from "./conversations/tree-writer.ts";
import { type AccountDatabase, openAccountDatabase } from "./db/account-database.ts";
import { type Database, openPrimaryDatabase } from "./db/client.ts";
import { findCustomerOwner, findInShards } from "./db/directory.ts";
import { isSharded, openDirectories, openDirectory, openShard } from "./db/shards.ts";
import { DemoService } from "./demo/service.ts";
import { ExportService } from "./exports/service.ts";
import { FeedbackService } from "./feedback/service.ts";
import { toAddressKey } from "./http/client-address.ts";
import { DailyLimit } from "./http/daily-limit.ts";
import { ImportService } from "./imports/service.ts";
import type { Log } from "./logging.ts";
import { LoreProposalService } from "./lorebooks/proposals.ts";
import { LorebookService } from "./lorebooks/service.ts";
import { PromptService } from "./prompts/service.ts";
import { SearchService } from "./search/service.ts";
import type { Settings } from "./settings.ts";
import { ReadingCopyService } from "./shares/reading-copies.ts";
import { ShareService } from "./shares/service.ts";
import { findSharedStory } from "./shares/store.ts";
import { StoryService } from "./stories/service.ts";
import { findStory, type StoryRow } from "./stories/store.ts";

/** What a request can ask for. The services are made for one request and its caller. */
export type Services = ReturnType<typeof buildServices>;

/** What the services of a request share. The type of each service's parts picks what it uses. */
export type SharedParts = {
  settings: Settings;
  caller: AccountCaller | null;
  database: AccountDatabase;
  db: Database;
  ctx: Pick<ExecutionContext, "waitUntil">;
  now: () => Date;
  log: Log;
  /** Where this site is served. */
  origin: string;
  /** The connection's IP address; `null` where the platform gives none. */
  clientIp: string | null;
  /** The number of the database with the caller's rows. */
  getShard: () => number;
  images: ImagesBinding;
  /** Pictures, and the files of imports. */
  bucket: R2Bucket;
  accounts: AccountService;
  liveSessions: LiveSessions;
  portraits: PortraitStore;
  /** Makes a picture; throws the coded errors of `paintImage`. */
  paint: (request: ImageRequest) => Promise<PaintedImage>;
};

export type ServiceParts = {
  env: Env;
  settings: Settings;
  person: AccountCaller | null;
  /** The visitor whose demo stories the browser has, even if somebody is signed in; `null`: there are none. */
  visitor: Visitor | null;
  /** The connection's address; `null` where the platform did not tell. */
  clientIp: string | null;
  ctx: Pick<ExecutionContext, "waitUntil">;
  /** Where this site is served, without a slash at the end. */
  origin: string;
  cookieHeader: string | null;
  /** What finding out who is calling has made and read already. */
  session?: RequestSession;
  /** The database of the person, or the one for callers without an account. */
  database: AccountDatabase;
  /** Gives the person's row, if it was read already or is being read. */
  readAccount?: (() => Promise<AccountRow>) | undefined;
  log: Log;
};

/** The composition root: the one place where services are made and given what they need. */
export function buildServices(parts: ServiceParts) {
  const { env, settings, person, visitor, clientIp, ctx, origin, cookieHeader, readAccount } = parts;
  const { database, log } = parts;
  const { db } = database;
  let latest = database;
  const openAccount = async (userId: string) => {
    latest = openAccountDatabase(env, { userId, shard: null });
    await latest.assignShard();
    return latest;
  };
  const session = parts.session ?? new RequestSession({ kv: env.KV, settings, origin, cookieHeader });
  const directory = openDirectory(env);
  const now = () => new Date();
  const objects = { story: env.STORY, "character-chat": env.CHARACTER_CHAT };
  const getShard = () => database.shard;
  const common = {
    settings,
    caller: person,
    database,
    db,
    ctx,
    now,
    log,
    origin,
    clientIp,
    getShard,
    images: env.IMAGES,
    bucket: env.PORTRAITS,
  };
  const accounts = new AccountService({ ...common, readAccount });
  const liveSessions = new LiveSessions({ ...common, objects });
  const access = { ...common, liveSessions };
  const storyConversations = new ConversationAccess({
    ...access,
    requireWritable: (row: StoryRow) => stories.requireWritable(row),
    kind: "story",
    objects: env.STORY,
    findRow: (ownerId, storyId) => findStory(db, ownerId, storyId),
  });
  const chatConversations = new ConversationAccess({
    ...access,
    kind: "character-chat",
    objects: env.CHARACTER_CHAT,
    findRow: (ownerId, chatId) => findChat(db, ownerId, chatId),
  });
  const paint = (request: ImageRequest) => paintImage(settings, env, request);
  const portraits = new PortraitStore(common);
  const own = { ...common, accounts, liveSessions, portraits, paint } satisfies SharedParts;
  const stories: StoryService = new StoryService({ ...own, conversations: storyConversations });
  const counting = { counts: env.DEMO_COUNT, secret: settings.SESSION_SECRET, now };
  const reports = new DailyLimit({
    ...counting,
    thing: "report",
    code: "RATE_LIMITED",
    perDay: FEEDBACK_LIMIT.limit,
  });
  const feedback = new FeedbackService({ ...own, directory, reports });
  const lorebooks = new LorebookService({ ...own, stories: storyConversations, chats: chatConversations });
  const characters = new CharacterService({ ...own, lorebooks, chats: chatConversations });
  const chats = new ChatService({ ...own, conversations: chatConversations, stories: storyConversations });
  const demos = new DemoService({
    ...common,
    conversations: new ConversationAccess({
      ...access,
      caller: visitor,
      kind: "story",
      objects: env.STORY,
      findRow: (ownerId, storyId) =>
        Promise.resolve(
          visitor?.demos.some((demo) => demo.storyId === storyId) ? [{ id: storyId, userId: ownerId }] : [],
        ),
      getShard: () => 0,
    }),
    visitor,
    cookie: new VisitorCookie({ origin, secret: settings.SESSION_SECRET }),
    limit: new DailyLimit({
      ...counting,
      thing: "demo",
      code: "DEMO_RATE_LIMIT_EXCEEDED",
      perDay: settings.DEMO_STORIES_PER_DAY,
    }),
  });
  return {
    /** Who is signed in, or calls with a token. */
    person,
    settings,
    auth: new AuthService({ ...own, openAccount, session, demos, cookieHeader }),
    accounts,
    accountDeletion: new AccountDeletionService({ ...own, objects: env.ACCOUNT_DELETION }),
    stories,
    demos,
    characters,
    chats,
    lorebooks,
    imports: new ImportService({ ...own, stories, chats, characters, objects: env.IMPORT }),
    search: new SearchService({ ...own, index: env.SEARCH }),
    loreProposals: new LoreProposalService({ stories: storyConversations, lorebooks }),
    exports: new ExportService({
      ...own,
      stories,
      chats,
      characters,
      lorebooks,
      directories: openDirectories(env),
    }),
    prompts: new PromptService({
      ...own,
      // The engines are only made when they are asked: most requests want no text.
      textModel: () => languageModel(settings, env),
      formModel: () => structuredModel(settings, env),
      timeouts: () => toFormTimeouts(settings),
    }),
    feedback,
    shares: new ShareService({ ...own, conversations: storyConversations }),
    readingCopies: new ReadingCopyService({
      ...own,
      conversations: storyConversations,
      feedback,
      writer: new TreeWriter({ db, shard: database.shard, objects, now }),
      findShare: (tokenHash) => findShare(env, tokenHash),
      findReaderKey: async () => clientIp && toAddressKey(clientIp, settings.SESSION_SECRET),
    }),
    billing: new BillingService({
      ...own,
      openForCustomer: (event) => openForCustomer(env, event),
      stripe: createStripeClient(settings, log),
    }),
    /** The bookmark for this caller's next request, so that it reads at least what this one saw; `null`: nothing was read. */
    bookmark: () => latest.bookmark(),
  };
}

/** See `OpenForCustomer`. Webhooks have no bookmark, so this reads the primary database. */
async function openForCustomer(env: Env, { customerId, userId }: CustomerEvent): Promise<Database | null> {
  if (!isSharded(env)) return openPrimaryDatabase(env.DB);
  const ownerId = (await findCustomerOwner(env, customerId)) ?? userId;
  return ownerId === null ? null : openAccountDatabase(env, { userId: ownerId, shard: null }).db;
}

/** A share is searched in every database: its address does not say whose it is. */
async function findShare(env: Env, tokenHash: string) {
  const found = await findInShards(env, (db) => findSharedStory(db, tokenHash));
  return found && { row: found.row, db: openShard(env, found.number) };
}
