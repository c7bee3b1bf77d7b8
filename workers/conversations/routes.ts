import { Hono } from "hono";
import type { AppEnv } from "../http/app-env.ts";

/**
 * Live requests to conversations. The service checks who owns the conversation before a request reaches its object. `GET` upgrades to a WebSocket or, asked for `text/event-stream`, streams the downward events;
 * `POST` takes one upward event.
 */
export const liveRoutes = new Hono<AppEnv>()
  .on(["GET", "POST"], "/stories/:id", (context) =>
    context.var.services.stories.conversations.connect(context.req.param("id"), context.req.raw),
  )
  .get("/shares/:token", ({ req, var: { services } }) =>
    services.readingCopies.follow(req.param("token"), req.raw),
  )
  .on(["GET", "POST"], "/character-chats/:id", (context) =>
    context.var.services.chats.conversations.connect(context.req.param("id"), context.req.raw),
  );
