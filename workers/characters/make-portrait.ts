import type { PortraitRequest } from "#domain/character.ts";
import { AppError } from "#domain/errors.ts";
import { hashFnv1a } from "#domain/hash.ts";
import { SPARKS_PER_IMAGE, type Tier } from "#domain/plan.ts";
import type { ArtStyle } from "#domain/portraits.ts";
import { buildPortraitImagePrompt } from "../ai/prompts/portrait-image.ts";
import { chargeFor } from "../billing/charged-work.ts";
import { requireStorage } from "../db/stored-bytes.ts";
import type { SharedParts } from "../services.ts";
import type { ScaledPortrait } from "./portrait-store.ts";
import { type CharacterRow, type PortraitChange, setPortrait } from "./store.ts";

type PortraitParts = Pick<SharedParts, "settings" | "db" | "ctx" | "now" | "log" | "portraits" | "paint">;

/**
 * Makes a portrait and puts it in the place of the one before, for Sparks. What fails costs nothing and changes nothing. `left`: the caller
 * has gone. Without an image model the character has the emblem in this style, which is free. Throws the codes of `paintImage`,
 * STORAGE_LIMIT_EXCEEDED and MONTHLY_LIMIT_EXCEEDED.
 */
export async function makePortrait(
  parts: PortraitParts,
  { row, user }: { row: CharacterRow; user: { id: string; tier: Tier } },
  request: PortraitRequest,
  left: AbortSignal,
): Promise<CharacterRow> {
  const artStyle = request.style;
  if (parts.settings.AI_IMAGE_PROVIDER === "none") {
    return changePortrait(parts, row, { portraitKey: null, portraitKind: null, byteLength: 0, artStyle });
  }
  await requireStorage(parts.db, user, 1);
  // The picture is stored before it is charged: a crash in between gives it away, and never takes Sparks for nothing.
  const work = async () => {
    const { bytes } = await parts.paint({
      prompt: buildPortraitImagePrompt({ ...row, details: request.additionalPrompt }, artStyle),
      seed: toSeed(row, request),
      steps: request.numSteps,
      signal: left,
    });
    const picture = await parts.portraits.scale(bytes);
    return storePortrait(parts, row, picture, { portraitKind: "ai", artStyle });
  };
  const charge = { userId: user.id, purpose: "image", sparks: SPARKS_PER_IMAGE } as const;
  const painted = await chargeFor(parts, charge, work);
  if (painted === null) throw new AppError("IMAGE_FAILED");
  return painted;
}

/** Puts a picture in the place of the one before. Throws NOT_FOUND if the character was deleted meanwhile. */
export async function storePortrait(
  parts: Pick<PortraitParts, "db" | "ctx" | "now" | "portraits">,
  row: CharacterRow,
  picture: ScaledPortrait,
  facts: { portraitKind: "ai" | "imported"; artStyle?: ArtStyle },
): Promise<CharacterRow> {
  const portraitKey = await parts.portraits.put(row.id, picture);
  return changePortrait(parts, row, { portraitKey, byteLength: picture.byteLength, ...facts });
}

async function changePortrait(
  { db, portraits, now, ctx }: Pick<PortraitParts, "db" | "ctx" | "now" | "portraits">,
  row: CharacterRow,
  change: PortraitChange,
): Promise<CharacterRow> {
  const [changed] = await setPortrait(db, row.userId, row.id, change, now());
  // A picture that is not used any more. If it can't be deleted now, it is deleted with the character.
  const stale = changed ? row.portraitKey : change.portraitKey;
  if (stale !== null) ctx.waitUntil(portraits.remove(stale));
  if (!changed) throw new AppError("NOT_FOUND");
  return changed;
}

/** The first picture of a character in a style is always the same; each picture after it is another. */
function toSeed({ id, portraitKey }: CharacterRow, { style, additionalPrompt }: PortraitRequest): number {
  return hashFnv1a(`${id} ${style} ${additionalPrompt} ${portraitKey ?? ""}`);
}
