import product, { StoryObject as Story } from "../../../workers/app.ts";
import { type Around, watchBindings } from "../../harness/watched-bindings.ts";

/*
 * The product's Worker with a delay before each call of D1, as if it were far away. `PUT /bench/distance` sets it, in milliseconds;
 * stories run in the same isolate, so it holds for their own calls as well.
 */

export * from "../../../workers/app.ts";

let distanceMs = 0;

const afterDelay: Around = async (name, call) => {
  if (distanceMs > 0 && name.startsWith("DB")) await scheduler.wait(distanceMs);
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

export default {
  async fetch(request, env, context) {
    if (request.method === "PUT" && new URL(request.url).pathname === "/bench/distance") {
      distanceMs = await request.json<number>();
      return new Response(null, { status: 204 });
    }
    return product.fetch(request, withDistance(env), context);
  },
  scheduled: product.scheduled,
} satisfies ExportedHandler<Env>;
