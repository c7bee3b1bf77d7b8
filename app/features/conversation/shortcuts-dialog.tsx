import { useRef } from "react";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import styles from "./shortcuts-dialog.module.css";
import type { Shortcut } from "./use-shortcuts.ts";

type ShortcutsDialogProps = {
  open: boolean;
  onClose: () => void;
  shortcuts: readonly Pick<Shortcut, "key" | "does">[];
  enabled: boolean;
  onEnabled: (enabled: boolean) => void;
};

/** Which keys do what, and whether single ones do anything at all. */
export function ShortcutsDialog({ open, onClose, shortcuts, enabled, onEnabled }: ShortcutsDialogProps) {
  const list = useRef<HTMLDListElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keyboard shortcuts"
      text="They work while you are not writing."
      foot={<Button onClick={onClose}>Close</Button>}
      // Its checkbox is at the end, which a low window would show first.
      initialFocus={() => list.current?.closest<HTMLElement>("[role=dialog]") ?? null}
    >
      <dl className={`${styles.keys} stack`} ref={list}>
        {shortcuts.map(({ key, does }) => (
          <div className="stack items-center line-below" key={key}>
            <dt>
              <kbd className="controlled">{NAMES[key] ?? key.toUpperCase()}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className="row tap-height gap-12 margin-top-12">
        <input type="checkbox" checked={enabled} onChange={({ target }) => onEnabled(target.checked)} />
        Use single keys
      </label>
    </Dialog>
  );
}

const NAMES: Record<string, string> = { Escape: "Esc" };
