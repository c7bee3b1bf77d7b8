/** The package's entry: whoever uses the storyteller imports this file and no other. */
export { answerTo } from "./answer.ts";
export { tellPassage } from "./passage.ts";
export { type ChatMessage, readStoryPrompt } from "./prompt-reader.ts";
export { MODEL_ID } from "./protocol.ts";
export { createStorytellerServer, type StorytellerOptions } from "./server.ts";
export { TASK_MARKERS } from "./task-markers.ts";
