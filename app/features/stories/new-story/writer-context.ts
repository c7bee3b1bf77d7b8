import { createContext, useContext } from "react";
import type { Writer } from "./writer.ts";

/** Whoever could begin a story on this page; `null` on pages of visitors. */
export const WriterContext = createContext<Writer | null>(null);

export function useWriter(): Writer | null {
  return useContext(WriterContext);
}
