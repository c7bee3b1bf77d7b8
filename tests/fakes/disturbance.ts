import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

/** The ways in which a request to a model fails. */
export const DISTURBANCES = ["error", "refused", "silence", "stall", "cut", "slow"] as const;
export type Disturbance = (typeof DISTURBANCES)[number];

const SLOW_MS = 2_000;
/** A reply is under way by then, but not at its end. */
const MID_STREAM_MS = 250;

/** Answers a request, and disturbs that. */
export async function disturbed(
  response: ServerResponse,
  disturbance: Disturbance,
  answer: () => Promise<void>,
): Promise<void> {
  switch (disturbance) {
    case "error":
      response.writeHead(500, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ error: { message: "The model fell over." } }));
      return;
    case "refused":
      response.destroy();
      return;
    case "silence":
      return;
    case "slow":
      await wait(SLOW_MS);
      return answer();
    case "stall":
      setTimeout(() => {
        response.write = () => true;
        response.end = () => response;
      }, MID_STREAM_MS);
      return answer();
    case "cut":
      setTimeout(() => response.destroy(), MID_STREAM_MS);
      return answer();
  }
}
