import { createContext } from "react";

/** The language of a conversation's text, for screen readers and voices; `undefined`: not known. The page itself is in English. */
export const TextLanguage = createContext<string | undefined>(undefined);
