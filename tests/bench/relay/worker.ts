import { DurableObject } from "cloudflare:workers";

/*
 * The baseline of the product: the minimum that a stored, streamed reply costs on this runtime. No accounts, no checks,
 * no repair.
 */

type RelayEnv = {
  MODEL_URL: string;
  RELAY: DurableObjectNamespace<Relay>;
  BROADCAST: DurableObjectNamespace<Broadcast>;
};

/** Stores the message, pipes the model's stream, and stores each read before it is broadcast. */
export class Relay extends DurableObject<RelayEnv> {
  constructor(state: DurableObjectState, env: RelayEnv) {
    super(state, env);
    state.storage.sql.exec(
      "CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY, role TEXT NOT NULL, content TEXT NOT NULL)",
    );
  }

  override fetch(): Response {
    return takeIn(this.ctx);
  }

  override async webSocketMessage(_socket: WebSocket, frame: string | ArrayBuffer): Promise<void> {
    const { sql } = this.ctx.storage;
    const insert = "INSERT INTO messages (role, content) VALUES (?, ?)";
    sql.exec(insert, "user", String(frame));
    broadcast(this.ctx, "accepted");
    sql.exec(insert, "assistant", "");
    const append = "UPDATE messages SET content = content || ? WHERE id = (SELECT max(id) FROM messages)";
    for await (const read of await askModel(this.env, String(frame))) {
      sql.exec(append, read);
      broadcast(this.ctx, `read ${read}`);
    }
    broadcast(this.ctx, "done");
  }
}

/** Stores nothing: sends each read of the model's stream. */
export class Broadcast extends DurableObject<RelayEnv> {
  override fetch(): Response {
    return takeIn(this.ctx);
  }

  override async webSocketMessage(_socket: WebSocket, frame: string | ArrayBuffer): Promise<void> {
    for await (const read of await askModel(this.env, String(frame))) broadcast(this.ctx, `read ${read}`);
    broadcast(this.ctx, "done");
  }
}

function takeIn(state: DurableObjectState): Response {
  const { 0: client, 1: server } = new WebSocketPair();
  state.acceptWebSocket(server);
  return new Response(null, { status: 101, webSocket: client });
}

function broadcast(state: DurableObjectState, frame: string): void {
  for (const socket of state.getWebSockets()) socket.send(frame);
}

async function askModel(env: RelayEnv, content: string): Promise<ReadableStream<string>> {
  const response = await fetch(`${env.MODEL_URL}/chat/completions`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ model: "scripted", stream: true, messages: [{ role: "user", content }] }),
  });
  if (!response.ok || !response.body) throw new Error(`The model answered ${response.status}.`);
  return response.body.pipeThrough(new TextDecoderStream());
}

export default {
  fetch(request, env) {
    const [, kind, name = ""] = new URL(request.url).pathname.split("/");
    const objects = kind === "broadcast" ? env.BROADCAST : env.RELAY;
    return objects.get(objects.idFromName(name)).fetch(request);
  },
} satisfies ExportedHandler<RelayEnv>;
