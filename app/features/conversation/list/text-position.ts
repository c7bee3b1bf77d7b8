/** Where the line that is read stands, below the header, in px; a passage that has reached the top begins there. */
export const READING_TOP = 84;

/** Where a line of text begins: the offset in its message, in UTF-16 code units. */
type TextPosition = { messageId: string; offset: number };

/**
 * The first line of a list of messages that ends below `y`, with its top, both in px of the window; `null`: there is no text. Messages
 * have `data-message`, their paragraphs `data-start`: where they begin in the message.
 */
export function findPlaceAt(list: Element, y: number): (TextPosition & { top: number }) | null {
  const message = findEndingBelow(list.querySelectorAll<HTMLElement>("[data-message]"), y);
  const paragraph = message && findEndingBelow(message.querySelectorAll<HTMLElement>("[data-start]"), y);
  if (!paragraph) return null;
  const last = (paragraph.textContent?.length ?? 1) - 1;
  const at = findFirst(last, (index) => toRange(paragraph, 0, index + 1).getBoundingClientRect().bottom > y);
  const offset = Number(paragraph.dataset["start"]) + at;
  return { messageId: message.dataset["message"] ?? "", offset, top: measureTop(paragraph, at) };
}

/** The top of the line with that place, in px of the window; `null`: its message is not on the page. */
export function findTop(list: Element, { messageId, offset }: TextPosition): number | null {
  const paragraph = findParagraph(list, { messageId, offset });
  return paragraph ? measureTop(paragraph, offset - Number(paragraph.dataset["start"])) : null;
}

/** What of a message's text is on the page, from `start` to `end` within one paragraph; `null`: it is not there. */
export function findTextRange(
  list: Element,
  { messageId, start, end }: { messageId: string; start: number; end: number },
): Range | null {
  const paragraph = findParagraph(list, { messageId, offset: start });
  if (!paragraph) return null;
  const from = start - Number(paragraph.dataset["start"]);
  return toRange(paragraph, from, from + end - start);
}

function findParagraph(list: Element, { messageId, offset }: TextPosition): HTMLElement | undefined {
  const paragraphs = list.querySelectorAll<HTMLElement>(
    `[data-message="${CSS.escape(messageId)}"] [data-start]`,
  );
  return [...paragraphs].findLast(({ dataset }) => Number(dataset["start"]) <= offset);
}

/** Of elements one below the other, the first that ends below `y`, else the last. */
function findEndingBelow(elements: NodeListOf<HTMLElement>, y: number): HTMLElement | null {
  const at = findFirst(
    elements.length - 1,
    (index) => (elements[index]?.getBoundingClientRect().bottom ?? 0) > y,
  );
  return elements[at] ?? null;
}

/** The first number from 0 up to `last` that fits, else `last`. If one fits, all after it do. */
export function findFirst(last: number, fits: (index: number) => boolean): number {
  let [low, high] = [0, Math.max(0, last)];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function measureTop(paragraph: HTMLElement, offset: number): number {
  const length = paragraph.textContent?.length ?? 0;
  // What is at the offset may be unseen, such as the signs of an emphasis: then what follows counts.
  const [rect] = toRange(paragraph, Math.min(offset, length), length).getClientRects();
  return (rect ?? paragraph.getBoundingClientRect()).top;
}

/** From one offset in the text of an element up to another, in UTF-16 code units; `from` is within it. */
export function toRange(element: Element, from: number, to: number): Range {
  const range = document.createRange();
  range.selectNodeContents(element);
  const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let passed = 0;
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (from >= passed && from < passed + length) range.setStart(node, from - passed);
    if (to > passed && to <= passed + length) range.setEnd(node, to - passed);
    passed += length;
  }
  return range;
}
