import { expect, it } from "vitest";
import type { MessageTree } from "#durable-objects/conversation/message-tree.ts";
import { inNewObject, openTree } from "./story-reader.ts";

/** Runs a test on an empty tree in the storage of a new object. */
function withTree(
  test: (tree: MessageTree, storage: DurableObjectStorage) => void | Promise<void>,
): Promise<void> {
  return inNewObject((storage) => test(openTree(storage).tree, storage));
}

/** Adds a message under the head and makes it the head. */
function tell(tree: MessageTree, content: string, parentId = tree.head()?.id ?? null) {
  const message = tree.append({ parentId, role: "assistant", content, status: "complete" });
  tree.moveHead(message.id);
  return message;
}

function told(tree: MessageTree): string[] {
  return tree.page({ before: null, limit: 50 }).messages.map(({ content }) => content);
}

/** The neighbours have one text each. */
const AS_THEY_ARE = { previousRevision: null, nextRevision: null };

it("the message tree forgets what a transaction changed if that fails, also if it was read within it", () =>
  withTree(async (tree, storage) => {
    const walk = () => [...tree.walkFrom(tree.head())].map(({ content }) => content);
    const kept = tell(tree, "kept");
    await Promise.resolve();
    expect(walk()).toEqual(["kept"]);
    let lost = "";
    expect(() =>
      storage.transactionSync(() => {
        tree.setAnalysis(kept.id, { mentionedCharacters: [] });
        lost = tell(tree, "lost").id;
        expect(walk()).toEqual(["lost", "kept"]);
        throw new Error("The transaction fails.");
      }),
    ).toThrow("The transaction fails.");
    await Promise.resolve();
    expect(walk()).toEqual(["kept"]);
    expect(tree.get(lost)).toBeNull();
    expect(tree.get(kept.id)?.analysis).toBeNull();
  }));

it("the message tree gives each message of a page the versions before and after it", () =>
  withTree((tree) => {
    const root = tell(tree, "root");
    const [a, b, c] = ["a", "b", "c"].map((content) => tell(tree, content, root.id));
    if (!a || !b || !c) throw new Error("There must be three versions.");
    tell(tree, "c goes on");
    tree.select(b.id);
    const { messages } = tree.page({ before: null, limit: 50 });
    expect(messages.map(({ versions }) => versions)).toEqual([
      { index: 1, count: 1, previousId: null, nextId: null, ...AS_THEY_ARE },
      { index: 2, count: 3, previousId: a.id, nextId: c.id, ...AS_THEY_ARE },
    ]);
    const others = [a, c].map((row) => tree.toMessage(row).versions);
    expect(others).toEqual([
      { index: 1, count: 3, previousId: null, nextId: b.id, ...AS_THEY_ARE },
      { index: 3, count: 3, previousId: b.id, nextId: null, ...AS_THEY_ARE },
    ]);
  }));

it("the message tree stores at each fork the leaf that was active", () =>
  withTree((tree) => {
    const root = tell(tree, "root");
    const a = tell(tree, "a");
    tell(tree, "a1");
    const a2 = tell(tree, "a2");
    tell(tree, "a3");
    const b = tell(tree, "b", root.id);
    tell(tree, "b1");
    tree.select(a.id);
    expect(told(tree)).toEqual(["root", "a", "a1", "a2", "a3"]);
    tell(tree, "x", a2.parentId); // another version of a2
    tree.select(b.id);
    expect(told(tree)).toEqual(["root", "b", "b1"]);
    tree.select(a.id);
    expect(told(tree)).toEqual(["root", "a", "a1", "x"]);
    tree.select(a2.id);
    expect(told(tree)).toEqual(["root", "a", "a1", "a2", "a3"]);
    tree.select(b.id);
    tree.select(a.id); // not x, which is newer
    expect(told(tree)).toEqual(["root", "a", "a1", "a2", "a3"]);
  }));
