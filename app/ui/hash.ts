/** FNV-1a: the same number for the same text, everywhere. 24 bits: the low ones of neighbouring texts are too much alike. */
export function hash(text: string): number {
  let value = 2_166_136_261;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 16_777_619);
  }
  return value >>> 8;
}
