/**
 * A browser that translates a page puts elements of its own in place of its texts. React would then remove a text that is not there any
 * more, or insert something before it: the browser throws, and the error page takes the place of the whole page
 * (https://github.com/facebook/react/issues/11538). Here a node is removed from where it is, and one without its neighbour comes last.
 */
export function tolerateTranslation({ prototype } = Node): void {
  const { removeChild, insertBefore } = prototype;
  prototype.removeChild = <T extends Node>(child: T): T => {
    if (child.parentNode !== null) removeChild.call(child.parentNode, child);
    return child;
  };
  prototype.insertBefore = function <T extends Node>(node: T, neighbour: Node | null): T {
    const isHere = neighbour !== null && neighbour.parentNode === this;
    insertBefore.call(this, node, isHere ? neighbour : null);
    return node;
  };
}
