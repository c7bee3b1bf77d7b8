import * as v from "valibot";
import { parseRequest } from "../protocol.ts";
import { hashText } from "../random.ts";
import { drawPortrait } from "./draw.ts";
import { readPortraitOrder } from "./read-traits.ts";
import { renderPng } from "./render.ts";

export const PORTRAITS_MODEL_ID = "booky-portraits";

const SIZE = 512; // pixels, where the request names none
const SIZES = ["128x128", "256x256", "512x512", "1024x1024"];
const PROMPT_MAX = 32_000; // UTF-16 code units, as OpenAI's own limit

/** What is read of an image request; all other parameters mean nothing to a pen. */
const imageRequest = v.object({
  model: v.string(),
  prompt: v.pipe(v.string(), v.nonEmpty("must not be empty"), v.maxLength(PROMPT_MAX, "is too long")),
  n: v.nullish(v.literal(1, "must be 1: one portrait at a time")),
  size: v.nullish(v.picklist(["auto", ...SIZES], `must be one of ${SIZES.join(", ")}`)),
  seed: v.nullish(v.pipe(v.number(), v.integer())),
  response_format: v.nullish(v.literal("b64_json", "must be b64_json: nothing is kept here to link to")),
});

/** Answers `POST /v1/images/generations` with a drawn PNG. Throws a `ProtocolError` for what is no such request. */
export async function answerImageRequest(body: string): Promise<unknown> {
  const request = parseRequest(imageRequest, body, PORTRAITS_MODEL_ID);
  const size = request.size == null || request.size === "auto" ? SIZE : Number.parseInt(request.size, 10);
  const { style, traits } = readPortraitOrder(request.prompt, request.seed ?? 0);
  const svg = drawPortrait(traits, style, request.seed ?? hashText(request.prompt));
  const png = await renderPng(svg, size);
  return {
    created: Math.floor(Date.now() / 1000),
    output_format: "png",
    data: [{ b64_json: png.toString("base64") }],
  };
}
