import { createHash } from "node:crypto";
import { escapeHtml, pageHeaders, renderDocument } from "../html.ts";

type FieldName = "name" | "email" | "passphrase";

/** The sign-in page: the text in each field and the error beside it. A passphrase is never sent back. */
export type SignInForm = {
  action: string;
  /** Asks for a passphrase in place of an e-mail. */
  asksPassphrase: boolean;
  values: { name: string; email: string };
  errors: Partial<Record<FieldName, string>>;
};

const STYLE = `
:root { color-scheme: light dark; --page: #faf6ee; --raised: #fffdf8; --text: #2b231b; --muted: #6b5f52; --line: #d9cdbb;
  --field: #8c7c69; --primary: #7a2430; --on-primary: #fff8f2; --danger: #9c1c1c; --focus: #1f5fbf; --spark: #d98a1f; }
@media (prefers-color-scheme: dark) { :root { --page: #17130f; --raised: #211b16; --text: #f0e7da; --muted: #b8aa98; --line: #3a3028;
  --field: #8f806f; --primary: #e8a9a0; --on-primary: #2a0f0f; --danger: #ff9d94; --focus: #8ab8ff; --spark: #f0b45a; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 24px 16px;
  background: var(--page); color: var(--text); font: 16px/1.5 "Libre Franklin", system-ui, sans-serif; }
main { width: 100%; max-width: 400px; background: var(--raised); border: 1px solid var(--line); border-radius: 10px;
  padding: 32px 28px; box-shadow: 0 8px 30px rgb(0 0 0 / .07); }
.mark { display: block; margin-bottom: 16px; }
h1 { margin: 0 0 8px; font: 600 28px/1.2 Literata, Georgia, serif; text-wrap: balance; }
.note { margin: 0 0 24px; color: var(--muted); }
label { display: block; margin-bottom: 4px; font-weight: 600; }
input { width: 100%; min-height: 48px; padding: 10px 12px; border: 1px solid var(--field); border-radius: 8px;
  background: var(--page); color: var(--text); font: inherit; }
input[aria-invalid="true"] { border-color: var(--danger); }
.field { margin-bottom: 20px; }
.error { margin: 6px 0 0; color: var(--danger); font-size: 15px; }
button { width: 100%; min-height: 48px; border: 0; border-radius: 999px; background: var(--primary); color: var(--on-primary);
  font: inherit; font-weight: 600; cursor: pointer; }
button:hover { filter: brightness(1.08); }
button.quiet { margin-top: 8px; background: none; color: var(--muted); font-weight: 400; text-decoration: underline; text-underline-offset: 3px; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
`;

const MARK = `<svg class="mark" width="40" height="40" viewBox="0 0 40 40" aria-hidden="true">
<rect x="7" y="6" width="24" height="28" rx="3" fill="var(--primary)"/><rect x="7" y="6" width="4" height="28" rx="2" fill="var(--text)" opacity=".25"/>
<circle cx="18" cy="18" r="2.2" fill="var(--on-primary)"/><circle cx="25" cy="18" r="2.2" fill="var(--on-primary)"/>
<path d="M27 6v9l2.5-2 2.5 2V6z" fill="var(--spark)"/></svg>`;

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** The headers of every page of the issuer. `formTargets` are the origins that sending the form may lead to. */
export function issuerPageHeaders(formTargets: readonly string[]): Record<string, string> {
  return pageHeaders({ styleHash: STYLE_HASH, formTargets });
}

/** The sign-in page. Works without JavaScript; a failed attempt keeps the typed text in the fields. */
export function signInPage({ action, asksPassphrase, values, errors }: SignInForm): string {
  const fields: Field[] = [
    { id: "name", label: "Name", type: "text", autocomplete: asksPassphrase ? "username" : "name" },
    asksPassphrase
      ? { id: "passphrase", label: "Passphrase", type: "password", autocomplete: "current-password" }
      : { id: "email", label: "E-mail", type: "email", autocomplete: "email" },
  ];
  const firstWrong = fields.find(({ id }) => errors[id] !== undefined)?.id;
  const title = "Sign in to Talespark";
  const note = asksPassphrase
    ? "Use the name and the passphrase that you were given."
    : "This is Talespark's local sign-in. It asks for no password and exists only on this machine.";
  const inputs = fields.map((each) =>
    renderField(each, {
      value: each.id === "passphrase" ? "" : values[each.id],
      error: errors[each.id],
      focus: each.id === (firstWrong ?? "name"),
    }),
  );
  return layout(
    firstWrong === undefined ? title : `Error: ${title}`,
    `<h1>${title}</h1>
<p class="note">${note}</p>
<form method="post" action="${escapeHtml(action)}" novalidate>
${inputs.join("\n")}
<button type="submit">Continue</button>
<button type="submit" class="quiet" name="cancel" value="1">Cancel and go back</button>
</form>`,
  );
}

/** A page with a message only: an error, or that signing out is done. */
export function messagePage(title: string, text: string): string {
  return layout(title, `<h1>${escapeHtml(title)}</h1>\n<p class="note">${escapeHtml(text)}</p>`);
}

type Field = { id: FieldName; label: string; type: string; autocomplete: string };
type FieldState = { value: string; error: string | undefined; focus: boolean };

function renderField({ id, label, type, autocomplete }: Field, { value, error, focus }: FieldState): string {
  const described = error === undefined ? "" : ` aria-invalid="true" aria-describedby="${id}-error"`;
  const message = error === undefined ? "" : `\n<p class="error" id="${id}-error">${escapeHtml(error)}</p>`;
  return `<div class="field"><label for="${id}">${label}</label>
<input id="${id}" name="${id}" type="${type}" autocomplete="${autocomplete}" value="${escapeHtml(value)}" required${described}${focus ? " autofocus" : ""}>${message}</div>`;
}

function layout(title: string, content: string): string {
  return renderDocument({
    title,
    style: STYLE,
    body: `<main>
${MARK}
${content}
</main>`,
  });
}
