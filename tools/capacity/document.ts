const BEGIN = "<!-- computed by npm run capacity -->";
const END = "<!-- end -->";

/** Returns the document with its old tables replaced by these. */
export function placeTables(document: string, tables: string): string {
  const [before, rest = ""] = document.split(BEGIN);
  const [, after = ""] = rest.split(END);
  return `${before}${BEGIN}\n\n${tables}\n\n${END}${after}`;
}
