import { Button } from "#app/ui/button.tsx";
import styles from "./draft-note.module.css";

/** Stands above a form that began with a draft. */
export function DraftNote({ onStartOver }: { onStartOver: () => void }) {
  return (
    <p className={styles.note} role="status">
      Your draft is back, as you left it.
      <Button onClick={onStartOver}>Start over</Button>
    </p>
  );
}
