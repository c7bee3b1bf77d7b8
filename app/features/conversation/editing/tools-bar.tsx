import { Copy, CornerDownRight, PenLine, RefreshCw, Scissors, X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { IconButton } from "#app/ui/button.tsx";
import type { Message } from "#domain/message.ts";
import { useBarHeight } from "../input-bar/use-bar-height.ts";
import { useCopy } from "../list/copy.ts";
import styles from "./tools-bar.module.css";
import type { MessageTools } from "./use-work.ts";

type ToolsBarProps = {
  message: Message;
  isLast: boolean;
  busy: boolean;
  tools: MessageTools;
  /** The line for a wish; `null`: it is not open. */
  wish: ReactNode;
  onWish: (isOpen: boolean) => void;
  onClose: () => void;
};

/** The tools of the chosen message, in place of the input bar. */
export function ToolsBar({ message, isLast, busy, tools, wish, onWish, onClose }: ToolsBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const [copied, copy] = useCopy();
  useBarHeight(bar, true);

  // By keyboard or screen reader the bar would be far away from the message.
  useEffect(() => {
    if (document.activeElement?.matches(":focus-visible")) first.current?.focus({ preventScroll: true });
  }, []);

  return (
    <section
      ref={bar}
      className={styles.bar}
      data-tools-bar=""
      aria-label={message.role === "user" ? "Your line" : "This passage"}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onClose();
      }}
    >
      {wish}
      <div className={styles.tools}>
        <button type="button" ref={first} className={styles.tool} onClick={() => tools.edit(message)}>
          <PenLine size={19} aria-hidden="true" />
          Edit
        </button>
        {message.role === "assistant" && (
          <button
            type="button"
            className={styles.tool}
            aria-expanded={wish !== null}
            aria-disabled={busy}
            onClick={() => !busy && onWish(wish === null)}
          >
            <RefreshCw size={19} aria-hidden="true" />
            Regenerate…
          </button>
        )}
        {!isLast && (
          <button
            type="button"
            className={styles.tool}
            aria-disabled={busy}
            onClick={() => !busy && tools.goOnFrom(message)}
          >
            <CornerDownRight size={19} aria-hidden="true" />
            Go on from here
          </button>
        )}
        <button type="button" className={styles.tool} onClick={() => void copy(message.content)}>
          <Copy size={19} aria-hidden="true" />
          {copied ? "Copied" : "Copy"}
        </button>
        {message.parentId !== null && (
          <button
            type="button"
            className={styles.tool}
            aria-disabled={busy}
            onClick={() => !busy && tools.removeFrom(message)}
          >
            <Scissors size={19} aria-hidden="true" />
            Remove from here
          </button>
        )}
      </div>
      <span className={styles.close}>
        <IconButton label="Close" icon={<X size={18} />} onClick={onClose} />
      </span>
    </section>
  );
}
