/** Gives the focus to the page's main part if what had it is gone: the keyboard and screen readers go on there. */
export function focusPageIfLost(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
}
