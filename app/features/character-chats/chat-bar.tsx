import { ImagePlus } from "lucide-react";
import { useRef, useState } from "react";
import { useConnectionNotice } from "#app/features/conversation/connection-notice.ts";
import { useDraft, useRestoredText, useSettled } from "#app/features/conversation/input-bar/draft.ts";
import { isNearLimit, LENGTH_WARNINGS } from "#app/features/conversation/input-bar/length-limit.ts";
import { MessageBox, SendButton } from "#app/features/conversation/input-bar/message-box.tsx";
import { useBarHeight, useKeyboardInset } from "#app/features/conversation/input-bar/use-bar-height.ts";
import { isBusy } from "#app/features/conversation/live/conversation-selectors.ts";
import type { LiveConversation } from "#app/features/conversation/live/use-conversation.ts";
import { useReadingSettings } from "#app/features/conversation/reading-settings/use-reading-settings.ts";
import type { Failures } from "#app/features/conversation/use-failures.ts";
import { IconButton } from "#app/ui/button.tsx";
import { MESSAGE_MAX } from "#domain/message.ts";
import { SPARKS_PER_IMAGE } from "#domain/plan.ts";
import { countCharacters } from "#domain/text.ts";
import styles from "./chat-bar.module.css";

type ChatBarProps = {
  conversation: LiveConversation;
  failures: Failures;
  /** `null`: there is no image model, so no picture is offered. `canAsk`: there is a scene to picture. */
  picture: { canAsk: boolean; onAsk: () => void } | null;
};

/** Where one writes to a character. */
export function ChatBar({ conversation, failures, picture }: ChatBarProps) {
  const busy = isBusy(conversation.state);
  const notice = useConnectionNotice(conversation.state.connection);
  const { hand } = useReadingSettings();
  const place = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const { draft, change } = useDraft(conversation.id, box);
  const settled = useSettled(busy);
  useBarHeight(place);
  useKeyboardInset();
  /** The text that was cut to fit, until the text changes. */
  const [cutText, setCutText] = useState<string | null>(null);
  const length = countCharacters(draft.text);
  const isSendable = !busy && draft.text.trim() !== "" && length <= MESSAGE_MAX;

  useRestoredText(failures, (text) => change({ type: "restored", text }));

  function send(): void {
    if (!isSendable) return;
    conversation.send(draft.text.trim());
    change({ type: "sent" });
  }

  return (
    <div
      className={`${styles.place} fixed`}
      data-bar-place="page"
      data-hand={hand}
      data-needs-script=""
      ref={place}
    >
      <p className={`${styles.notice} gap-8`} role="status">
        {notice !== null && <span>{notice}</span>}
        {isNearLimit(length, MESSAGE_MAX) && (
          <span data-near="">
            {cutText === draft.text ? LENGTH_WARNINGS.cut : LENGTH_WARNINGS.near} · {length}/{MESSAGE_MAX}
          </span>
        )}
      </p>
      <form
        className={`${styles.bar} flex items-end gap-12 center-block`}
        data-bar="wide"
        aria-label="Write a message"
        onSubmit={(event) => {
          event.preventDefault();
          if (settled) send();
        }}
      >
        {picture && (
          <IconButton
            label={`Ask for a picture · ${SPARKS_PER_IMAGE} Sparks`}
            look="raised"
            icon={<ImagePlus size={20} />}
            aria-disabled={busy || !picture.canAsk}
            onClick={() => !busy && picture.canAsk && picture.onAsk()}
          />
        )}
        <div className={`${styles.box} flex items-end grow min-width-0 bordered raised shadow`}>
          <MessageBox
            ref={box}
            id="message"
            className={`${styles.text} grow min-width-0 story-text`}
            text={draft.text}
            max={MESSAGE_MAX}
            aria-label="Message"
            placeholder="Type your message..."
            onText={(text, wasCut) => {
              setCutText(wasCut ? text : null);
              change({ type: "typed", text });
            }}
            onEnter={send}
            onKey={() => undefined}
          />
          <SendButton busy={busy} settled={settled} disabled={!isSendable} onStop={conversation.stop} />
        </div>
      </form>
    </div>
  );
}
