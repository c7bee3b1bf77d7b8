import { createContext, useContext } from "react";
import type { Writer } from "./writer.ts";

/** The signed-in person; `null` for visitors. */
export const WriterContext = createContext<Writer | null>(null);

export function useWriter(): Writer | null {
  return useContext(WriterContext);
}
