/** The message with a full stop if it has none, so that another sentence can follow. */
export function toSentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
