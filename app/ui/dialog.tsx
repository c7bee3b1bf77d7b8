import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import styles from "./dialog.module.css";

type DialogProps = { open: boolean; onClose: () => void; title: string; text: string; children: ReactNode };

/** A short question or notice over the page. Traps and gives back focus, closes on Escape and beside it. */
export function Dialog({ open, onClose, title, text, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup className={styles.popup}>
          <Base.Title className={styles.title}>{title}</Base.Title>
          <Base.Description className={styles.text}>{text}</Base.Description>
          <div className={styles.actions}>{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
