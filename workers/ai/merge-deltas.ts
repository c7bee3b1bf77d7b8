const EVENT_END = "\n\n";
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
/**
 * An event that brings nothing but text, in the protocol of OpenAI's chat completions: what stands before the text, the text
 * as JSON writes it, and what stands after it.
 */
const DELTA = /^(data: .*?"delta":\{(?:"role":"assistant",)?"content":")((?:[^"\\]|\\.)*)("\}.*)$/;

/** `text`: `null` for an event that is no such delta; all of it stands in `before` then. */
type Event = { before: string; text: string | null; after: string };

/** llama.cpp before October 2025 sends an error in an `error` field of the event, which readers of event streams ignore. */
const ERROR_FIELD = /^error: (\{.*\})$/;

/**
 * Merges neighbouring events that differ only in their text into one event with all of the text, and makes an error the data of
 * its event. Every other byte stays as it is. `bytes`: a piece of a model's stream; it may begin and end in the middle of an event.
 */
export function mergeDeltas(bytes: Uint8Array): Uint8Array {
  const piece = decode(bytes);
  if (piece === null) return bytes;
  const merged: Event[] = [];
  for (const event of piece.split(EVENT_END).map(readEvent)) {
    const last = merged.at(-1);
    if (last !== undefined && isSameButForText(last, event)) last.text = `${last.text}${event.text}`;
    else merged.push(event);
  }
  return encoder.encode(merged.map(writeEvent).join(EVENT_END));
}

/** `null`: it begins or ends within a character. */
function decode(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

function readEvent(event: string): Event {
  const [, before, text, after] = DELTA.exec(event) ?? [];
  if (before === undefined || text === undefined || after === undefined) {
    return { before: event.replace(ERROR_FIELD, 'data: {"error":$1}'), text: null, after: "" };
  }
  return { before, text, after };
}

function isSameButForText(one: Event, other: Event): boolean {
  return one.text !== null && other.text !== null && one.before === other.before && one.after === other.after;
}

function writeEvent({ before, text, after }: Event): string {
  return `${before}${text ?? ""}${after}`;
}
