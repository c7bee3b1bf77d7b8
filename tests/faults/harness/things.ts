import * as v from "valibot";
import { replyScript } from "#tests/fakes/reply-script.ts";
import type { Visitor } from "#tests/harness/visitor.ts";

const idSchema = v.record(v.string(), v.unknown());
const paintedSchema = v.object({
  metadata: v.object({ images: v.object({ primary: v.object({ url: v.string() }) }) }),
});
const picturedSchema = v.object({ generatedImage: v.object({ url: v.string() }) });

/**
 * Makes a person a story, a character with a portrait, and a chat with a picture. Returns their ids and addresses, and the
 * person's id as a part of a path.
 */
export async function makeThings(reader: Visitor & { sub: string }): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  const make = async (path: string, body: unknown, key: string) =>
    String(v.parse(idSchema, await reader.call("POST", path, body))[key]);
  ids["user"] = encodeURIComponent(reader.sub);
  ids["story"] = await make(
    "/api/stories",
    {
      genre: "Mystery",
      character: "A relief operator",
      description: "A voice on the harbour radio reads out a name.",
    },
    "storyId",
  );
  const mara = { name: "Mara Voss", description: "Keeper of Harrow Light; says little." };
  ids["character"] = await make("/api/characters", mara, "characterId");
  const painted = await reader.call("POST", `/api/images/character/${ids["character"]}`, {
    style: "realistic",
  });
  ids["portrait"] = v.parse(paintedSchema, painted).metadata.images.primary.url;
  ids["chat"] = await make("/api/character-chats", { characterId: ids["character"] }, "chatId");
  const content = replyScript({ id: "headers", pieces: 3 });
  await reader.call("POST", `/api/character-chats/${ids["chat"]}/messages`, { content });
  const pictured = await reader.call("POST", `/api/character-chats/${ids["chat"]}/picture`);
  ids["picture"] = v.parse(picturedSchema, pictured).generatedImage.url;
  return ids;
}
