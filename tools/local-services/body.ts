import type { IncomingMessage } from "node:http";

/** The body of a request as text, or null when it is longer than `maxBytes`. */
export async function readRequestText(request: IncomingMessage, maxBytes: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBytes) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString("utf8");
}
