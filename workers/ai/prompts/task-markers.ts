/**
 * Each prompt says on a line of its own which task it is. A model needs no such line and skips over it. The storyteller
 * (packages/storyteller) knows the task by it. It must not import this file, so it has the same list in a file of its
 * own; tests/tools/storyteller.test.ts compares the two. A prompt without a marker asks for the next passage.
 */
export const TASK_MARKERS = {
  /** The opening chapter of a story. */
  opening: "<opening_request/>",
  /** The rest of a passage that was cut off. */
  carryOn: "<carry_on/>",
  /** What the player could do next. */
  suggestion: "<suggestion_request/>",
  /** The new-story form, as JSON. */
  formFill: "<form_fill_request/>",
  /** A story's premise from loose ideas. */
  idea: "<idea_request/>",
  /** A story's title from its opening chapter. */
  title: "<title_request/>",
  /** Lines of memory from messages, as JSON. */
  memory: "<memory_request/>",
  /** Who is in a passage and where it ends, as JSON. */
  analysis: "<analysis_request/>",
  /** A character's answer in a chat. */
  chat: "<chat_request/>",
} as const;
