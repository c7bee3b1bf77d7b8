/** Where a change was made: the messages differ, and deleting a story on its own screen leads to the library. */
export type ChangePlace = "library" | "story";

/** What a person can do to a whole story. */
export type StoryChange =
  | { intent: "update"; title: string; description: string; place: ChangePlace }
  | { intent: "delete" | "restore" | "archive" | "unarchive" };

/** The specification's sentences for a change that failed. */
export const CHANGE_FAILED: Record<StoryChange["intent"], string> = {
  update: "Failed to update story. Please try again.",
  delete: "Failed to delete story. Please try again.",
  restore: "Failed to restore story. Please try again.",
  archive: "Failed to archive story. Please try again.",
  unarchive: "Failed to bring back story. Please try again.",
};

export type EditField = "title" | "description";
export type EditErrors = Partial<Record<EditField, string>>;
export type EditValues = Record<EditField, string>;

export function isEditField(name: unknown): name is EditField {
  return name === "title" || name === "description";
}
