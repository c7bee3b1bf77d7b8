import { Hono } from "hono";
import { AppError } from "#domain/errors.ts";
import type { AppEnv } from "../http/app-env.ts";
import { billingRoutes } from "./billing.ts";
import { chatRoutes } from "./character-chats.ts";
import { characterRoutes, imageRoutes } from "./characters.ts";
import { demoRoutes } from "./demo.ts";
import { feedbackRoutes } from "./feedback.ts";
import { healthRoutes } from "./health.ts";
import { promptRoutes } from "./prompts.ts";
import { storyRoutes } from "./stories.ts";
import { userRoutes } from "./users.ts";

/** The calls of the specification, one router an area. Failures are thrown as `AppError`s and answered in one place. */
export const apiRoutes = new Hono<AppEnv>()
  .route("/health", healthRoutes)
  .route("/users", userRoutes)
  .route("/stories/demo", demoRoutes)
  .route("/stories", storyRoutes)
  .route("/character-chats", chatRoutes)
  .route("/characters", characterRoutes)
  .route("/images", imageRoutes)
  .route("/prompts", promptRoutes)
  .route("/feedback", feedbackRoutes)
  .route("/stripe", billingRoutes)
  .all("*", () => {
    throw new AppError("NOT_FOUND");
  });
