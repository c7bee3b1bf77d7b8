/** Where the focus goes when the entry of a list that holds `element` disappears: the next, the one before, the heading. */
export function findFocusAfterRemoval(element: Element | null): HTMLElement | null {
  const entry = element?.closest("li") ?? null;
  const beside = entry?.nextElementSibling ?? entry?.previousElementSibling ?? null;
  return (
    beside?.querySelector<HTMLElement>("a[href], button") ?? document.querySelector<HTMLElement>("main h1")
  );
}
