import { useSyncExternalStore } from "react";
import type { ConnectionStatus } from "./live/reconnecting-client.ts";

/** The specification's sentence, whatever line it was. */
export const NO_CONNECTION = "Failed to establish WebSocket connection";

/** The text about the connection above the input bar; `null`: all is well. */
export function useConnectionNotice(connection: ConnectionStatus): string | null {
  return toConnectionNotice(connection, useIsOnline());
}

/** Whether the browser has a network. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    followNetwork,
    () => navigator.onLine,
    () => true,
  );
}

export function toConnectionNotice(connection: ConnectionStatus, isOnline: boolean): string | null {
  if (!isOnline) return "You are offline. What you wrote is kept and will be sent.";
  if (connection === "unreachable") return `${NO_CONNECTION}. Trying again…`;
  return connection === "reconnecting" ? "Reconnecting…" : null;
}

function followNetwork(onChange: () => void): () => void {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}
