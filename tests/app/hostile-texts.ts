import { expect } from "vitest";

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
/** Texts that would run a script if they were used as HTML or as an address. */
export const HOSTILE_TEXTS = SHAPES.flatMap((shape) => SCRIPTS.map(shape));

/** The elements that our components make. */
const ELEMENT =
  /<\/?(?:div|p|strong|em|del|code|pre|blockquote|ol|ul|li|dl|dt|dd|a|br|hr|article|section|header|h[123]|span|bdi|b|svg|path|polygon|rect|circle|ellipse|g|button|figure|img|figcaption|time|pattern|text|linearGradient|stop)\b[^<>]*>/g;
const HANDLER = /<[^<>]*\son\w+\s*=/i;
/** An address that is neither http(s) nor one of our pages and pictures. */
const ADDRESS =
  /\b(?:href|src)="(?!https?:|mailto:|\/(?:chat-pictures|portraits|characters|character-chats|stories)\b)/i;

/** Fails if the hostile text became an element, a handler or an address in this HTML. */
export function expectHarmless(html: string): void {
  expect(html.replace(ELEMENT, "")).not.toMatch(/[<>]/);
  expect(html.replace(/"[^"]*"/g, '""')).not.toMatch(HANDLER);
  expect(html).not.toMatch(ADDRESS);
}
