/** Escapes a text for use between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** A complete document. `title` is text, `body` is HTML. */
export function renderDocument({
  title,
  style,
  body,
}: {
  title: string;
  style: string;
  body: string;
}): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

type PagePolicy = {
  /** The SHA-256 of the page's only style sheet, base64. */
  styleHash: string;
  /** Origins that a form may lead to: browsers also apply `form-action` to redirects after the submission. */
  formTargets: readonly string[];
};

/** The headers of a local service's page: nothing is stored, nothing is loaded, no script runs. */
export function pageHeaders({ styleHash, formTargets }: PagePolicy): Record<string, string> {
  const formAction = ["'self'", ...formTargets].join(" ");
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${styleHash}'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  };
}
