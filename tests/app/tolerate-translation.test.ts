import { expect, test } from "vitest";
import { tolerateTranslation } from "#app/tolerate-translation.ts";

/** A node as browsers have it, as far as it matters here. */
class PlainNode {
  parentNode: PlainNode | null = null;
  readonly children: PlainNode[] = [];
  removeChild(child: PlainNode): PlainNode {
    if (child.parentNode !== this) throw new DOMException("Not a child of this node", "NotFoundError");
    this.children.splice(this.children.indexOf(child), 1);
    child.parentNode = null;
    return child;
  }
  insertBefore(node: PlainNode, neighbour: PlainNode | null): PlainNode {
    const at = neighbour === null ? this.children.length : this.children.indexOf(neighbour);
    if (at < 0) throw new DOMException("Not a child of this node", "NotFoundError");
    this.children.splice(at, 0, node);
    node.parentNode = this;
    return node;
  }
}

test("a node that a translation took away, or moved, is removed; one whose neighbour is gone comes last", () => {
  tolerateTranslation(PlainNode as unknown as typeof Node);
  const [paragraph, font, gone, moved, last] = Array.from({ length: 5 }, () => new PlainNode());
  if (!paragraph || !font || !gone || !moved || !last) throw new Error("There are five");
  paragraph.insertBefore(font, null);
  font.insertBefore(moved, null);
  expect(paragraph.removeChild(gone)).toBe(gone);
  paragraph.insertBefore(last, gone);
  paragraph.removeChild(moved);
  expect([paragraph.children, font.children]).toEqual([[font, last], []]);
  paragraph.insertBefore(gone, font);
  paragraph.removeChild(last);
  expect(paragraph.children).toEqual([gone, font]);
});
