import { Buffer } from "node:buffer";

/**
 * A document as NovelAI stores it, in base64: MessagePack of msgpackr, with records that name their fields once and short texts that stand
 * together at the end.
 */
export function packDocument(document: object): string {
  const out: number[] = [];
  const shapes = new Map<string, number>();
  let wide = "";
  const uint32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
  const text = (value: string) => {
    const encoded = [...new TextEncoder().encode(value)];
    return [0xdb, ...uint32(encoded.length), ...encoded];
  };
  const number = (value: number) => (value >= 0 && value < 0x40 ? [value] : [0xd2, ...uint32(value)]);
  const write = (value: unknown): void => {
    if (typeof value === "number") out.push(...number(value));
    else if (typeof value === "string") {
      wide += value;
      out.push(0xc1, ...number(value.length));
    } else if (Array.isArray(value)) {
      out.push(0xdc, value.length >> 8, value.length & 255);
      value.forEach(write);
    } else if (value instanceof Map) {
      out.push(0xde, value.size >> 8, value.size & 255);
      for (const [key, one] of value) {
        write(key);
        write(one);
      }
    } else if (typeof value === "object" && value !== null) {
      const fields = Object.keys(value);
      const known = shapes.get(fields.join());
      if (known === undefined) {
        const id = 0x40 + shapes.size;
        shapes.set(fields.join(), id);
        out.push(0xd4, 0x72, id, 0x90 + fields.length, ...fields.flatMap(text));
      } else out.push(known);
      Object.values(value).forEach(write);
    }
  };
  write(document);
  const bundle = [0xd6, 0x62, ...uint32(out.length + 4), ...out, ...text(""), ...text(wide)];
  return Buffer.from([0xd4, 20, 0, ...bundle]).toString("base64");
}
