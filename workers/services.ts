import { AccountDeletionService } from "./account-deletion/service.ts";
import { AccountService } from "./accounts/service.ts";
import type { AccountRow } from "./accounts/store.ts";
import { type ImageRequest, paintImage } from "./ai/image-model.ts";
import { languageModel, structuredModel } from "./ai/language-model.ts";
import { toFormTimeouts } from "./ai/reply-timeout.ts";
import type { AccountCaller, Visitor } from "./auth/caller.ts";
import { LiveSessions } from "./auth/live-sessions.ts";
import { AuthService } from "./auth/service.ts";
import { RequestSession } from "./auth/session.ts";
import { VisitorCookie } from "./auth/visitor-cookie.ts";
import { BillingService } from "./billing/service.ts";
import { readStripeSettings, StripeClient } from "./billing/stripe.ts";
import { ChatService } from "./character-chats/service.ts";
import { findChat } from "./character-chats/store.ts";
import { PortraitStore } from "./characters/portraits.ts";
import { CharacterService } from "./characters/service.ts";
import { ConversationAccess } from "./conversations/access.ts";
import { TreeWriter } from "./conversations/tree-writer.ts";
import { type AccountDatabase, openAccountDatabase } from "./db/account-database.ts";
import { type Database, openPrimaryDatabase } from "./db/client.ts";
import { findInShards, locateCustomer } from "./db/directory.ts";
import { isSharded, openDirectories, openDirectory, openShard } from "./db/shards.ts";
import { DemoAllowance } from "./demo/allowance.ts";
import { DemoService } from "./demo/service.ts";
import { ExportService } from "./exports/service.ts";
import { FeedbackService } from "./feedback/service.ts";
import { toAddressKey } from "./http/client-address.ts";
import { ImportService } from "./imports/service.ts";
import { type Log, logLine } from "./logging.ts";
import { LoreProposalService } from "./lorebooks/proposals.ts";
import { LorebookService } from "./lorebooks/service.ts";
import { PromptService } from "./prompts/service.ts";
import { SearchService } from "./search/service.ts";
import type { Settings } from "./settings.ts";
import { ShareService } from "./shares/service.ts";
import { findSharedStory } from "./shares/store.ts";
import { StoryService } from "./stories/service.ts";
import { findStory } from "./stories/store.ts";

/** What a request can ask for. The services are made for one request and its caller. */
export type Services = {
  /** The person who is signed in, or calls with a token. */
  person: AccountCaller | null;
  settings: Settings;
  auth: AuthService;
  accounts: AccountService;
  accountDeletion: AccountDeletionService;
  stories: StoryService;
  demos: DemoService;
  characters: CharacterService;
  chats: ChatService;
  lorebooks: LorebookService;
  imports: ImportService;
  search: SearchService;
  loreProposals: LoreProposalService;
  shares: ShareService;
  prompts: PromptService;
  feedback: FeedbackService;
  exports: ExportService;
  billing: BillingService;
  /**
   * The bookmark for this caller's next request, so that it reads at least what this one saw; `null`: nothing was read.
   */
  bookmark: () => string | null;
};

export type ServiceParts = {
  env: Env;
  settings: Settings;
  person: AccountCaller | null;
  /**
   * The visitor whose demo stories the browser has, even if somebody is signed in; absent or `null`: there are none.
   */
  visitor?: Visitor | null;
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
  log?: Log;
};

/** The composition root: the one place where services are made and given what they need. */
export function buildServices(parts: ServiceParts): Services {
  const { env, settings, person, clientIp, ctx, origin, cookieHeader, readAccount, log = logLine } = parts;
  const { database } = parts;
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
  const { visitor = null } = parts;
  const accounts = new AccountService({
    caller: person,
    database,
    clientIp,
    now,
    baseTier: settings.BASE_TIER,
    readAccount,
  });
  const objects = { story: env.STORY, "character-chat": env.CHARACTER_CHAT };
  const liveSessions = new LiveSessions({ db, objects, now });
  const ownAccess = { caller: person, liveSessions, getShard: () => database.shard };
  const storyConversations = new ConversationAccess({
    ...ownAccess,
    kind: "story",
    objects: env.STORY,
    findRow: (ownerId, storyId) => findStory(db, ownerId, storyId),
  });
  const stripeSettings = readStripeSettings(settings);
  const chatConversations = new ConversationAccess({
    ...ownAccess,
    kind: "character-chat",
    objects: env.CHARACTER_CHAT,
    findRow: (ownerId, chatId) => findChat(db, ownerId, chatId),
  });
  const paint = (request: ImageRequest) => paintImage(settings, env, request);
  const portraits = new PortraitStore({ bucket: env.PORTRAITS, images: env.IMAGES, log });
  const stories = new StoryService({
    accounts,
    conversations: storyConversations,
    db,
    now,
  });
  const feedback = new FeedbackService({ accounts, directory, now });
  const lorebooks = new LorebookService({
    caller: person,
    accounts,
    db,
    now,
    stories: storyConversations,
    chats: chatConversations,
  });
  const loreProposals = new LoreProposalService({
    accounts,
    stories: storyConversations,
    lorebooks,
    requireWritable: (story) => stories.requireWritable(story),
  });
  const characters = new CharacterService({
    caller: person,
    lorebooks,
    accounts,
    db,
    ctx,
    now,
    portraits,
    chats: chatConversations,
    log,
    paint,
    canPaint: settings.AI_IMAGE_PROVIDER !== "none",
  });
  const chats = new ChatService({
    accounts,
    db,
    ctx,
    now,
    conversations: chatConversations,
    stories: storyConversations,
    pictures: env.PORTRAITS,
    images: env.IMAGES,
    log,
    paint,
  });
  const demos = new DemoService({
    conversations: new ConversationAccess({
      caller: visitor,
      kind: "story",
      objects: env.STORY,
      findRow: (ownerId, storyId) =>
        Promise.resolve(
          visitor?.demos.some((demo) => demo.storyId === storyId) ? [{ id: storyId, userId: ownerId }] : [],
        ),
      liveSessions,
      getShard: () => 0,
    }),
    visitor,
    cookie: new VisitorCookie({ origin, secret: settings.SESSION_SECRET }),
    allowance: new DemoAllowance({
      counts: env.DEMO_COUNT,
      secret: settings.SESSION_SECRET,
      perDay: settings.DEMO_STORIES_PER_DAY,
      now,
    }),
    clientIp,
    now,
    log,
  });
  return {
    person,
    settings,
    auth: new AuthService({
      settings,
      kv: env.KV,
      db,
      openAccount,
      session,
      liveSessions,
      demos,
      caller: person,
      origin,
      cookieHeader,
      log,
      now,
    }),
    accounts,
    accountDeletion: new AccountDeletionService({
      caller: person,
      accounts,
      database,
      objects: env.ACCOUNT_DELETION,
      liveSessions,
      now,
      log,
    }),
    stories,
    demos,
    characters,
    chats,
    lorebooks,
    imports: new ImportService({
      accounts,
      stories,
      chats,
      characters,
      db,
      bucket: env.PORTRAITS,
      objects: env.IMPORT,
      getShard: () => database.shard,
      now,
    }),
    search: new SearchService({ caller: person, db, index: env.SEARCH, getShard: () => database.shard }),
    loreProposals,
    exports: new ExportService({
      accounts,
      stories,
      chats,
      characters,
      lorebooks,
      portraits,
      pictures: env.PORTRAITS,
      db,
      images: env.IMAGES,
      directories: openDirectories(env),
      takesPayments: stripeSettings !== null,
      origin,
      now,
      log,
    }),
    prompts: new PromptService({ accounts, db, ctx, log, now, ...promptModels(settings, env) }),
    feedback,
    shares: new ShareService({
      accounts,
      conversations: storyConversations,
      feedback,
      db,
      writer: new TreeWriter({ db, shard: database.shard, objects, now }),
      findShare: (tokenHash) => findShare(env, tokenHash),
      isAllowed: settings.SHARING === "on",
      secret: settings.SESSION_SECRET,
      origin,
      bucket: env.PORTRAITS,
      images: env.IMAGES,
      log,
      findReaderKey: async () => clientIp && toAddressKey(clientIp, settings.SESSION_SECRET),
      now,
    }),
    billing: new BillingService({
      caller: person,
      accounts,
      db,
      openForCustomer: (customerId) => openForCustomer(env, customerId),
      stripe: stripeSettings && new StripeClient(stripeSettings, log),
      origin,
      now,
      log,
    }),
    bookmark: () => latest.bookmark(),
  };
}

/** The database of the account with this customer. It reads the primary database, because webhooks have no bookmark. */
async function openForCustomer(env: Env, customerId: string): Promise<Database | null> {
  if (!isSharded(env)) return openPrimaryDatabase(env.DB);
  const account = await locateCustomer(env, customerId);
  return account && openAccountDatabase(env, account).db;
}

/** A share is searched in every database: its address does not say whose it is. */
async function findShare(env: Env, tokenHash: string) {
  const found = await findInShards(env, (db) => findSharedStory(db, tokenHash));
  return found && { row: found.row, db: openShard(env, found.number) };
}

/** The engines are only made when they are asked: most requests want no text. */
function promptModels(settings: Settings, env: Env) {
  return {
    textModel: () => languageModel(settings, env),
    formModel: () => structuredModel(settings, env),
    timeouts: () => toFormTimeouts(settings),
  };
}
