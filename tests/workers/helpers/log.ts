import { onTestFinished, vi } from "vitest";

/** Collects the lines of the product's log instead of printing them, until the test ends. */
export function watchLog(): { texts: string[]; lines: () => Record<string, unknown>[]; restore: () => void } {
  const texts: string[] = [];
  const spies = (["log", "warn", "error"] as const).map((method) =>
    vi.spyOn(console, method).mockImplementation((text) => {
      texts.push(String(text));
    }),
  );
  const restore = () => {
    for (const spy of spies) spy.mockRestore();
  };
  onTestFinished(restore);
  return { texts, lines: () => texts.map((text) => JSON.parse(text)), restore };
}
