/** Where the form has a page of its own. By itself, so that a link to it brings nothing else along. */
export const NEW_STORY_PAGE = "/stories/new";
