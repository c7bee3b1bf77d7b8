import type { Identity } from "#domain/account.ts";

/** Who is calling. `userId` is the identity provider's subject; `sessionId` is there for a session only. */
export type Caller = {
  kind: "session" | "bearer";
  userId: string;
  identity: Identity;
  sessionId: string | null;
  /** The user's number that the session began with; `null` for a token. */
  sessionEpoch: number | null;
};
