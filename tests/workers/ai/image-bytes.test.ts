import { describe, expect, it } from "vitest";
import { readAtMost } from "#workers/ai/image-bytes.ts";

const MEGABYTE = 1024 * 1024;

/** Returns `count` pieces of `size` bytes, each on request, and counts the requests. */
function streamOf(pieces: number, bytes: number) {
  const seen = { pulled: 0, isCancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (seen.pulled === pieces) return controller.close();
        seen.pulled += 1;
        controller.enqueue(new Uint8Array(bytes).fill(seen.pulled));
      },
      cancel() {
        seen.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, seen };
}

describe("a stream that is read up to a limit", () => {
  it("needs memory only for the received bytes, whatever the limit is", async () => {
    const bytes = await readAtMost(streamOf(3, 4).stream, 10 * MEGABYTE);
    expect([...(bytes ?? [])]).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]);
    expect(bytes?.buffer.byteLength).toBe(12);
    expect((await readAtMost(streamOf(0, 1).stream, 10 * MEGABYTE))?.buffer.byteLength).toBe(0);
  });

  it("of exactly the limit is read, and one byte more is not", async () => {
    expect(await readAtMost(streamOf(4, 25).stream, 100)).toHaveLength(100);
    expect(await readAtMost(streamOf(4, 25).stream, 99)).toBeNull();
  });

  it("is cancelled as soon as it is over the limit", async () => {
    const { stream, seen } = streamOf(1_000, MEGABYTE);
    expect(await readAtMost(stream, 2 * MEGABYTE)).toBeNull();
    expect(seen).toEqual({ pulled: 3, isCancelled: true });
  });
});
