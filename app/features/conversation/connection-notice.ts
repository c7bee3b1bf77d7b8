import type { ConnectionStatus } from "./live/live-client.ts";

/** The specification's sentence, whatever line it was. */
export const NO_CONNECTION = "Failed to establish WebSocket connection";

/** The text about the connection above the input bar; `null`: all is well. */
export function toConnectionNotice(connection: ConnectionStatus): string | null {
  if (connection === "unreachable") return `${NO_CONNECTION}. Trying again…`;
  return connection === "reconnecting" ? "Reconnecting…" : null;
}
