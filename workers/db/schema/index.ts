export * from "./accounts.ts";
export * from "./billing.ts";
export * from "./characters.ts";
export * from "./directory.ts";
export * from "./imports.ts";
export * from "./lorebooks.ts";
export * from "./search.ts";
export * from "./stories.ts";
