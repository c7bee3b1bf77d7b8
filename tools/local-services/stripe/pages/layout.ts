import { createHash } from "node:crypto";
import { escapeHtml, pageHeaders, renderDocument } from "../../html.ts";

const STYLE = `
:root { color-scheme: light dark; --page: #f6f8fb; --raised: #fff; --text: #1d2733; --muted: #566373; --line: #d6dde6; --field: #7c8896;
  --primary: #2b4bd6; --on-primary: #fff; --danger: #b3261e; --good: #14683a; --notice: #fff4d6; --notice-line: #e0b64a; --focus: #1f5fbf; }
@media (prefers-color-scheme: dark) { :root { --page: #12161c; --raised: #1a2029; --text: #e9edf3; --muted: #a5b0be; --line: #303a47;
  --field: #76828f; --primary: #93a8ff; --on-primary: #0c1330; --danger: #ff9d94; --good: #7fd8a4; --notice: #33290f; --notice-line: #8a6d1f; --focus: #8ab8ff; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
.notice { margin: 0; padding: 10px 16px; background: var(--notice); border-bottom: 1px solid var(--notice-line); text-align: center; font-size: 15px; }
main { width: 100%; max-width: 880px; margin: 0 auto; padding: 24px 16px 48px; display: grid; gap: 24px; }
main.narrow { max-width: 560px; }
@media (min-width: 760px) { main.split { grid-template-columns: 1fr 1fr; gap: 48px; padding-top: 64px; } }
h1 { margin: 0 0 4px; font-size: 20px; line-height: 1.3; font-weight: 600; }
h2 { margin: 0 0 12px; font-size: 17px; font-weight: 600; }
p { margin: 0 0 12px; }
.price { font-size: 34px; font-weight: 650; line-height: 1.2; }
.price small { font-size: 16px; font-weight: 400; color: var(--muted); }
.muted { color: var(--muted); }
.card { background: var(--raised); border: 1px solid var(--line); border-radius: 12px; padding: 24px; }
dl { margin: 0 0 16px; display: grid; grid-template-columns: auto 1fr; gap: 6px 16px; }
dt { color: var(--muted); } dd { margin: 0; overflow-wrap: anywhere; }
.field { display: block; margin-bottom: 16px; font-weight: 600; }
.field input { display: block; width: 100%; min-height: 46px; margin-top: 4px; padding: 10px 12px; border: 1px solid var(--field); border-radius: 8px;
  background: var(--page); color: var(--text); font: inherit; font-weight: 400; }
.error { margin: 0 0 16px; padding: 10px 12px; border: 1px solid var(--danger); border-radius: 8px; color: var(--danger); }
.done { color: var(--good); font-weight: 600; }
button, .button { display: inline-flex; align-items: center; justify-content: center; width: 100%; min-height: 46px; padding: 0 16px; border: 1px solid transparent;
  border-radius: 8px; background: var(--primary); color: var(--on-primary); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
button.quiet { background: none; border-color: var(--field); color: var(--text); font-weight: 500; }
button + button, form + form, .card + .card { margin-top: 12px; }
button:hover { filter: brightness(1.06); }
a { color: inherit; }
a.back { display: inline-block; padding: 10px 0; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
`;
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

type Page = { title: string; layout: "split" | "narrow"; content: string };

/** A complete page of the emulator. Every page says that it is an emulator. */
export function renderPage({ title, layout, content }: Page): string {
  return renderDocument({
    title,
    style: STYLE,
    body: `<p class="notice">This is Talespark's local payment emulator, not Stripe. No card is asked for, and nobody pays anything.</p>
<main class="${layout}">
${content}
</main>`,
  });
}

export function renderMessage(title: string, text: string): string {
  return renderPage({
    title,
    layout: "narrow",
    content: `<div class="card"><h1>${escapeHtml(title)}</h1>\n<p class="muted">${escapeHtml(text)}</p></div>`,
  });
}

/** The headers of a page whose forms may lead to these addresses. */
export function headersFor(addresses: readonly (string | null)[]): Record<string, string> {
  const origins = addresses.flatMap((address) => (address === null ? [] : [new URL(address).origin]));
  return pageHeaders({ styleHash: STYLE_HASH, formTargets: [...new Set(origins)] });
}

/** A button whose form posts `action` to the page's own address. */
export function actionButton(action: string, label: string, look: "primary" | "quiet" = "quiet"): string {
  const css = look === "quiet" ? ' class="quiet"' : "";
  return `<button name="action" value="${action}"${css}>${escapeHtml(label)}</button>`;
}

/** A time of the emulator's clock, in seconds since 1970, as a readable date. */
export function formatDay(time: number): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(time * 1000);
}
