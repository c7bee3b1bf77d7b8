/** The address of the form's page. In a file of its own, so that a link to it loads no other code. */
export const NEW_STORY_PAGE = "/stories/new";
