import { env } from "cloudflare:workers";
import { createId } from "#domain/ids.ts";
import type { Share } from "#domain/share.ts";
import type { ConversationObject } from "#durable-objects/conversation-object.ts";
import { MARA, toCardFile } from "../characters/people.ts";
import { PayingSite, toCheckout } from "./billing.ts";
import { givePremium, queryObject } from "./databases.ts";
import { bringIn, toFormBody } from "./forms.ts";
import { allowAdult, makePicture } from "./shares.ts";
import { type Browser, CONSENT, newSub, ORIGIN, type Person, scriptedModels } from "./site.ts";
import { joinStory, STORY } from "./stories.ts";

const PREMISE = { ...STORY, title: "The Ninth Signal" };
const WITHOUT_GENRE = { subGenre: null, categories: [], tropes: [] };
const LOREBOOK = {
  entries: { 0: { uid: 0, key: ["reef"], comment: "The reef", content: "It has taken four boats." } },
};

const ENTRY = { name: "The reef", text: "It has taken four boats.", keys: ["reef"] };
const PERSON = {
  name: "Mara",
  aliases: [],
  description: null,
  role: null,
  personality: null,
  isMainCharacter: false,
  mentions: 1,
};

type Fields = Record<string, unknown>;
/** Ids by the names that stand for them in a path. */
type Made = Record<string, string>;

/** How one call of the API is made so that it succeeds. */
export type Prepared = {
  caller: Browser & { sub?: string };
  /** The values of the names in the path. */
  params?: Made;
  /** Fields of the body that a schema can't define: ids, and values that depend on other fields. `undefined` removes a field. */
  body?: Fields;
  /** A file that is sent instead of a JSON body. */
  file?: { body: BodyInit; headers: Record<string, string> };
};

/** A site where every call can succeed: with a scripted model, a painter and a payment provider. */
export class ApiWorld {
  readonly site = new PayingSite({
    ...scriptedModels(),
    // Requests have no address here, so all tests share the limit of demo stories.
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
    const prepared = (await this.#special[operationId]?.(member)) ?? { caller: member };
    // An edit begins from the first text, a change of notes from whatever there is, and a version gets its id from the product.
    const known = { revision: 1, before: undefined, newMessageId: undefined };
    return { ...prepared, body: { ...known, ...prepared.body } };
  }

  /** Fills in a path. For each name in it that has no value yet, makes such a thing, inside the ones before it. */
  async fillPath(path: string, { caller, params = {} }: Prepared): Promise<string> {
    const made = { ...params };
    for (const [, name = ""] of path.matchAll(/\{(\w+)\}/g))
      made[name] ??= await this.#make(name, caller, made);
    return path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(made[name] ?? ""));
  }

  /** Makes one thing, inside those in `made` if it needs one of them. Returns its id. */
  async #make(name: string, caller: Prepared["caller"], made: Made = {}): Promise<string> {
    switch (name) {
      case "userId":
        return caller.sub ?? newSub();
      case "storyId":
        return this.#beginStory(caller);
      case "lorebookId":
        return create(caller, "/api/lorebooks", { name: "Kestrel Island" }, "lorebookId");
      case "entryId":
        return create(caller, `/api/lorebooks/${made["lorebookId"]}/entries`, ENTRY, "entryId");
      case "importId":
        return (await bringIn(caller, { "draft.txt": `One evening ${createId()}.` })).importId;
      case "mark":
      case "number":
        return "0";
      case "characterId":
        return create(caller, "/api/characters", MARA, "characterId");
      case "chatId":
        return this.#beginChat(caller);
      case "shareId":
        return create(caller, `${toBase(made)}/shares`, {}, "shareId");
      case "messageId":
      case "leafId":
        return findLastMessage(caller, made);
      case "lineId": {
        const messageId = await findLastMessage(caller, made);
        const line = { id: "line", text: "It rained.", layer: 0, fromId: messageId, toId: messageId };
        const insert = "INSERT INTO memories (message_id, depth, lines) SELECT id, depth, ? FROM messages";
        await writeInto(made, insert, JSON.stringify([line]));
        return line.id;
      }
      case "personId": {
        const insert =
          "INSERT INTO cast (id, name, aliases, is_new, mentions, is_main_character, changed, base) VALUES ('person', 'Mara', '[]', 0, 1, 0, 1, ?)";
        await writeInto(made, insert, JSON.stringify(PERSON));
        return "person";
      }
      case "proposalId": {
        const insert =
          "INSERT INTO lore_proposals SELECT ?, head_id, 'The reef', 'place', 'It has taken four boats.', '[\"reef\"]', NULL, 'waiting' FROM conversation";
        await writeInto(made, insert, "proposal");
        return "proposal";
      }
      default:
        throw new Error(`Nobody knows how to make {${name}}.`);
    }
  }

  async #beginStory(caller: Browser): Promise<string> {
    const storyId = await create(caller, "/api/stories", PREMISE, "storyId");
    const reader = await joinStory(caller, storyId);
    await reader.askForOpening();
    reader.close();
    return storyId;
  }

  async #beginChat(caller: Browser): Promise<string> {
    const characterId = await this.#make("characterId", caller);
    const chatId = await create(caller, "/api/character-chats", { characterId }, "chatId");
    await caller.post(`/api/character-chats/${chatId}/messages`, { content: "Hello" });
    return chatId;
  }

  /** Makes the things with these names, each inside the ones before it, for a call whose path does not name all that it needs. */
  #with(...names: string[]) {
    return async (caller: Person) => {
      const params: Made = {};
      for (const name of names) params[name] = await this.#make(name, caller, params);
      return { caller, params };
    };
  }

  /** A conversation whose message has another version; `isRemoved`: and is in the bin. */
  #withVersions(name: "storyId" | "chatId", isRemoved: boolean) {
    return async (caller: Person): Promise<Prepared> => {
      const prepared = await this.#with(name, "messageId")(caller);
      const message = `${toBase(prepared.params)}/messages/${prepared.params["messageId"]}`;
      await caller.post(`${message}/versions`, { content: "Another beginning." });
      if (isRemoved) await remove(caller, message);
      return prepared;
    };
  }

  /** A call for something that was deleted, or that lists it. */
  #deleted(name: string, base: string) {
    return async (caller: Person): Promise<Prepared> => {
      const id = await this.#make(name, caller);
      await remove(caller, `${base}/${id}`);
      return { caller, params: { [name]: id } };
    };
  }

  readonly #withBook = async (caller: Person) => ({
    caller,
    body: { lorebookIds: [await this.#make("lorebookId", caller)] },
  });

  async #begunDemo(isOpened: boolean): Promise<Prepared> {
    const caller = this.site.browser();
    const storyId = await create(caller, "/api/stories/demo", PREMISE, "storyId");
    const path = `/api/stories/demo/${storyId}/continue`;
    if (isOpened) await caller.post(path, { isInitialContinue: true });
    return { caller, params: { storyId } };
  }

  /** The calls that need more than their ids. */
  readonly #special: Readonly<Record<string, (member: Person) => Promise<Prepared>>> = {
    removeStoryMessage: this.#withVersions("storyId", false),
    removeChatMessage: this.#withVersions("chatId", false),
    restoreStoryMessage: this.#withVersions("storyId", true),
    restoreChatMessage: this.#withVersions("chatId", true),
    getStoryMemory: this.#with("storyId", "lineId"),
    getChatMemory: this.#with("chatId", "lineId"),
    addStoryMemoryLine: this.#with("storyId", "lineId"),
    addChatMemoryLine: this.#with("chatId", "lineId"),
    correctPerson: withBody({ sameAs: null }),

    createUser: async (caller) => ({ caller, body: { auth0Id: caller.sub } }),
    confirmAge: withBody(CONSENT),
    deleteUser: async () => ({
      caller: await this.site.consented(),
      body: { confirmation: "Delete my account" },
    }),
    updateUser: withBody({ name: "Grace" }),

    createStory: withBody(WITHOUT_GENRE),
    restoreStory: this.#deleted("storyId", "/api/stories"),
    shareStory: withBody({ path: undefined }),
    listShares: this.#with("storyId", "shareId"),
    setSharePreview: async (caller) => {
      const shared = await this.#with("storyId", "shareId")(caller);
      const [share] = await caller.read<[Share]>(`${toBase(shared.params)}/shares`);
      const params = { ...shared.params, mark: share.missingPreview?.mark ?? "" };
      return { caller, params, file: { body: await makePicture(), headers: {} } };
    },
    listChats: this.#with("storyId"),
    listStories: this.#with("storyId"),
    listDeletedStories: this.#deleted("storyId", "/api/stories"),

    beginDemo: async () => ({ caller: this.site.browser(), body: WITHOUT_GENRE }),
    getDemo: () => this.#begunDemo(true),
    continueDemo: async () => ({ ...(await this.#begunDemo(false)), body: { isInitialContinue: true } }),
    sendDemoMessage: () => this.#begunDemo(true),

    importCharacter: async (caller) => {
      const headers = { "Content-Type": "application/octet-stream" };
      return { caller, file: { body: toCardFile(MARA), headers } };
    },
    exportCardPicture: async (caller) => {
      const characterId = await this.#make("characterId", caller);
      await caller.post(`/api/images/character/${characterId}`, { style: "realistic" });
      return { caller, params: { characterId } };
    },
    restoreCharacter: this.#deleted("characterId", "/api/characters"),
    listCharacters: this.#with("chatId"),
    listDeletedCharacters: this.#deleted("characterId", "/api/characters"),

    createChat: async (caller) => {
      return { caller, body: { characterId: await this.#make("characterId", caller) } };
    },
    restoreChat: this.#deleted("chatId", "/api/character-chats"),
    listCharacterChats: this.#with("chatId"),
    listDeletedCharacterChats: this.#deleted("chatId", "/api/character-chats"),

    createLorebook: withBody({ characterId: undefined, storyId: undefined }),
    importLorebooks: async (caller) => {
      return { caller, file: await toFormBody({ "Kestrel Island.json": JSON.stringify(LOREBOOK) }) };
    },
    createImport: async (caller) => ({ caller, file: await toFormBody({ "draft.txt": "One evening." }) }),
    restoreLorebook: this.#deleted("lorebookId", "/api/lorebooks"),
    listDeletedLorebooks: this.#deleted("lorebookId", "/api/lorebooks"),
    listLoreEntries: this.#with("lorebookId", "entryId"),
    changeLoreEntry: withBody({ isPattern: false }),
    createLoreEntry: withBody({ isPattern: false, keys: ["reef"], secondKeys: [] }),
    restoreLoreEntry: async (caller) => {
      const prepared = await this.#with("lorebookId", "entryId")(caller);
      const path = await this.fillPath("/api/lorebooks/{lorebookId}/entries/{entryId}", prepared);
      await remove(caller, path);
      return prepared;
    },
    chooseStoryLorebooks: this.#withBook,
    chooseChatLorebooks: this.#withBook,
    keepLoreProposal: withBody({ keys: ["reef"] }),
    listLoreProposals: this.#with("storyId", "proposalId"),

    fillStoryForm: withBody({ currentData: STORY }),

    receivePaymentEvent: async () => {
      await this.site.paidMember();
      const [body = ""] = await this.site.webhookBodies();
      const signature = await this.site.sign(body);
      return {
        caller: this.site.browser(),
        file: { body, headers: { "Stripe-Signature": signature, "Content-Type": "application/json" } },
      };
    },
    createCheckoutSession: async () => {
      const caller = await this.site.consented();
      return { caller, body: toCheckout(caller) };
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

/** A call with these fields in its body. */
function withBody(body: Fields) {
  return async (caller: Person): Promise<Prepared> => ({ caller, body });
}

async function create(caller: Browser, path: string, body: Fields, key: string): Promise<string> {
  const made = await caller.post<Record<string, string>>(path, body);
  const id = made[key];
  if (id === undefined) throw new Error(JSON.stringify(made));
  return id;
}

async function remove(caller: Browser, path: string): Promise<void> {
  const response = await caller.send("DELETE", path);
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
}

/** The address of the conversation that was made. */
function toBase({ storyId, chatId }: Made): string {
  return storyId === undefined ? `/api/character-chats/${chatId}` : `/api/stories/${storyId}`;
}

async function findLastMessage(caller: Browser, made: Made): Promise<string> {
  const messages = await caller.read<{ messageId: string }[]>(`${toBase(made)}/messages`);
  return messages.at(-1)?.messageId ?? "";
}

/** Runs a statement in the object of the conversation that was made. */
async function writeInto({ storyId, chatId = "" }: Made, statement: string, value: string): Promise<void> {
  const [objects, id] = storyId === undefined ? [env.CHARACTER_CHAT, chatId] : [env.STORY, storyId];
  const stub: DurableObjectStub<ConversationObject> = objects.get(objects.idFromName(id));
  await queryObject(stub, statement, value);
}
