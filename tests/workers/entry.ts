import { AccountDeletionObject as AccountDeletion } from "#durable-objects/account-deletion.ts";
import { CharacterChatObject as CharacterChat } from "#durable-objects/character-chat.ts";
import { ImportObject as Import } from "#durable-objects/import.ts";
import { StoryObject as Story } from "#durable-objects/story.ts";
import { watchBindings } from "#tests/harness/watched-bindings.ts";
import { createApp } from "#workers/http/create-app.ts";
import { runAsObject } from "./helpers/fake-timers.ts";
import { aroundCallsOf } from "./helpers/watched-calls.ts";

export { DemoCountObject } from "#durable-objects/daily-count.ts";
export { SearchObject } from "#durable-objects/search.ts";

// The Worker of the tests: the real one without the pages, which come from a build. A test can watch the calls that its
// objects make.
const app = createApp({
  renderPage: async ({ url }) => new Response(`The page ${new URL(url).pathname}`),
});

export default { fetch: app.fetch } satisfies ExportedHandler<Env>;

export class StoryObject extends Story {
  constructor(state: DurableObjectState, env: Env) {
    super(state, watchBindings(env, aroundCallsOf(state.id)));
  }

  override webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): Promise<void> {
    return runAsObject(this.ctx.id, () => super.webSocketMessage(socket, frame));
  }
}

export class CharacterChatObject extends CharacterChat {
  constructor(state: DurableObjectState, env: Env) {
    super(state, watchBindings(env, aroundCallsOf(state.id)));
  }
}

export class AccountDeletionObject extends AccountDeletion {
  #run: Promise<void> = Promise.resolve();

  constructor(state: DurableObjectState, env: Env) {
    super(state, watchBindings(env, aroundCallsOf(state.id)));
  }

  /** The runtime runs one alarm of an object at a time, but a test that runs one does not wait for that of the runtime. */
  override alarm(): Promise<void> {
    const run = () => super.alarm();
    this.#run = this.#run.then(run, run);
    return this.#run;
  }
}

export class ImportObject extends Import {
  constructor(state: DurableObjectState, env: Env) {
    super(state, watchBindings(env, aroundCallsOf(state.id)));
  }
}
