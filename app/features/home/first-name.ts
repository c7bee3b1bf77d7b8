/** How somebody is greeted: the first word of their name. Empty for an empty name. */
export function takeFirstName(name: string): string {
  const [first = ""] = name.trim().split(/\s+/u);
  // Some providers give the address where they have no name.
  return first.replace(/@.*$/u, "");
}
