import { SmallBooky } from "#app/ui/booky.tsx";
import { IconButton } from "#app/ui/button.tsx";
import styles from "./message-box.module.css";

type SuggestButtonProps = {
  label: string;
  look?: "raised";
  /** A reply is awaited or streaming: Booky is shown at work. */
  busy: boolean;
  /** A suggestion is awaited. */
  pending: boolean;
  onClick: () => void;
};

/** Asks Booky for a suggestion. */
export function SuggestButton({ label, look, busy, pending, onClick }: SuggestButtonProps) {
  return (
    <IconButton
      label={label}
      {...(look ? { look } : {})}
      icon={
        <span
          className={`${styles.booky} middle`}
          data-faint={(busy && look === "raised") || undefined}
          data-pending={pending || undefined}
        >
          <SmallBooky pose={busy || pending ? "writing" : "idle"} size={look === "raised" ? 30 : 28} />
        </span>
      }
      aria-disabled={busy}
      aria-busy={pending}
      onClick={onClick}
    />
  );
}
