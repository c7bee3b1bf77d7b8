/** The package's entry: whoever uses the storyteller imports this file and no other. */
export { answerTo } from "./answer.ts";
export { drawPortrait } from "./portraits/draw.ts";
export { PORTRAITS_MODEL_ID } from "./portraits/image-request.ts";
export { readPortraitOrder } from "./portraits/read-traits.ts";
export { renderPng } from "./portraits/render.ts";
export { STYLES } from "./portraits/traits.ts";
export { type ChatMessage, readStoryPrompt } from "./prompt-reader.ts";
export { MODEL_ID } from "./protocol.ts";
export { createStorytellerServer, type StorytellerOptions } from "./server.ts";
export { tellPassage } from "./storyteller.ts";
export { TASK_MARKERS } from "./task-markers.ts";
