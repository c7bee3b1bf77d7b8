import { Hono } from "hono";
import * as v from "valibot";
import { AppError } from "#domain/errors.ts";
import { readingStepSchema } from "#domain/share.ts";
import type { AppEnv } from "../http/app-env.ts";

/** `/s/{token}/…`: what a reading copy's page asks for. The page itself is a route of the app. */
export const shareRoutes = new Hono<AppEnv>().post(
  "/:token/readers",
  async ({ req, var: { services }, body }) => {
    const read = v.safeParse(readingStepSchema, { step: await req.text() });
    if (!read.success) throw new AppError("INVALID_INPUT");
    await services.readingCopies.count(req.param("token"), read.output.step);
    return body(null, 204);
  },
);
