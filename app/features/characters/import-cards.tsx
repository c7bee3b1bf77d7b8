import { Upload } from "lucide-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { asFailure } from "#app/features/api/call-api.ts";
import { showIfLimit } from "#app/features/billing/limit-notice.tsx";
import { Button } from "#app/ui/button.tsx";
import { showError, showSuccess } from "#app/ui/show-toast.tsx";
import { importCard } from "./character-calls.ts";
import styles from "./characters-screen.module.css";

type ImportCardsProps = {
  onImported: () => void;
  /** Cards may be dropped anywhere on it. */
  children: (button: ReactNode) => ReactNode;
};

/** Takes character cards, by a file dialog or dropped on the page, several at once. */
export function ImportCards({ onImported, children }: ImportCardsProps) {
  const input = useRef<HTMLInputElement>(null);
  /** What the button says while cards are imported; `null`: none are. */
  const [progress, setProgress] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);

  async function take(files: readonly File[]): Promise<void> {
    if (files.length === 0) return;
    if (progress !== null) return showError("Please add these once the others are there.");
    let imported = 0;
    for (const [index, file] of files.entries()) {
      setProgress(`Importing ${index + 1} of ${files.length}…`);
      try {
        const { lorebook } = await importCard(file);
        imported += 1;
        if (lorebook?.error) showError(`${file.name}: its lore was left out. ${lorebook.error}`);
      } catch (error) {
        const failure = asFailure(error);
        if (showIfLimit(failure)) break;
        showError(`${file.name}: ${failure.message}`);
      }
    }
    setProgress(null);
    if (imported > 0) {
      showSuccess(imported === 1 ? "Character imported" : `${imported} characters imported`);
      onImported();
    }
  }

  function drop(event: DragEvent): void {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(false);
    void take([...event.dataTransfer.files]);
  }

  const button = (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept=".json,.png,.charx,application/json,image/png"
        onChange={({ target }) => {
          void take([...(target.files ?? [])]);
          target.value = "";
        }}
      />
      <Button onClick={() => progress === null && input.current?.click()} aria-disabled={progress !== null}>
        <Upload size={17} aria-hidden="true" />
        {progress ?? "Import cards"}
      </Button>
    </>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the first
    <div
      className={styles.target}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      }}
      onDrop={drop}
    >
      {children(button)}
    </div>
  );
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return [...dataTransfer.types].includes("Files");
}
