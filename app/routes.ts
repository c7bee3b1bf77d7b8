import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  layout("routes/public/layout.tsx", [
    layout("routes/public/visitors-only-layout.tsx", [
      index("routes/public/landing.tsx"),
      route("features", "routes/public/features.tsx"),
      route("pricing", "routes/public/pricing.tsx"),
    ]),
    ...["terms", "privacy-policy", "cookie-policy"].map((path) =>
      route(path, "routes/public/legal.tsx", { id: path }),
    ),
  ]),

  route("api/docs", "routes/public/api-docs.tsx"),

  route("offline", "routes/offline.tsx"),
  // Limits, headers and caches know these by `/s/`, so `/S/` is no address of theirs.
  route("s/:token", "routes/shares/reading-copy.tsx", { caseSensitive: true }),
  route("s/:token/fork", "routes/shares/fork.tsx", { caseSensitive: true }),
  route("s/:token/report", "routes/shares/report.tsx", { caseSensitive: true }),

  route("login", "routes/auth/login.tsx"),
  route("auth/callback", "routes/auth/callback.tsx"),
  route("logout", "routes/auth/logout.ts"),
  route("welcome", "routes/auth/welcome.tsx"),
  route("account/delete", "routes/account/delete.tsx"),
  route("account/deleted", "routes/account/deleted.tsx"),

  layout("routes/signed-in/guard.tsx", [
    layout("routes/signed-in/layout.tsx", [
      route("home", "routes/home.tsx"),
      route("stories", "routes/stories/library.tsx"),
      route("stories/bring-in", "routes/stories/bring-in.tsx"),
      route("stories/bring-in/:importId", "routes/stories/import-report.tsx"),
      route("stories/new", "routes/stories/new.tsx"),
      route("stories/deleted", "routes/stories/deleted.tsx"),
      route("settings", "routes/account/settings.tsx"),
      route("help", "routes/help.tsx"),
      route("upgrade", "routes/billing/upgrade.tsx"),
      route("upgrade-success", "routes/billing/upgrade-success.tsx"),
      route("payment/success", "routes/billing/payment-success.tsx"),
      route("characters", "routes/characters/characters.tsx"),
      route("characters/deleted", "routes/characters/deleted.tsx"),
    ]),
    route("age-confirmation", "routes/account/age-confirmation.tsx"),
    route("stories/:storyId", "routes/stories/reading.tsx"),
    route("character-chats/:chatId", "routes/character-chats/chat.tsx"),
  ]),

  route("*", "routes/public/not-found.ts"),
] satisfies RouteConfig;
