/** Gives the focus to the page's main part if what had it is gone: the keyboard and screen readers go on there. */
export function focusPageIfLost(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
}

/** Whether the person is writing: what only arrives does not take the focus then, for the next letters would go there. */
export function isWriting(): boolean {
  return document.activeElement?.matches("textarea, input:not([type=radio], [type=checkbox])") ?? false;
}
