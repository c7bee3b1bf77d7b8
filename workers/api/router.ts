import { Hono } from "hono";
import { AppError } from "#domain/errors.ts";
import type { AppEnv } from "../http/app-env.ts";
import { API_AREAS } from "./areas.ts";

/** The calls of the specification, one router an area. Failures are thrown as `AppError`s and answered in one place. */
export const apiRoutes = new Hono<AppEnv>();

for (const area of API_AREAS) apiRoutes.route(area.base, area.toRoutes());

apiRoutes.all("*", () => {
  throw new AppError("NOT_FOUND");
});
