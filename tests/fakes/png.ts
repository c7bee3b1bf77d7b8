import { type PngChunk, toChunk, writeChunks } from "#workers/characters/cards/png-chunks.ts";

/** A file of a grey picture of that size with these chunks. Without any it has no picture, which only a decoder notices. */
export function toPng(
  chunks: readonly Pick<PngChunk, "bytes">[] = [],
  { width, height } = { width: 2, height: 2 },
): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 0, 0, 0, 0], 8);
  return new Uint8Array(writeChunks([toChunk("IHDR", header), ...chunks, toChunk("IEND", new Uint8Array())]));
}
