import { createContext } from "react";

/** The language of the texts in here, for screen readers and voices; absent: it is not clear. The page itself is in English. */
export const TextLanguage = createContext<string | undefined>(undefined);
