import type { Page } from "@playwright/test";
import * as v from "valibot";
import { findOrigin } from "./person.ts";

/** Creates a character and a chat with her by the API. Returns the chat's path. */
export async function createChat(page: Page): Promise<string> {
  const headers = { Origin: await findOrigin(page) };
  const character = { name: "Mara Voss", description: "Keeper of Harrow Light; says little." };
  const created = await page.request.post("/api/characters", { headers, data: character });
  const { characterId } = v.parse(v.object({ characterId: v.string() }), await created.json());
  const chat = await page.request.post("/api/character-chats", { headers, data: { characterId } });
  const { chatId } = v.parse(v.object({ chatId: v.string() }), await chat.json());
  return `/character-chats/${chatId}`;
}
