import type { LanguageModelMiddleware } from "ai";
import { AppError } from "#domain/errors.ts";
import type { ReplySign } from "./reply-writer.ts";
import { readFinish } from "./stream-reply.ts";

/** Reading stops after this length of an answer. In UTF-16 code units. */
const ANSWER_READ_MAX = 20_000;

/** Called for each piece of an answer, with all its text so far. */
export type OnPiece = (sign: ReplySign, text: string) => void;

/** An answer that a filter or a fault has ended fails: a part of an answer must not pass for all of it. */
export const wholeAnswer: LanguageModelMiddleware = {
  specificationVersion: "v4",
  wrapGenerate: async ({ doGenerate }) => {
    const answer = await doGenerate();
    if (readFinish(answer.finishReason) === "refused") throw new AppError("MODEL_REFUSED");
    return answer;
  },
};

/** A model whose whole answers are streamed, because only a stream shows that a slow model is still working. */
export function streamedAnswer(onPiece: OnPiece): LanguageModelMiddleware {
  return {
    specificationVersion: "v4",
    wrapGenerate: async ({ doStream }) => {
      const { stream } = await doStream();
      let text = "";
      for await (const part of stream) {
        if (part.type === "error") throw part.error;
        if (part.type === "finish") {
          const { finishReason, usage } = part;
          return { content: [{ type: "text", text }], finishReason, usage, warnings: [] };
        }
        if (part.type === "reasoning-delta") onPiece("thought", text);
        if (part.type !== "text-delta") continue;
        text += part.delta;
        if (text.length > ANSWER_READ_MAX) throw new AppError("STREAM_ERROR");
        onPiece("text", text);
      }
      throw new AppError("STREAM_ERROR"); // every whole stream ends with its finish part
    },
  };
}
