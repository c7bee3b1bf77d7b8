import { createContext, useContext } from "react";
import type { NewStoryUser } from "./new-story-user.ts";

/** The signed-in person; `null` for visitors. A file of its own: each page has it, and few what `user.ts` needs. */
export const NewStoryUserContext = createContext<NewStoryUser | null>(null);

export function useNewStoryUser(): NewStoryUser | null {
  return useContext(NewStoryUserContext);
}
