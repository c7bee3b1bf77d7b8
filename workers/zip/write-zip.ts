import { strToU8, Zip, ZipDeflate, ZipPassThrough, zipSync } from "fflate";

/** A file of an archive. Its pieces are read one after another, when there is room for them. */
export type ArchiveFile = {
  path: string;
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string>;
  /** For content that is compressed already, such as pictures. */
  isCompressed?: boolean;
};

/**
 * A ZIP archive as a stream. Files are read only as fast as the client downloads, some messages at a time, so that
 * memory holds these and not the whole archive. If reading fails, the stream breaks off: an incomplete archive must not
 * look complete.
 */
export function zipFiles(files: AsyncIterable<ArchiveFile>): ReadableStream<Uint8Array> {
  return toStream(writeArchive(files));
}

/** For every 8 kB of small pieces fflate takes 200 kB of working memory anew. That adds up faster than the runtime gives it back. */
const CHARACTERS_AT_ONCE = 32_768;

/** Pieces as bytes, with small texts joined. */
export async function* encodePieces(pieces: ArchiveFile["pieces"]): AsyncGenerator<Uint8Array, undefined> {
  let text = "";
  for await (const piece of pieces) {
    if (typeof piece !== "string") {
      yield piece;
      continue;
    }
    text += piece;
    if (text.length < CHARACTERS_AT_ONCE) continue;
    yield strToU8(text);
    text = "";
  }
  if (text !== "") yield strToU8(text);
}

/** Pieces as a stream that reads the next one when there is room for it. */
export function toStream(chunks: AsyncGenerator<Uint8Array, undefined>): ReadableStream<Uint8Array> {
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
  const written: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    written.push(chunk);
  });
  for await (const { path, pieces, isCompressed } of files) {
    const entry = isCompressed ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6, mem: 4 });
    zip.add(entry);
    for await (const piece of encodePieces(pieces)) {
      entry.push(piece);
      yield* written.splice(0);
    }
    entry.push(new Uint8Array(0), true);
    yield* written.splice(0);
  }
  zip.end();
  yield* written.splice(0);
}

/** A file that is whole when it is written. */
export type WholeFile = { path: string; bytes: Uint8Array | string; isStored?: boolean };

/** Bytes of the end of an archive with one file, and of a record of its directory, where the offset of the file stands. */
const END_BYTES = 22;
const OFFSET_AT = 42;

/**
 * An archive whose files each have their sizes in front of them, as readers of books need it that begin before the end is there. fflate's
 * stream writes them behind; so each file is made as an archive of its own, and its record goes into the directory of all.
 */
export async function* zipWhole(files: AsyncIterable<WholeFile>): AsyncGenerator<Uint8Array, undefined> {
  const records: Uint8Array[] = [];
  let written = 0;
  for await (const { path, bytes, isStored = false } of files) {
    const content = typeof bytes === "string" ? strToU8(bytes) : bytes;
    const one = zipSync({ [path]: [content, { level: isStored ? 0 : 6 }] });
    const end = one.length - END_BYTES;
    const directory = new DataView(one.buffer, one.byteOffset).getUint32(end + 16, true);
    const record = one.slice(directory, end);
    new DataView(record.buffer).setUint32(OFFSET_AT, written, true);
    records.push(record);
    yield one.subarray(0, directory);
    written += directory;
  }
  const size = records.reduce((sum, { length }) => sum + length, 0);
  const end = new DataView(new ArrayBuffer(END_BYTES));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, records.length, true);
  end.setUint16(10, records.length, true);
  end.setUint32(12, size, true);
  end.setUint32(16, written, true);
  yield* records;
  yield new Uint8Array(end.buffer);
}
