import { AppError } from "#domain/errors.ts";

/** More values or deeper nesting is in no honest document. */
const VALUES_MAX = 2_000_000;
const DEPTH_MAX = 100;

/** The types that NovelAI's own classes have: the value follows the mark. */
const CLASSES = new Set([20, 30, 31, 40, 41, 42]);

/**
 * Reads MessagePack in the dialect of msgpackr, which NovelAI writes: records name their fields once, and short texts stand together at the end.
 * Not by that library, because it reserves memory by lengths that a file declares and compiles code; here each length is checked against the
 * bytes that are left. Throws INVALID_INPUT.
 */
export function readMessagePack(bytes: Uint8Array): unknown {
  return new Reader(bytes).read(0);
}

class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #records = new Map<number, string[]>();
  readonly #texts = new TextDecoder();
  #bundle: { texts: [string, string]; at: [number, number] } | null = null;
  #at = 0;
  #values = 0;
  /** How many bytes were read as texts of bundles. */
  #bundleBytes = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  read(depth: number): unknown {
    this.#values += 1;
    if (depth > DEPTH_MAX || this.#values > VALUES_MAX) throw broken();
    const mark = this.#uint(1);
    if (mark < 0x40) return mark;
    if (mark < 0x80) {
      const fields = this.#records.get(mark & 0x3f);
      return fields ? this.#record(fields, depth) : mark;
    }
    if (mark < 0x90) return this.#map(mark & 0x0f, depth);
    if (mark < 0xa0) return this.#list(mark & 0x0f, depth);
    if (mark < 0xc0) return this.#text(mark & 0x1f);
    if (mark >= 0xe0) return mark - 0x100;
    return this.#readLong(mark, depth);
  }

  /** The marks from 0xc0 to 0xdf; many of them say how many bytes have the length that follows. */
  #readLong(mark: number, depth: number): unknown {
    const long = (first: number) => this.#uint(2 ** (mark - first));
    if (mark === 0xc0) return null;
    if (mark === 0xc1) return this.#bundled(depth);
    if (mark < 0xc4) return mark === 0xc3;
    if (mark < 0xc7) return this.#take(long(0xc4));
    if (mark < 0xca) return this.#extension(long(0xc7), depth);
    if (mark === 0xca) return this.#view.getFloat32(this.#move(4));
    if (mark === 0xcb) return this.#view.getFloat64(this.#move(8));
    if (mark < 0xd0) return long(0xcc);
    if (mark < 0xd4) return toSigned(long(0xd0), 8 * 2 ** (mark - 0xd0));
    if (mark < 0xd9) return this.#extension(2 ** (mark - 0xd4), depth);
    if (mark < 0xdc) return this.#text(long(0xd9));
    return mark < 0xde ? this.#list(long(0xdb), depth) : this.#map(long(0xdd), depth);
  }

  #extension(length: number, depth: number): unknown {
    const type = this.#uint(1);
    const payload = this.#take(length);
    if (type === 0x72 && length === 1) {
      const fields = this.read(depth + 1);
      if (!Array.isArray(fields) || !fields.every((field) => typeof field === "string")) throw broken();
      this.#records.set((payload[0] ?? 0) & 0x3f, fields);
      return this.#record(fields, depth);
    }
    if (type === 0x62 && length === 4) return this.#readBundle(payload, depth);
    if (type === 0 || type === 0xff) return null; // undefined, or a time
    if (type === 0x73 || CLASSES.has(type)) return this.read(depth + 1);
    throw broken();
  }

  /** The texts stand after the value that uses them, in two parts: of one byte a sign, and others. */
  #readBundle(payload: Uint8Array, depth: number): unknown {
    const start = this.#at;
    this.#move(new DataView(payload.buffer, payload.byteOffset).getUint32(0) - payload.length);
    const textsAt = this.#at;
    const texts: [string, string] = [this.#bundleText(depth), this.#bundleText(depth)];
    const end = this.#at;
    // Bundles within bundles may all name the same texts as theirs.
    this.#bundleBytes += end - textsAt;
    if (this.#bundleBytes > this.#bytes.length) throw broken();
    this.#at = start;
    const before = this.#bundle;
    this.#bundle = { texts, at: [0, 0] };
    const value = this.read(depth + 1);
    this.#bundle = before;
    this.#at = Math.max(this.#at, end);
    return value;
  }

  #bundleText(depth: number): string {
    const text = this.read(depth + 1);
    if (typeof text !== "string") throw broken();
    return text;
  }

  #bundled(depth: number): unknown {
    if (this.#bundle === null) return null;
    const length = this.read(depth + 1);
    if (typeof length !== "number") throw broken();
    const which = length > 0 ? 1 : 0;
    const from = this.#bundle.at[which];
    this.#bundle.at[which] = from + Math.abs(length);
    return this.#bundle.texts[which].slice(from, from + Math.abs(length));
  }

  #record(fields: readonly string[], depth: number): Record<string, unknown> {
    return Object.fromEntries(fields.map((field) => [field, this.read(depth + 1)]));
  }

  #map(size: number, depth: number): Map<unknown, unknown> {
    this.#expect(2 * size);
    const map = new Map<unknown, unknown>();
    for (let index = 0; index < size; index += 1) map.set(this.read(depth + 1), this.read(depth + 1));
    return map;
  }

  #list(size: number, depth: number): unknown[] {
    this.#expect(size);
    const list: unknown[] = [];
    for (let index = 0; index < size; index += 1) list.push(this.read(depth + 1));
    return list;
  }

  #text(length: number): string {
    return this.#texts.decode(this.#take(length));
  }

  #take(length: number): Uint8Array {
    const from = this.#move(length);
    return this.#bytes.subarray(from, from + length);
  }

  #uint(length: number): number {
    const from = this.#move(length);
    let value = 0;
    for (let at = from; at < from + length; at += 1) value = value * 256 + (this.#bytes[at] ?? 0);
    return value;
  }

  /** Goes on by that many bytes, and returns where it was. */
  #move(length: number): number {
    this.#expect(length);
    const from = this.#at;
    this.#at += length;
    return from;
  }

  #expect(length: number): void {
    if (length < 0 || length > this.#bytes.length - this.#at) throw broken();
  }
}

function toSigned(value: number, bits: number): number {
  return value >= 2 ** (bits - 1) ? value - 2 ** bits : value;
}

function broken(): AppError {
  return new AppError("INVALID_INPUT", {
    message: "The story in this file is broken and can't be read.",
    field: "file",
  });
}
