import { useEffect, useState } from "react";
import { showError } from "./show-toast.tsx";

/** How long it says "Copied". */
const COPIED_MS = 2_000;

/** Copies a text as it was written, without anything that the page puts around it. The first value: it was done just now. */
export function useCopy(): [isCopied: boolean, copy: (text: string) => Promise<void>] {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      showError("This could not be copied.", { description: "You can mark the text and copy it yourself." });
    }
  }
  return [copied, copy];
}
