/**
 * Reads a stream to its end. `null`: it has more than `most` bytes. In that case up to `dropped` further bytes are read and thrown away,
 * and the rest is not read.
 */
export async function readAtMost(
  stream: ReadableStream<Uint8Array>,
  most: number,
  dropped = 0,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.byteLength;
    if (length > most + dropped) return null; // leaving the loop cancels the stream
    if (length <= most) chunks.push(chunk);
  }
  if (length > most) return null;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}
