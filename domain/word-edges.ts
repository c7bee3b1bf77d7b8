const LETTER = /[\p{L}\p{M}\p{N}_]/u;
/** Scripts without spaces between words, and Korean, whose particles are joined to words: no letter beside a key says anything. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]/u;

/** Whether there are letters of one word on both sides of a place. `at`: in UTF-16 code units. */
export function isWithinWord(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  const before = takeLast(text.slice(Math.max(0, at - 2), at));
  const after = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return LETTER.test(before) && LETTER.test(after) && !UNSPACED.test(before) && !UNSPACED.test(after);
}

function takeLast(text: string): string {
  const low = text.charCodeAt(text.length - 1);
  return low >= 0xdc00 && low <= 0xdfff ? text : text.slice(-1);
}
