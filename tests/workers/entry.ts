import { createApp } from "#workers/http/create-app.ts";

export { AccountDeletionObject } from "#durable-objects/account-deletion.ts";
export { CharacterChatObject } from "#durable-objects/character-chat.ts";
export { StoryObject } from "#durable-objects/story.ts";

// The Worker of the tests: the real one without the pages, which come from a build.
const app = createApp({
  renderPage: async ({ url }) => new Response(`The page ${new URL(url).pathname}`),
});

export default { fetch: app.fetch } satisfies ExportedHandler<Env>;
