import { ArrowUp, Square } from "lucide-react";
import { IconButton } from "#app/ui/button.tsx";

type SendButtonProps = {
  /** A reply is awaited or streaming: nothing can be sent, and the button stops it. */
  busy: boolean;
  /** `busy` has not changed for a while, so a click means the button as it is now. */
  settled: boolean;
  /** There is no text to send. */
  disabled: boolean;
  /** `null`: it can't be stopped. */
  onStop: (() => void) | null;
};

/** Sends its form. While a reply is awaited or streaming it is replaced by Stop. */
export function SendButton({ busy, settled, disabled, onStop }: SendButtonProps) {
  return busy && onStop ? (
    <IconButton
      label="Stop"
      look="soft"
      icon={<Square size={16} fill="currentColor" />}
      aria-disabled={!settled}
      onClick={() => settled && onStop()}
    />
  ) : (
    <IconButton
      label="Send"
      type="submit"
      look="filled"
      icon={<ArrowUp size={20} />}
      disabled={disabled || busy}
      aria-disabled={!settled}
    />
  );
}
