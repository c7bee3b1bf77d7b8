/**
 * What a request asks for is read off a marker: a tag on the first lines of its last user message. A model skips over
 * them. Whoever sends requests writes the same tags: the two lists are compared by a test, so that neither has to
 * import the other. A request without a marker asks for the next passage of a story.
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
