import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "#app/ui/button.tsx";
import { showError } from "#app/ui/toast.tsx";

/** How long it shows "Copied". */
const COPIED_MS = 2_000;

/** Copies a text as it was written, without anything that the page puts around it. */
export function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      showError("This could not be copied.", { description: "You can mark the text and copy it yourself." });
    }
  }

  return (
    <>
      <IconButton
        label={copied ? "Copied" : "Copy"}
        icon={copied ? <Check size={17} /> : <Copy size={17} />}
        onClick={copy}
      />
      <span className="visually-hidden" role="status">
        {copied && "Copied"}
      </span>
    </>
  );
}
