/** Subscribes to nothing. For `useSyncExternalStore`, where a value stays the same for as long as the page is open. */
export function neverChanges(): () => void {
  return () => undefined;
}
