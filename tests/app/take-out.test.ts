import { expect, it, vi } from "vitest";
import { type TakenSubject, takeOut } from "#app/features/take-out/take-out-calls.ts";

const { signal } = new AbortController();
const SUBJECT: TakenSubject = { kind: "story", id: "s", title: "Harrow", apiPath: "/api/stories/s" };

/** Answers with a file that comes in pieces, or breaks off. Returns what the browser is given to keep. */
function stubDownload(pieces: readonly string[], isBroken = false) {
  const kept: { name: string; file: Blob }[] = [];
  const link = { href: "", download: "", click: () => kept.push({ name: link.download, file: made[0] }) };
  const made: [Blob] = [new Blob()];
  vi.stubGlobal("document", { createElement: () => link });
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    made[0] = file as Blob;
    return "blob:x";
  });
  vi.stubGlobal("fetch", async () => {
    const body = new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        if (isBroken) controller.error(new TypeError("network error"));
        else controller.close();
      },
    });
    return new Response(body, {
      headers: { "Content-Disposition": "attachment; filename*=UTF-8''Harrow.md" },
    });
  });
  return kept;
}

it("a file that is taken out tells how much of it has come, and is kept whole", async () => {
  const kept = stubDownload(["# Harrow\n", "The lamp is out."]);
  const told: number[] = [];

  await takeOut(SUBJECT, { format: "markdown" }, { tell: (bytes) => told.push(bytes), signal });

  expect(told).toEqual([9, 25]);
  expect(kept.map(({ name }) => name)).toEqual(["Harrow.md"]);
  expect(await kept[0]?.file.text()).toBe("# Harrow\nThe lamp is out.");
});

it("a file that breaks off is not kept", async () => {
  const kept = stubDownload(["# Harrow\n"], true);

  await expect(takeOut(SUBJECT, { format: "markdown" }, { tell: () => {}, signal })).rejects.toMatchObject({
    code: "UNREACHABLE",
  });

  expect(kept).toEqual([]);
});
