/** The line under a chat's title that says who it is with; `null` if the title already says this. */
export function toPartnerLine(title: string, characterName: string): string | null {
  const line = `Chat with ${characterName}`;
  return title === line ? null : line;
}
