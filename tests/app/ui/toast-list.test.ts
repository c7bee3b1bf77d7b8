import { toast } from "sonner";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { show } from "#app/ui/toast-list.tsx";

beforeEach(() => {
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => setTimeout(run));
  vi.stubGlobal("cancelAnimationFrame", clearTimeout);
});
afterEach(() => {
  for (const { id } of toast.getToasts()) toast.dismiss(id);
});

function fail(message: string): void {
  show({ kind: "error", message, options: {}, isSessionOver: false });
}
const ids = () => toast.getToasts().map(({ id }) => id);

test("the same message again takes the place of the first, and at most twenty are kept", () => {
  for (let times = 0; times < 3; times += 1) fail("Failed to update story. Please try again.");
  expect(ids()).toEqual(["Failed to update story. Please try again."]);
  for (let number = 1; number <= 30; number += 1) fail(`Failure ${number}`);
  expect(ids()).toHaveLength(20);
  expect(ids()).toContain("Failure 30");
  expect(ids()).not.toContain("Failure 10");
});

test("each Undo stays, because it takes back something else, for ten seconds", () => {
  const undone: string[] = [];
  for (const story of ["a", "b"]) {
    const undo = () => undone.push(story);
    show({ kind: "success", message: "Story deleted successfully", options: { undo: () => void undo() } });
  }
  expect(toast.getToasts()).toEqual(Array(2).fill(expect.objectContaining({ duration: 10_000 })));
});

test.each([
  ["which leads back to the page", true, "here"],
  ["in another tab where the browser would ask because of what is typed", false, "beside"],
])("without a session an error offers the sign-in, %s", (_, isFree, place) => {
  const opened = { here: vi.fn(), beside: vi.fn() };
  vi.stubGlobal("window", {
    location: { pathname: "/stories", search: "?sort=oldest", assign: opened.here },
    dispatchEvent: () => isFree,
    open: opened.beside,
    addEventListener: vi.fn(),
  });
  show({ kind: "error", message: "Please sign in and try again.", options: {}, isSessionOver: true });
  const [shown] = toast.getToasts();
  const action = shown && "action" in shown ? shown.action : null;
  if (action === null || typeof action !== "object" || !("onClick" in action)) throw new Error("No action.");
  expect(action.label).toBe("Sign in");
  Reflect.apply(action.onClick, null, []);
  const path = "/login?returnTo=%2Fstories%3Fsort%3Doldest";
  const calls = { here: opened.here.mock.calls, beside: opened.beside.mock.calls };
  expect(calls).toEqual({ here: [], beside: [], [place]: [[path]] });
});
