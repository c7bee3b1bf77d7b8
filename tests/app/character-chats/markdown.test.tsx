import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { CHAT_LOOK, Markdown } from "#app/features/character-chats/chat-look.tsx";
import { MessageArticle } from "#app/features/conversation/list/message-item.tsx";
import { Passage } from "#app/features/conversation/list/story-look.tsx";
import { toSpokenText } from "#domain/markdown.ts";
import type { Message } from "#domain/message.ts";
import { expectHarmless, HOSTILE_TEXTS } from "../hostile-texts.ts";

function toMessage(text: string): Message {
  return {
    messageId: "m1",
    parentId: null,
    role: "assistant",
    content: text,
    status: "complete",
    timestamp: "2026-11-19T23:38:00.000Z",
    revision: 1,
    versions: {
      index: 1,
      count: 1,
      previousId: null,
      nextId: null,
      previousRevision: null,
      nextRevision: null,
    },
    metadata: {
      analysis: null,
      model: null,
      generatedImage: { url: "/chat-pictures/chat/0123", prompt: text, kind: "ai" },
    },
  };
}

describe("a hostile message", () => {
  it(`renders as text in every place, in ${HOSTILE_TEXTS.length} ways`, () => {
    expect(HOSTILE_TEXTS.length).toBeGreaterThanOrEqual(100);
    for (const payload of HOSTILE_TEXTS) {
      expectHarmless(renderToStaticMarkup(<Markdown text={payload} />));
      expectHarmless(renderToStaticMarkup(<CHAT_LOOK.Words text={payload} />));
      expectHarmless(
        renderToStaticMarkup(
          <MessageArticle voice={payload}>
            <CHAT_LOOK.Reply message={toMessage(payload)} onMention={() => undefined} />
          </MessageArticle>,
        ),
      );
      expectHarmless(
        renderToStaticMarkup(<Passage text={payload} analysis={null} onMention={() => undefined} />),
      );
    }
  });

  it.each(["> ", "- ", "1. ", "*_", "[", "![a]("])("of %j without end is shown, as text", (sign) => {
    const html = renderToStaticMarkup(<Markdown text={`Before.\n${sign.repeat(4_000)}deep\nAfter.`} />);
    expect(html).toContain("deep");
    expect(html).toContain('<p dir="auto">After.</p>');
  });
});

describe("a message", () => {
  it("shows basic Markdown", () => {
    const html = renderToStaticMarkup(
      <Markdown text={"*She turns.* **One** light\nand `two`\n\n- a\n- b\n\n> said\n\n***"} />,
    );
    expect(html).toContain("<em>She turns.</em> <strong>One</strong> light<br/>and <code>two</code>");
    expect(html).toContain("<ul><li");
    expect(html).toContain("<blockquote><p");
    expect(html).toContain("<hr/>");
  });

  it("is Markdown at the length of a reply, unless it is malicious", () => {
    const item = "1. **The lamp.** *She lifts it*, and reads `the log` (twice).\n";
    const html = renderToStaticMarkup(<Markdown text={item.repeat(40)} />);
    expect(html.match(/<li/g)).toHaveLength(40);
    expect(html.match(/<strong>The lamp\.<\/strong>/g)).toHaveLength(40);
  });

  it("that is longer than any reply is drawn as plain lines, with all of its text", () => {
    const html = renderToStaticMarkup(<Markdown text={`${"*She waits.* ".repeat(600)}\nhttps://b.test`} />);
    expect(html).not.toContain("<em>");
    expect(html.match(/\*She waits\.\*/g)).toHaveLength(600);
    expect(html).toContain('<p dir="auto">https://b.test</p>');
  });

  it("has links that pass no data to the site they lead to", () => {
    const html = renderToStaticMarkup(<Markdown text="[the log](https://a.test/x) and https://b.test" />);
    expect(html).toContain('<a href="https://a.test/x" rel="noopener nofollow" target="_blank">the log</a>');
    expect(html).toContain('<a href="https://b.test"');
  });

  it("is spoken without the signs of its markup", () => {
    expect(toSpokenText("*She turns.* **One** [light](https://a.test), `two`.\n\n- three")).toBe(
      "She turns. One light, two.\nthree",
    );
  });
});

describe("an action", () => {
  const draw = (text: string) => renderToStaticMarkup(<Markdown text={text} />);

  it.each([
    ["*Draws a slow breath* Because I saw him.", "</em><br/>Because"],
    ["I know. *Draws a slow breath* “Because I saw him.”", "<br/><em>Draws a slow breath</em><br/>“Because"],
    ["*Atmet langsam aus* Él lo vio.", "</em><br/>Él"],
  ])("and the speech after it do not run together: %s", (text, html) => {
    expect(draw(text)).toContain(html);
    expect(toSpokenText(text)).toMatch(/\n/u);
  });

  it.each([
    "*Draws a slow breath.* Because I saw him.",
    "I *never ever* Said so.",
    "*Never* Because of you.",
    "*Draws a slow breath* and leaves.",
  ])("stays in its line where it has a stop, or is none: %s", (text) => {
    expect(draw(text)).not.toContain("<br/>");
  });
});
