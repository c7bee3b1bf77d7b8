import { ImagePlus } from "lucide-react";
import { useRef } from "react";
import { MessageBox } from "#app/features/conversation/input-bar/message-box.tsx";
import { SendButton } from "#app/features/conversation/input-bar/send-button.tsx";
import { useBarHeight } from "#app/features/conversation/input-bar/use-bar-height.ts";
import { useDraft } from "#app/features/conversation/input-bar/use-draft.ts";
import { useKeyboardInset } from "#app/features/conversation/input-bar/use-keyboard-inset.ts";
import { useRestoredText } from "#app/features/conversation/input-bar/use-restored-text.ts";
import { useSettled } from "#app/features/conversation/input-bar/use-settled.ts";
import { IconButton } from "#app/ui/button.tsx";
import { MESSAGE_MAX } from "#domain/message.ts";
import { countCharacters } from "#domain/text.ts";
import styles from "./chat-bar.module.css";

/** From this part of the limit on the counter is shown. */
const NEAR_LIMIT = 0.9;

type ChatBarProps = {
  chatId: string;
  /** A reply is awaited or running. */
  busy: boolean;
  notice: string | null;
  /** Text that comes back because it could not be sent. */
  restored: string | null;
  onRestored: () => void;
  onSend: (text: string) => void;
  onStop: () => void;
  /** `null`: there is nothing to picture yet. */
  onPicture: (() => void) | null;
  /** What a picture costs, such as "5 Sparks". */
  pictureCost: string;
};

/** Where one writes to a character. */
export function ChatBar(props: ChatBarProps) {
  const { chatId, busy, notice, onSend, onStop, onPicture, pictureCost } = props;
  const place = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const { draft, change } = useDraft(chatId, box);
  const settled = useSettled(busy);
  useBarHeight(place, true);
  useKeyboardInset();
  const length = countCharacters(draft.text);
  const isSendable = !busy && draft.text.trim() !== "" && length <= MESSAGE_MAX;

  useRestoredText(props, (text) => change({ type: "restored", text }));

  function send(): void {
    if (!isSendable) return;
    onSend(draft.text.trim());
    change({ type: "sent" });
  }

  return (
    <div className={styles.place} ref={place}>
      <p className={styles.notice} role="status">
        {notice !== null && <span>{notice}</span>}
        {length > MESSAGE_MAX * NEAR_LIMIT && (
          <span data-near="">
            Almost at limit · {length}/{MESSAGE_MAX}
          </span>
        )}
      </p>
      <form
        className={styles.bar}
        data-bar="wide"
        aria-label="Write a message"
        onSubmit={(event) => {
          event.preventDefault();
          if (settled) send();
        }}
      >
        <IconButton
          label={`Ask for a picture · ${pictureCost}`}
          look="raised"
          icon={<ImagePlus size={20} />}
          disabled={busy || onPicture === null}
          onClick={() => onPicture?.()}
        />
        <div className={styles.box}>
          <MessageBox
            ref={box}
            className={styles.text}
            text={draft.text}
            max={MESSAGE_MAX}
            aria-label="Message"
            placeholder="Type your message..."
            onText={(text) => change({ type: "typed", text })}
            onEnter={send}
            onKey={() => undefined}
          />
          <SendButton busy={busy} settled={settled} disabled={!isSendable} onStop={onStop} />
        </div>
      </form>
    </div>
  );
}
