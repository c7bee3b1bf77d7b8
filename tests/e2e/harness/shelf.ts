import { readdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "@playwright/test";
import type { Genre } from "#domain/genres.ts";
import { createId } from "#domain/ids.ts";
import type { StoryStatus } from "#domain/story-record.ts";
import { foldText } from "#domain/text.ts";
import type { Product } from "#tests/harness/product.ts";
import type { Person } from "./person.ts";
import { test } from "./test.ts";

export type ShelvedStory = {
  title: string;
  genre: Genre;
  description?: string;
  lastMessage?: string;
  location?: string;
  isNSFW?: boolean;
  status?: StoryStatus;
};

/**
 * Puts stories on a person's shelf, the first one newest, more than the plan would allow. It writes into the database,
 * so the product is stopped and started again. The page is left for an empty one.
 */
export async function putOnShelf(
  page: Page,
  product: Product,
  person: Person,
  stories: ShelvedStory[],
): Promise<void> {
  test.slow(); // during the restart
  await page.goto("about:blank");
  await product.stop();
  const folder = path.join(product.stateDir, "v3", "d1", "miniflare-D1DatabaseObject");
  for (const name of readdirSync(folder)) {
    if (!name.endsWith(".sqlite") || name.startsWith("metadata")) continue;
    const db = new DatabaseSync(path.join(folder, name));
    const owner = db.prepare("SELECT id FROM users WHERE email = ?").get(person.email);
    if (owner !== undefined) insert(db, String(owner["id"]), stories);
    db.close();
  }
  await product.startAgain();
}

function insert(db: DatabaseSync, userId: string, stories: ShelvedStory[]): void {
  const row = db.prepare(
    `INSERT INTO stories (id, user_id, title, description, status, folded_title, folded_description, story_length, genre, categories, tropes, character, player_name, is_nsfw,
       custom_data, created_at, updated_at, last_message_id, last_message_role, last_message, current_location, "cast")
     VALUES (?, ?, ?, ?, ?, ?, ?, 'medium', ?, '[]', '[]', 'Somebody', 'Somebody', ?, '{}', ?, ?, ?, ?, ?, ?, '[]')`,
  );
  db.exec("BEGIN");
  stories.forEach((story, index) => {
    const at = new Date(Date.now() - index * 36 * 3_600_000).toISOString();
    const { description = "A voice on the harbour radio reads out a name.", lastMessage, location } = story;
    row.run(
      createId(),
      userId,
      story.title,
      description,
      story.status ?? "active",
      foldText(story.title),
      foldText(description),
      story.genre,
      story.isNSFW === true ? 1 : 0,
      at,
      at,
      lastMessage === undefined ? null : createId(),
      lastMessage === undefined ? null : "assistant",
      lastMessage ?? null,
      location ?? null,
    );
  });
  db.exec("COMMIT");
}
