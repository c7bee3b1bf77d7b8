import fc from "fast-check";

/** An element that no page may contain: pages must show it as text. */
export const TEXT_ELEMENT = "<fuzzed-element>";

const FAMILY = "👩‍👩‍👧‍👦";

/** Texts that often cause bugs. None contains `#reply` or `#image`, which are commands for the fake model servers. */
const ODD_TEXTS: readonly string[] = [
  "",
  " ",
  "\0",
  "before\0after",
  // Half surrogate pairs
  "\ud800",
  "a\udfffb",
  "\udc00\ud800",
  // Direction marks, invisible and line-breaking characters
  "\u202efdp.eno\u202c",
  "\u2066\u2067\u2069",
  "\u200b\u200d\ufeff\u00ad",
  "\u2028\u2029\u0085\r\n\t\v\f",
  // Floods of marks and joined emoji
  `Z${"\u0335\u0301\u0489".repeat(1_000)}`,
  `e${"\u0301".repeat(9)}`,
  FAMILY.repeat(20),
  "\u200d".repeat(500),
  "🏴󠁧󠁢󠁥󠁮󠁧󠁿🏳️‍⚧️👍🏽",
  // Characters whose case or normal form has another length
  "ﷺ".repeat(20),
  "İıßẞŉǰΐﬃ",
  "\u1e9b\u0323",
  // Words of the language, of SQL, of paths and of templates
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "toString",
  "NaN",
  "-0",
  "1e999",
  "null",
  "undefined",
  "[object Object]",
  "' OR 1=1 --",
  '"; DROP TABLE stories; --',
  "%_*?[a-z]",
  "%",
  "%00%ff",
  "../../../etc/passwd",
  "..\\..\\",
  "file:///etc/passwd",
  "//elsewhere.example/",
  "javascript:alert(1)",
  "\u0024{7*7}{{7*7}}<%= 7*7 %>",
  "{{char}}{{user}}<BOT>",
  `"'>${TEXT_ELEMENT}</script>${TEXT_ELEMENT}`,
  "<![CDATA[",
  "a, b; c=d",
  '"',
  "\\",
];

/** The limits of texts, in characters, and some powers of two. */
const LENGTHS = [
  1, 2, 10, 20, 50, 60, 64, 100, 128, 200, 250, 255, 256, 300, 500, 512, 1_000, 1_024, 2_000, 4_000, 5_000,
];
const UNITS = ["a", "é", "\u0301", "字", "😀", FAMILY, "a b", "\ud83d"];

/** Texts of about the length of a limit: one character below, at it, one above. */
const textNearLimit = fc
  .record({
    length: fc.constantFrom(...LENGTHS),
    by: fc.constantFrom(-1, 0, 1),
    unit: fc.constantFrom(...UNITS),
  })
  .map(({ length, by, unit }) => unit.repeat(length + by));

const PIECES = [
  "a",
  " ",
  "\0",
  "\ud800",
  "\udfff",
  "\u0301",
  "\u200d",
  "\u202e",
  "\ufe0f",
  "😀",
  "👩",
  "é",
  "字",
  "\n",
  "<",
  '"',
  "%",
  "&",
];

/** Any text, mostly an odd one. */
export const oddText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ODD_TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: fc.constantFrom(...PIECES), maxLength: 40 }) },
  { weight: 2, arbitrary: textNearLimit },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 60 }) },
);

/** Bytes that are not UTF-8: stray and missing continuations, overlong forms, surrogates, beyond the last character. */
const MALFORMED_UTF8: readonly (readonly number[])[] = [
  [0x80],
  [0xbf, 0xbf],
  [0xc3],
  [0xe2, 0x82],
  [0xf0, 0x9f, 0x98],
  [0xc0, 0x80],
  [0xc0, 0xaf],
  [0xe0, 0x80, 0xaf],
  [0xf0, 0x80, 0x80, 0xaf],
  [0xed, 0xa0, 0x80],
  [0xed, 0xbf, 0xbf],
  [0xf4, 0x90, 0x80, 0x80],
  [0xf8, 0x88, 0x80, 0x80, 0x80],
  [0xfe, 0xff],
  [0xff],
];
export const malformedUtf8 = fc.constantFrom(...MALFORMED_UTF8).map((bytes) => new Uint8Array(bytes));

/** A part of an address, percent-encoded, also with bytes that are not UTF-8 and with broken escapes. */
export const oddUrlPart = fc.oneof(
  { weight: 4, arbitrary: oddText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 4_000)) },
  { weight: 2, arbitrary: malformedUtf8.map((bytes) => [...bytes].map(toPercent).join("")) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "%",
      "%2",
      "%zz",
      "%u0041",
      "%2e%2e%2f",
      "..;",
      "%5c",
      "%0d%0aSet-Cookie:x=1",
      "+",
      "a%20b%0a",
    ),
  },
  {
    weight: 1,
    arbitrary: fc.string({
      unit: fc.constantFrom("a", "-", ".", "_", "~", "!", "*", "'", "(", ";", "@", "&", "=", "$", ",", ":"),
      maxLength: 30,
    }),
  },
);

function toPercent(byte: number): string {
  return `%${byte.toString(16).padStart(2, "0")}`;
}

/** A value of a header, in ASCII: the runtime of the tests does not send other bytes as they are. */
export const oddHeaderValue = fc.oneof(
  {
    weight: 2,
    arbitrary: oddText.map((text) => text.replace(/[^\t\x20-\x7e]/g, "").slice(0, 2_000)),
  },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...'a=;,"\\ \t%{}*/:-'), maxLength: 60 }) },
);
