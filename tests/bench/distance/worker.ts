import product, {
  AccountDeletionObject as AccountDeletion,
  CharacterChatObject as CharacterChat,
  StoryObject as Story,
} from "../../../workers/app.ts";

export { DemoCountObject } from "../../../workers/app.ts";

import { type Around, watchBindings } from "../../harness/watched-bindings.ts";

/*
 * The product's Worker with a delay before each call of D1, KV, R2 and objects, as if they were far away. `PUT /bench/distance`
 * sets it; the objects run in the same isolate, so it holds for their own calls as well.
 */

/** `ms`: 0 is no delay. `only`: the beginning of the names of the calls that have it, such as `DB`; `""`: all of them. */
type Distance = { ms: number; only: string };

let distance: Distance = { ms: 0, only: "" };

const afterDelay: Around = async (name, call) => {
  if (distance.ms > 0 && name.startsWith(distance.only)) await scheduler.wait(distance.ms);
  return call();
};

const watched = new WeakMap<Env, Env>();

function withDistance(env: Env): Env {
  const made = watched.get(env) ?? watchBindings(env, afterDelay);
  watched.set(env, made);
  return made;
}

export class StoryObject extends Story {
  constructor(state: DurableObjectState, env: Env) {
    super(state, withDistance(env));
  }
}

export class CharacterChatObject extends CharacterChat {
  constructor(state: DurableObjectState, env: Env) {
    super(state, withDistance(env));
  }
}

export class AccountDeletionObject extends AccountDeletion {
  constructor(state: DurableObjectState, env: Env) {
    super(state, withDistance(env));
  }
}

export default {
  async fetch(request, env, context) {
    if (request.method === "PUT" && new URL(request.url).pathname === "/bench/distance") {
      distance = await request.json<Distance>();
      return new Response(null, { status: 204 });
    }
    return product.fetch(request, withDistance(env), context);
  },
  scheduled: product.scheduled,
} satisfies ExportedHandler<Env>;
