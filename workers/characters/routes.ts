import { Hono } from "hono";
import { AppError } from "#domain/errors.ts";
import type { AppEnv } from "../http/app-env.ts";
import { sendPrivatePicture } from "../http/send-picture.ts";
import { PORTRAIT_SIZES } from "./portraits.ts";

/** `/portraits/{characterId}/{version}/{size}`: pictures of the caller's own characters, for nobody else. */
export const portraitRoutes = new Hono<AppEnv>().get("/:characterId/:version/:size", async (context) => {
  const { characterId, version, size } = context.req.param();
  const known = PORTRAIT_SIZES.find((one) => String(one) === size);
  if (known === undefined) throw new AppError("NOT_FOUND");
  return sendPrivatePicture(
    context,
    await context.var.services.characters.portrait(characterId, version, known),
  );
});
