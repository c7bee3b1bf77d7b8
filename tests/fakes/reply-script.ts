import * as v from "valibot";

/** What the scripted model server is told to do, inside the player's text. */
export const scriptSchema = v.object({
  /** Finds the request again in the log. */
  id: v.optional(v.string(), ""),
  text: v.optional(v.string()),
  pieces: v.optional(v.number(), 12),
  firstMs: v.optional(v.number(), 0),
  everyMs: v.optional(v.number(), 0),
  fault: v.optional(
    v.picklist([
      "status-500",
      "status-429",
      "hang",
      "cut",
      "malformed",
      "huge-line",
      "endless",
      "empty",
      "refused",
    ]),
  ),
  /** Pieces before the fault. */
  after: v.optional(v.number(), 0),
});
export type Script = v.InferOutput<typeof scriptSchema>;
export type ReplyScript = v.InferInput<typeof scriptSchema>;

/** Player's text that makes the fake behave so. */
export function replyScript(script: ReplyScript, action = "I look around"): string {
  return `${action} #reply ${JSON.stringify(script)}`;
}

/** The text that the fake writes for a script of so many pieces. */
export function scriptedText(pieces: number, id = ""): string {
  return Array.from({ length: pieces }, (_, index) => pieceOf(id, index)).join("");
}

export function pieceOf(id: string, index: number): string {
  return `${id ? `${id}-` : ""}word${index} `;
}
