/** Who has used the bar is shown no hints again, on this browser. */
const keyOf = (readerId: string) => `talespark:hints-dismissed:${readerId}`;

export function areHintsDismissed(readerId: string): boolean {
  try {
    return localStorage.getItem(keyOf(readerId)) !== null;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}

export function dismissHints(readerId: string): void {
  try {
    localStorage.setItem(keyOf(readerId), "yes");
  } catch (error) {
    // Storage that is full or forbidden costs a hint too many on the next visit.
    if (!(error instanceof DOMException)) throw error;
  }
}
