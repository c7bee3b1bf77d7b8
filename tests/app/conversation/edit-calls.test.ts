import { expect, test, vi } from "vitest";
import { goOnFrom, removeFrom } from "#app/features/conversation/editing/edit-calls.ts";
import {
  type ConversationAction,
  reduceConversation,
} from "#app/features/conversation/live/conversation-state.ts";
import type { ServerEvent } from "#domain/protocol.ts";
import { stubNetwork } from "#tests/app/browser.ts";
import { begin, joined, message } from "./live/events.ts";

const OPENED = { headMessageId: "m2", messageCount: 2, pathName: null };
const OWN = message({ messageId: "m4", parentId: "m2", role: "user", content: "I wait." });

/** A page with three messages, and what its connection tells. */
function aPage() {
  const told = [message({ messageId: "m1" }), message({ messageId: "m2", parentId: "m1" })];
  let state = reduceConversation(
    begin([...told, message({ messageId: "m3", parentId: "m2" })]),
    joined("m3"),
  );
  let follower: (event: ServerEvent) => void = () => undefined;
  const reduce = (action: ConversationAction) => {
    state = reduceConversation(state, action);
  };
  const page = {
    apiPath: "/api/stories/s",
    state,
    apply: reduce,
    follow: (on: typeof follower) => {
      follower = on;
      return () => undefined;
    },
  };
  const hear = (event: ServerEvent) => {
    reduce(event);
    follower(event);
  };
  return { page, hear, listIds: () => state.messages.map(({ messageId }) => messageId) };
}

test.each([
  {
    does: "goes on from a passage",
    call: goOnFrom,
    id: "m2",
    told: { type: "path-opened", storyId: "s", ...OPENED, fromId: "m3", partsAtId: "m2" },
  },
  {
    does: "removes a passage",
    call: removeFrom,
    id: "m3",
    told: { type: "message-removed", storyId: "s", messageId: "m3", ...OPENED },
  },
] as const)("who $does and writes before its answer comes keeps the new line", async ({ call, id, told }) => {
  vi.stubGlobal("requestAnimationFrame", () => 0);
  const { promise, resolve } = Promise.withResolvers<Response>();
  const path = `/api/stories/s/messages/${id}`;
  stubNetwork({ [path]: () => promise, [`${path}/continue-from`]: () => promise });
  const { page, hear, listIds } = aPage();
  const done = call(page, id);
  hear(told);
  hear({ type: "message-accepted", requestId: "r", message: OWN });
  resolve(Response.json(OPENED));
  await done;
  expect(listIds()).toEqual(["m1", "m2", "m4"]);
});
