/**
 * Characters that no reader sees, or that turn the text around them: controls, bidirectional marks, zero-width, filler, tag
 * and spare variation characters. Not line breaks and tabs, the joiners that some scripts and emoji need, and Arabic number
 * signs.
 */
const INVISIBLE =
  /(?!\n|\t|\u200c|\u200d|[\u0600-\u0605\u06dd\u08e2])(?:\p{Cc}|\p{Cf}|\u034f|[\u115f\u1160\u17b4\u17b5\u3164\uffa0]|[\u{e0000}-\u{e0fff}])/gu;
/** A whole run of joiners at once: matched one by one, the run would be read again at each of them. */
const JOINERS = /[\u200c\u200d]+/gu;
const LINE_BREAK = /\r\n?|[\v\f\u0085\u2028\u2029]/gu;

/** Escaped forms of a bracket in markup or code: `&lt;`, `&#60;`, `&#x3c`, `\u003c`, `\x3c`. */
const WRITTEN_OPEN = /&(?:lt|#0{0,6}60|#x0{0,6}3c);?|\\u(?:003c|\{0{0,4}3c\})|\\x3c/giu;
const WRITTEN_CLOSE = /&(?:gt|#0{0,6}62|#x0{0,6}3e);?|\\u(?:003e|\{0{0,4}3e\})|\\x3e/giu;
const OPEN = /[<\uff1c\ufe64]/gu;
const CLOSE = /[>\uff1e\ufe65]/gu;

/** What still looks like a tag, in any kind of brackets: for a model ‹/story_description› is much like the real tag. */
const TAG_SHAPED =
  /[‹〈⟨〈❮❰⟪《˂]\s{0,3}([/|!?]?\s{0,3}[a-z_][\w|:.\s="'-]{0,80}[/|]?\s{0,3})[›〉⟩〉❯❱⟫》˃]/giu;
/** The turn markers of some models' own formats; they can be read as such wherever they stand. */
const TURN_MARKER = /\[(\/?(?:INST|SYS|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|THINK))\]/giu;

/**
 * Makes text harmless as data of a prompt: angle brackets, however they are written, become their typographic
 * look-alikes; what has the shape of a tag or of a turn marker gets round brackets; characters that nobody sees go.
 * People read the same text as before.
 */
export function neutralise(text: string): string {
  return text
    .replace(LINE_BREAK, "\n")
    .replace(INVISIBLE, "")
    .replace(JOINERS, withoutStray)
    .replace(WRITTEN_OPEN, "‹")
    .replace(WRITTEN_CLOSE, "›")
    .replace(OPEN, "‹")
    .replace(CLOSE, "›")
    .replace(TAG_SHAPED, "($1)")
    .replace(TURN_MARKER, "($1)");
}

/** Joiners next to ASCII only break a word apart unseen. */
function withoutStray(joiners: string, start: number, text: string): string {
  return isAscii(text.charCodeAt(start - 1)) || isAscii(text.charCodeAt(start + joiners.length))
    ? ""
    : joiners;
}

/** `NaN`, before the beginning and after the end, is not. */
function isAscii(unit: number): boolean {
  return unit < 0x80;
}

/** The same on a single line, for data that is listed line by line: it cannot pretend to be another line. */
export function neutraliseLine(text: string): string {
  return neutralise(text).replace(/\s+/gu, " ").trim();
}
