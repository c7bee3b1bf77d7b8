import { strToU8, Zip, ZipDeflate, ZipPassThrough } from "fflate";

/** A file of an archive. Its pieces are read one after another, when there is room for them. */
export type ArchiveFile = {
  path: string;
  pieces: AsyncIterable<string | Uint8Array>;
  /** For content that is compressed already, such as pictures. */
  isCompressed?: boolean;
};

/**
 * A ZIP archive as a stream. Files are read only as fast as the client downloads, one piece at a time, so that memory
 * holds one piece and not the whole archive. If reading fails, the stream breaks off: an incomplete archive must not
 * look complete.
 */
export function zipFiles(files: AsyncIterable<ArchiveFile>): ReadableStream<Uint8Array> {
  const chunks = writeArchive(files);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
}

async function* writeArchive(files: AsyncIterable<ArchiveFile>): AsyncGenerator<Uint8Array, undefined> {
  let written: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    written.push(chunk);
  });
  function* take(): Generator<Uint8Array> {
    const chunks = written;
    written = [];
    yield* chunks;
  }
  for await (const { path, pieces, isCompressed } of files) {
    const entry = isCompressed ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 });
    zip.add(entry);
    for await (const piece of pieces) {
      entry.push(typeof piece === "string" ? strToU8(piece) : piece);
      yield* take();
    }
    entry.push(new Uint8Array(0), true);
    yield* take();
  }
  zip.end();
  yield* take();
}
