const BEGIN = "<!-- computed by npm run capacity -->";
const END = "<!-- end -->";

/** The document with these tables between its markers. */
export function placeTables(document: string, tables: string): string {
  const [before, rest = ""] = document.split(BEGIN);
  const [, after = ""] = rest.split(END);
  return `${before}${BEGIN}\n\n${tables}\n\n${END}${after}`;
}
