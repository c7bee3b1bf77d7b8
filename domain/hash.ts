/** FNV-1a, 32 bits: the same number for the same text, everywhere. Not for secrets. */
export function hashFnv1a(text: string): number {
  let value = 2_166_136_261;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 16_777_619);
  }
  return value >>> 0;
}
