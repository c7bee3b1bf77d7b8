import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AwaitedAnswer, AwaitedReply } from "#app/features/conversation/list/awaited-reply.tsx";
import type { ReplyProgress } from "#app/features/conversation/live/conversation-state.ts";

function draw(progress: ReplyProgress): string {
  return renderToStaticMarkup(
    <AwaitedReply progress={progress} reader="Mara" material="what was said so far" />,
  );
}

test("a reply that was asked for just now is three dots with a name", () => {
  const drawn = draw({ phase: "reading", elapsedMs: 0 });
  expect(drawn).toContain("The next passage is being written");
  expect(drawn).not.toContain("Mara");
});

test("after two seconds it says what the model does, after ten since when", () => {
  expect(draw({ phase: "reading", elapsedMs: 2_000 })).toContain(
    "<bdi>Mara</bdi> is reading what was said so far…",
  );
  expect(draw({ phase: "loading", elapsedMs: 0 })).toContain("The model is being loaded…");
  expect(draw({ phase: "waiting", elapsedMs: 0 })).toContain("The model writes another text first…");
  expect(draw({ phase: "thinking", elapsedMs: 9_000 })).toContain("<bdi>Mara</bdi> is thinking…");
  expect(draw({ phase: "thinking", elapsedMs: 9_000 })).not.toContain(" s<");
  expect(draw({ phase: "reading", elapsedMs: 12_300 })).toContain('aria-hidden="true">12 s<');
});

test("nobody is said to read a message that the server has not accepted yet", () => {
  const drawn = draw({ phase: "sending", elapsedMs: 2_000 });
  expect(drawn).toContain("Sending…");
  expect(drawn).not.toContain("Mara");
  expect(draw({ phase: "sending", elapsedMs: 0 })).not.toContain("Sending…");
});

test("what is no reply is written as well, within a line of its own", () => {
  const drawn = renderToStaticMarkup(
    <AwaitedAnswer progress={{ phase: "writing", elapsedMs: 61_000 }} reader="Booky" material="your page" />,
  );
  expect(drawn).toContain("<bdi>Booky</bdi> is writing…");
  expect(drawn).toContain(">61 s<");
  expect(drawn).not.toContain("role=");
});

test("screen readers are told what changes, and no seconds", () => {
  const drawn = draw({ phase: "loading", elapsedMs: 30_000 });
  expect(drawn).toContain('<span role="status">The model is being loaded…</span>');
  expect(drawn.match(/role="status"/gu)).toHaveLength(1);
});
