import { createContext, useContext } from "react";
import type { Writer } from "./writer.ts";

/** The signed-in person; `null` for visitors. A file of its own: each page has it, and few what `writer.ts` needs. */
export const WriterContext = createContext<Writer | null>(null);

export function useWriter(): Writer | null {
  return useContext(WriterContext);
}
