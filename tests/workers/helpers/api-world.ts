import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { createId } from "#domain/ids.ts";
import type { Share } from "#domain/share.ts";
import { PREMIUM_PRICE_ID } from "#tools/local-services/stripe/catalogue.ts";
import { CANCEL_URL, PayingSite, SUCCESS_URL, WEBHOOK_SECRET } from "./billing.ts";
import { givePremium } from "./databases.ts";
import { awaitImport, beginImport, toFormBody } from "./forms.ts";
import { allowAdult, makePicture } from "./shares.ts";
import { type Browser, newSub, ORIGIN, type Person, scriptedModels } from "./site.ts";
import { joinStory } from "./stories.ts";

const STORY = { genre: "Mystery", character: "A relief operator", storyLength: "short" };
const PREMISE = {
  ...STORY,
  title: "The Ninth Signal",
  description: "A voice on the radio reads out the name of a lost boat.",
};
const CHARACTER = { name: "Mara Voss", description: "She keeps the radio of a lighthouse." };
const LOREBOOK = {
  entries: { 0: { uid: 0, key: ["reef"], comment: "The reef", content: "It has taken four boats." } },
};
const CARD = { spec: "chara_card_v2", spec_version: "2.0", data: CHARACTER };

type Fields = Record<string, unknown>;

/** How one call of the API is made so that it succeeds. */
export type Prepared = {
  caller: Browser & { sub?: string };
  /** The values of the names in the path. */
  params?: Record<string, string>;
  /** Fields of the body that a schema can't define: ids, and values that depend on other fields. `undefined` removes a field. */
  body?: Fields;
  /** A file that is sent instead of a JSON body. */
  file?: { body: BodyInit; headers: Record<string, string> };
};

/** A site where every call can succeed: with a scripted model, a painter and a payment provider. */
export class ApiWorld {
  readonly site = new PayingSite({
    ...scriptedModels(),
    // Requests have no address here, so all tests share one allowance of demo stories.
    DEMO_STORIES_PER_DAY: "100000",
  });

  /** A person with room for everything, and a confirmed age of 18. */
  async member(): Promise<Person> {
    const member = await this.site.consented();
    await givePremium(member.sub);
    await allowAdult(member);
    return member;
  }

  /** Makes everything that a call needs. */
  async prepare(operationId: string, member: Person): Promise<Prepared> {
    const special = this.#special[operationId];
    return special ? special(member) : { caller: member };
  }

  /** Makes the things that the names of a path stand for. */
  async fillPath(path: string, { caller, params = {} }: Prepared): Promise<string> {
    let filled = path;
    for (const [, name = ""] of path.matchAll(/\{(\w+)\}/g)) {
      const value = params[name] ?? (await this.#make(name, caller));
      filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    }
    return filled;
  }

  async #make(name: string, caller: Prepared["caller"]): Promise<string> {
    switch (name) {
      case "userId":
        return caller.sub ?? newSub();
      case "storyId":
        return create(caller, "/api/stories", PREMISE, "storyId");
      case "lorebookId":
        return create(caller, "/api/lorebooks", { name: "Kestrel Island" }, "lorebookId");
      case "importId": {
        const { importId } = (await beginImport(caller, { "draft.txt": `One evening ${createId()}.` }))
          .import;
        return (await awaitImport(caller, importId)).importId;
      }
      case "mark":
      case "number":
        return "0";
      case "characterId":
        return create(caller, "/api/characters", CHARACTER, "characterId");
      case "chatId":
        return create(
          caller,
          "/api/character-chats",
          { characterId: await this.#make("characterId", caller) },
          "chatId",
        );
      default:
        throw new Error(`Nobody knows how to make {${name}}.`);
    }
  }

  async #begunStory(member: Person): Promise<string> {
    const storyId = await this.#make("storyId", member);
    const reader = await joinStory(member, storyId);
    reader.send({ type: "stream-continue", requestId: createId(), storyId, isInitialContinue: true });
    await reader.next("stream-complete");
    reader.close();
    return storyId;
  }

  async #answeredChat(member: Person): Promise<string> {
    const chatId = await this.#make("chatId", member);
    await expectOk(
      await member.send("POST", `/api/character-chats/${chatId}/messages`, { content: "Hello" }),
    );
    return chatId;
  }

  /** A story or chat with messages, and ids of what a call changes in it. */
  async #written(
    member: Person,
    kind: "story" | "chat",
  ): Promise<Prepared & { params: Record<string, string> }> {
    const isStory = kind === "story";
    const id = await (isStory ? this.#begunStory(member) : this.#answeredChat(member));
    const base = isStory ? `/api/stories/${id}` : `/api/character-chats/${id}`;
    const messages = await member.read<{ messageId: string }[]>(`${base}/messages`);
    const messageId = messages.at(-1)?.messageId ?? "";
    const lineId = "line";
    const personId = createId();
    const object = isStory ? env.STORY : env.CHARACTER_CHAT;
    await runInDurableObject(object.get(object.idFromName(id)), (_, { storage: { sql } }) => {
      const line = { id: lineId, text: "It rained.", layer: 0, fromId: messageId, toId: messageId };
      sql.exec(
        "INSERT INTO memories (message_id, depth, lines) SELECT id, depth, ? FROM messages",
        JSON.stringify([line]),
      );
      if (!isStory) return;
      const base = JSON.stringify({
        name: "Mara",
        aliases: [],
        description: null,
        role: null,
        personality: null,
        isMainCharacter: false,
        mentions: 1,
      });
      sql.exec(
        "INSERT INTO cast (id, name, aliases, is_new, mentions, is_main_character, changed, base) VALUES (?, 'Mara', '[]', 0, 1, 0, 1, ?)",
        personId,
        base,
      );
    });
    const ids = { messageId, leafId: messageId, lineId, personId };
    return {
      caller: member,
      params: { ...ids, [isStory ? "storyId" : "chatId"]: id },
      body: { revision: 1, newMessageId: undefined },
    };
  }

  /** The same with another version of the message; `message`: the path of its calls. */
  async #withVersions(member: Person, kind: "story" | "chat") {
    const prepared = await this.#written(member, kind);
    const { storyId, chatId, messageId } = prepared.params;
    const base = kind === "story" ? `/api/stories/${storyId}` : `/api/character-chats/${chatId}`;
    const message = `${base}/messages/${messageId}`;
    await expectOk(await member.send("POST", `${message}/versions`, { content: "Another beginning." }));
    return { prepared, message };
  }

  async #removedPart(member: Person, kind: "story" | "chat"): Promise<Prepared> {
    const { prepared, message } = await this.#withVersions(member, kind);
    await expectOk(await member.send("DELETE", message));
    return prepared;
  }

  async #loreEntry(member: Person) {
    const lorebookId = await this.#make("lorebookId", member);
    const entry = { name: "The reef", text: "It has taken four boats.", keys: ["reef"] };
    const path = `/api/lorebooks/${lorebookId}/entries`;
    return { caller: member, params: { lorebookId, entryId: await create(member, path, entry, "entryId") } };
  }

  /** A story whose last passage has told something worth keeping. */
  async #proposal(member: Person) {
    const storyId = await this.#begunStory(member);
    const proposalId = createId();
    await runInDurableObject(env.STORY.get(env.STORY.idFromName(storyId)), (_, { storage }) => {
      const { head_id: headId } = storage.sql
        .exec<{ head_id: string }>("SELECT head_id FROM conversation")
        .one();
      storage.sql.exec(
        "INSERT INTO lore_proposals VALUES (?, ?, 'The reef', 'place', 'It has taken four boats.', '[\"reef\"]', NULL, 'waiting')",
        proposalId,
        headId,
      );
    });
    return { caller: member, params: { storyId, proposalId } };
  }

  async #shared(member: Person) {
    const storyId = await this.#begunStory(member);
    const shareId = await create(member, `/api/stories/${storyId}/shares`, {}, "shareId");
    return { caller: member, params: { storyId, shareId } };
  }

  /** A call for something that was deleted, or that lists it. */
  #deleted(name: string, base: string) {
    return async (caller: Person): Promise<Prepared> => {
      const id = await this.#make(name, caller);
      await expectOk(await caller.send("DELETE", `${base}/${id}`));
      return { caller, params: { [name]: id } };
    };
  }

  readonly #inStory = async (caller: Person) => ({
    caller,
    params: { storyId: await this.#begunStory(caller) },
  });

  readonly #withBook = async (caller: Person) => ({
    caller,
    body: { lorebookIds: [await this.#make("lorebookId", caller)] },
  });

  readonly #inChat = async (caller: Person) => ({
    caller,
    params: { chatId: await this.#answeredChat(caller) },
  });

  async #begunDemo(isOpened: boolean): Promise<Prepared> {
    const caller = this.site.browser();
    const storyId = await create(caller, "/api/stories/demo", PREMISE, "storyId");
    const path = `/api/stories/demo/${storyId}/continue`;
    if (isOpened) await expectOk(await caller.send("POST", path, { isInitialContinue: true }));
    return { caller, params: { storyId } };
  }

  /** The calls that change a conversation by hand, by what stands between `story` or `chat` in their names. */
  #editing(name: "Story" | "Chat") {
    const kind = name === "Story" ? "story" : "chat";
    const written = (member: Person) => this.#written(member, kind);
    return {
      [`edit${name}Message`]: written,
      [`add${name}Version`]: written,
      [`continue${name}From`]: written,
      [`remove${name}Message`]: async (member: Person) => (await this.#withVersions(member, kind)).prepared,
      [`restore${name}Message`]: (member: Person) => this.#removedPart(member, kind),
      [`list${name}Revisions`]: written,
      [`list${name}Paths`]: written,
      [`name${name}Path`]: written,
      [`open${name}Path`]: written,
      [`get${name}Memory`]: written,
      [`add${name}MemoryLine`]: written,
      [`change${name}MemoryLine`]: written,
      [`forget${name}MemoryLine`]: written,
    };
  }

  /** The calls that need more than their ids. */
  readonly #special: Readonly<Record<string, (member: Person) => Promise<Prepared>>> = {
    ...this.#editing("Story"),
    ...this.#editing("Chat"),
    correctPerson: async (caller) => ({ ...(await this.#written(caller, "story")), body: { sameAs: null } }),

    createUser: async (caller) => ({ caller, body: { auth0Id: caller.sub } }),
    confirmAge: async (caller) => ({
      caller,
      body: {
        settings: {
          ageConfirmed13: true,
          acceptedTermsAt: "2026-01-15T09:30:00.000Z",
          acceptedPrivacyAt: true,
          legalConsent: { version: "2025-08-11", source: "web", ip: null },
        },
      },
    }),
    deleteUser: async () => ({
      caller: await this.site.consented(),
      body: { confirmation: "Delete my account" },
    }),
    updateUser: async (caller) => ({ caller, body: { name: "Grace" } }),

    createStory: async (caller) => ({ caller, body: { subGenre: null, categories: [], tropes: [] } }),
    restoreStory: this.#deleted("storyId", "/api/stories"),
    getSuggestion: this.#inStory,
    shareStory: async (caller) => ({ ...(await this.#inStory(caller)), body: { path: undefined } }),
    listShares: (caller) => this.#shared(caller),
    setSharePreview: async (caller) => {
      const shared = await this.#shared(caller);
      const [share] = await caller.read<[Share]>(`/api/stories/${shared.params.storyId}/shares`);
      const params = { ...shared.params, mark: share.missingPreview?.mark ?? "" };
      return { caller, params, file: { body: await makePicture(), headers: {} } };
    },
    changeShare: (caller) => this.#shared(caller),
    revokeShare: (caller) => this.#shared(caller),
    makeSuggestion: this.#inStory,
    listStoryMessages: this.#inStory,
    getStoryPrompt: this.#inStory,
    listChats: this.#inStory,
    listStories: this.#inStory,
    listDeletedStories: this.#deleted("storyId", "/api/stories"),

    beginDemo: async () => ({
      caller: this.site.browser(),
      body: { subGenre: null, categories: [], tropes: [] },
    }),
    getDemo: () => this.#begunDemo(true),
    continueDemo: async () => ({ ...(await this.#begunDemo(false)), body: { isInitialContinue: true } }),
    sendDemoMessage: () => this.#begunDemo(true),

    importCharacter: async (caller) => ({
      caller,
      file: { body: JSON.stringify(CARD), headers: { "Content-Type": "application/octet-stream" } },
    }),
    exportCardPicture: async (caller) => {
      const characterId = await this.#make("characterId", caller);
      const path = `/api/images/character/${characterId}`;
      await expectOk(await caller.send("POST", path, { style: "realistic" }));
      return { caller, params: { characterId } };
    },
    restoreCharacter: this.#deleted("characterId", "/api/characters"),
    listCharacters: this.#inChat,
    listDeletedCharacters: this.#deleted("characterId", "/api/characters"),

    createChat: async (caller) => ({
      caller,
      body: { characterId: await this.#make("characterId", caller) },
    }),
    getChat: this.#inChat,
    getChatPrompt: this.#inChat,
    listChatMessages: this.#inChat,
    regenerateReply: this.#inChat,
    paintScene: this.#inChat,
    restoreChat: this.#deleted("chatId", "/api/character-chats"),
    listCharacterChats: this.#inChat,
    listDeletedCharacterChats: this.#deleted("chatId", "/api/character-chats"),

    createLorebook: async (caller) => ({ caller, body: { characterId: undefined, storyId: undefined } }),
    importLorebooks: async (caller) => {
      return { caller, file: await toFormBody({ "Kestrel Island.json": JSON.stringify(LOREBOOK) }) };
    },
    createImport: async (caller) => ({ caller, file: await toFormBody({ "draft.txt": "One evening." }) }),
    restoreLorebook: this.#deleted("lorebookId", "/api/lorebooks"),
    listDeletedLorebooks: this.#deleted("lorebookId", "/api/lorebooks"),
    listLoreEntries: (caller) => this.#loreEntry(caller),
    getLoreEntry: (caller) => this.#loreEntry(caller),
    changeLoreEntry: async (caller) => ({ ...(await this.#loreEntry(caller)), body: { isPattern: false } }),
    createLoreEntry: async (caller) => ({
      caller,
      body: { isPattern: false, keys: ["reef"], secondKeys: [] },
    }),
    deleteLoreEntry: (caller) => this.#loreEntry(caller),
    restoreLoreEntry: async (caller) => {
      const prepared = await this.#loreEntry(caller);
      const { lorebookId, entryId } = prepared.params;
      await expectOk(await caller.send("DELETE", `/api/lorebooks/${lorebookId}/entries/${entryId}`));
      return prepared;
    },
    chooseStoryLorebooks: this.#withBook,
    chooseChatLorebooks: this.#withBook,
    keepLoreProposal: async (caller) => ({ ...(await this.#proposal(caller)), body: { keys: ["reef"] } }),
    dismissLoreProposal: (caller) => this.#proposal(caller),
    restoreLoreProposal: (caller) => this.#proposal(caller),
    listLoreProposals: (caller) => this.#proposal(caller),

    fillStoryForm: async (caller) => ({
      caller,
      body: { currentData: { character: "A relief operator", genre: "Mystery", storyLength: "short" } },
    }),

    receivePaymentEvent: async () => {
      await this.site.paidMember();
      const [body = ""] = await this.site.webhookBodies();
      const signature = await this.site.sign(body, WEBHOOK_SECRET, Math.floor(Date.now() / 1000));
      return {
        caller: this.site.browser(),
        file: { body, headers: { "Stripe-Signature": signature, "Content-Type": "application/json" } },
      };
    },
    createCheckoutSession: async () => {
      const caller = await this.site.consented();
      const addresses = { successUrl: SUCCESS_URL, cancelUrl: CANCEL_URL };
      return {
        caller,
        body: { tier: "PREMIUM", userId: caller.sub, priceId: PREMIUM_PRICE_ID, ...addresses },
      };
    },
    createPortalSession: async () => {
      const caller = await this.site.premiumMember();
      return { caller, body: { userId: caller.sub, returnUrl: `${ORIGIN}/settings` } };
    },
    verifyPayment: async () => {
      const { member: caller, sessionId } = await this.site.paidMember();
      return { caller, body: { sessionId } };
    },
  };
}

async function create(caller: Browser, path: string, body: Fields, key: string): Promise<string> {
  const made = await (await expectOk(await caller.send("POST", path, body))).json<Record<string, string>>();
  const id = made[key];
  if (id === undefined) throw new Error(JSON.stringify(made));
  return id;
}

async function expectOk(response: Response): Promise<Response> {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response;
}
