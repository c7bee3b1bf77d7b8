/** Where a change was made: the messages differ, and deleting a story on its own screen leads to the library. */
export type ChangePlace = "library" | "story";

/** What a person can do to a whole story. */
export type StoryChange =
  | { intent: "update"; title: string; description: string; place: ChangePlace }
  | { intent: "delete" | "restore" | "archive" | "unarchive" };

/** The specification's sentence for a change that failed. */
export function describeFailedChange({ intent }: StoryChange): string {
  return `Failed to ${intent === "unarchive" ? "bring back" : intent} story. Please try again.`;
}

export type EditField = "title" | "description";
export type EditErrors = Partial<Record<EditField, string>>;
export type EditValues = Record<EditField, string>;

export function isEditField(name: unknown): name is EditField {
  return name === "title" || name === "description";
}
