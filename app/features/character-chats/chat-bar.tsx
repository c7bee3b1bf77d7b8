import { ImagePlus } from "lucide-react";
import { useEffect, useRef } from "react";
import { MessageBox } from "#app/features/conversation/input-bar/message-box.tsx";
import { SendButton } from "#app/features/conversation/input-bar/send-button.tsx";
import { useBarHeight } from "#app/features/conversation/input-bar/use-bar-height.ts";
import { useDraft } from "#app/features/conversation/input-bar/use-draft.ts";
import { useKeyboardInset } from "#app/features/conversation/input-bar/use-keyboard-inset.ts";
import { useSettled } from "#app/features/conversation/input-bar/use-settled.ts";
import { IconButton } from "#app/ui/button.tsx";
import { MESSAGE_MAX } from "#domain/message.ts";
import { countCharacters } from "#domain/text.ts";
import styles from "./chat-bar.module.css";

/** From this part of the limit on the counter is shown. */
const NEAR_LIMIT = 0.9;
/** Stop stands where Send does: the second click of a double click is not meant for it. */
const STOP_APART_MS = 400;

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
  const { chatId, busy, notice, restored, onRestored, onSend, onStop, onPicture, pictureCost } = props;
  const place = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const { draft, change } = useDraft(chatId, box);
  const settled = useSettled(busy, STOP_APART_MS);
  useBarHeight(place, true);
  useKeyboardInset();
  const length = countCharacters(draft.text);
  const isSendable = !busy && draft.text.trim() !== "" && length <= MESSAGE_MAX;

  useEffect(() => {
    if (restored === null) return;
    change({ type: "restored", text: restored });
    onRestored();
  }, [restored, onRestored, change]);

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
