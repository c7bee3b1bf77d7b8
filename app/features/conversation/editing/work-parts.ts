/* What changes messages, loaded together when it is used first. */
export { goOnFrom, removeFrom } from "./edit-calls.ts";
export { Workbench } from "./workbench.tsx";
