import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { CHAT_LOOK } from "#app/features/character-chats/chat-look.tsx";
import { Markdown } from "#app/features/character-chats/markdown.tsx";
import { toSpokenText } from "#app/features/character-chats/read-markdown.ts";
import { MessageArticle } from "#app/features/conversation/list/message-item.tsx";
import { Passage } from "#app/features/conversation/list/passage.tsx";
import type { Message } from "#domain/message.ts";

const SCRIPTS = ["alert(1)", "fetch('//x.test')", "document.cookie", "top.location='//x.test'"];
const SHAPES: ((script: string) => string)[] = [
  (js) => `<script>${js}</script>`,
  (js) => `<SCRIPT SRC=//x.test>${js}</SCRIPT>`,
  (js) => `<img src=x onerror="${js}">`,
  (js) => `<svg onload="${js}"></svg>`,
  (js) => `<svg><script>${js}</script></svg>`,
  (js) => `<iframe srcdoc="<script>${js}</script>"></iframe>`,
  (js) => `<iframe src="javascript:${js}"></iframe>`,
  (js) => `<a href="javascript:${js}">x</a>`,
  (js) => `[x](javascript:${js})`,
  (js) => `[x](JaVaScRiPt:${js})`,
  (js) => `[x](<javascript:${js}>)`,
  (js) => `[x](java\tscript:${js})`,
  (js) => `[x](data:text/html,<script>${js}</script>)`,
  (js) => `[x](vbscript:${js})`,
  (js) => `[x][1]\n\n[1]: javascript:${js}`,
  (js) => `<javascript:${js}>`,
  (js) => `![x](javascript:${js})`,
  (js) => `![x](//x.test/a.png "onerror=${js}")`,
  (js) => `[x](https://a.test/" onmouseover="${js})`,
  (js) => `<math><mi xlink:href="javascript:${js}">x</mi></math>`,
  (js) => `<details open ontoggle="${js}">`,
  (js) => `<input autofocus onfocus="${js}">`,
  (js) => `<style>@import '//x.test';</style><b onclick="${js}">x</b>`,
  (js) => `\`\`\`html"><img src=x onerror=${js}>\nx\n\`\`\``,
  (js) => `**<img src=x onerror=${js}>**`,
  (js) => `> <script>${js}</script>`,
  (js) => `- <script>${js}</script>`,
  (js) => `| a |\n|---|\n| <script>${js}</script> |`,
  (js) => `&lt;script&gt;${js}&lt;/script&gt;`,
  (js) => `</p></article><script>${js}</script>`,
];
const PAYLOADS = SHAPES.flatMap((shape) => SCRIPTS.map(shape));

/** Elements and attributes that a message may have. */
const ELEMENT =
  /<\/?(?:div|p|strong|em|del|code|pre|blockquote|ol|ul|li|a|br|hr|article|h2|span|svg|path|polygon|rect|circle|button|figure|img|figcaption|time)\b[^<>]*>/g;
const HANDLER = /<[^<>]*\son\w+\s*=/i;
const ADDRESS = /\b(?:href|src)="(?!https?:|mailto:|\/chat-pictures\/)/i;

function expectHarmless(html: string): void {
  expect(html.replace(ELEMENT, "")).not.toMatch(/[<>]/);
  expect(html.replace(/"[^"]*"/g, '""')).not.toMatch(HANDLER);
  expect(html).not.toMatch(ADDRESS);
}

function toMessage(text: string): Message {
  return {
    messageId: "m1",
    parentId: null,
    role: "assistant",
    content: text,
    status: "complete",
    timestamp: "2026-11-19T23:38:00.000Z",
    versions: { index: 1, count: 1, previousId: null, nextId: null },
    metadata: {
      analysis: null,
      model: null,
      generatedImage: { url: "/chat-pictures/chat/0123", prompt: text },
    },
  };
}

describe("a hostile message", () => {
  it(`renders as text in every place, in ${PAYLOADS.length} ways`, () => {
    expect(PAYLOADS.length).toBeGreaterThanOrEqual(100);
    for (const payload of PAYLOADS) {
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

  it("is Markdown however long it is, where it is an honest one", () => {
    const item = "1. **The lamp.** *She lifts it*, and reads `the log` (twice).\n";
    const html = renderToStaticMarkup(<Markdown text={item.repeat(40)} />);
    expect(html.match(/<li/g)).toHaveLength(40);
    expect(html.match(/<strong>The lamp\.<\/strong>/g)).toHaveLength(40);
  });

  it("leads away only with links that give nothing to where they lead", () => {
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
