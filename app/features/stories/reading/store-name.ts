/** The database in which the browser keeps stories. */
export const STORE_NAME = "talespark";
