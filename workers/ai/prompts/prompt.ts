/** One message to a model. */
export type PromptMessage = { role: "system" | "user" | "assistant"; content: string };

/**
 * Text from people and from models is data inside a prompt: it stands in a block of its own, and what could open or
 * close a block is made harmless, so that no data can end its block and speak as an instruction.
 */
export function dataBlock(name: string, text: string): string {
  return `<${name}>\n${neutralise(text)}\n</${name}>`;
}

/** Angle brackets become their typographic look-alikes: still readable, no longer delimiters. */
export function neutralise(text: string): string {
  return text.replaceAll("<", "‹").replaceAll(">", "›");
}
