import { useEffect, useRef, useState } from "react";
import { CollapsedBar } from "#app/features/conversation/input-bar/collapsed-bar.tsx";
import { useDraft, useRestoredText, useSettled } from "#app/features/conversation/input-bar/draft.ts";
import { ExpandedBar, useOpenness } from "#app/features/conversation/input-bar/expanded-bar.tsx";
import styles from "#app/features/conversation/input-bar/input-bar.module.css";
import { useReducedMotion } from "#app/ui/media-queries.ts";
import { DEMO_MESSAGE_MAX } from "#domain/demo.ts";
import { countCharacters } from "#domain/text.ts";

const INVITATIONS = [
  "What happens next?",
  "What do you say?",
  "What do you do?",
  "Where do you go?",
] as const;

type DemoBarProps = {
  storyId: string;
  /** A reply is awaited or streaming. */
  busy: boolean;
  restored: string | null;
  onRestored: () => void;
  /** Returns whether it is sent; otherwise the text stays in the box. */
  onSend: (text: string) => boolean;
  onContinue: () => void;
  onSuggest: () => void;
};

/** The input bar of the demo: the one of every story, without the parts that need an account. */
export function DemoBar(props: DemoBarProps) {
  const { storyId, busy, onSend, onContinue, onSuggest } = props;
  const box = useRef<HTMLTextAreaElement>(null);
  const pill = useRef<HTMLButtonElement>(null);
  const { draft, change, alive } = useDraft(storyId, box);
  const { open, expand, collapse } = useOpenness(box, pill);
  const settled = useSettled(busy);
  const invitation = useRotatingLabel(INVITATIONS, open || busy);

  useRestoredText(props, (text) => {
    change({ type: "restored", text });
    expand("box-without-keyboard");
  });

  function send(): void {
    const text = draft.text.trim();
    if (busy || text === "" || countCharacters(text) > DEMO_MESSAGE_MAX || !onSend(text)) return;
    change({ type: "sent" });
    collapse();
  }

  const shared = { busy, settled, pending: false, onSuggest, onStop: null };
  return (
    <div className={styles.place} data-placement="parent">
      <div className={`${styles.bar} relative`} data-alive={alive || undefined} data-open={open || undefined}>
        <div className={styles.collapsed}>
          <CollapsedBar
            {...shared}
            text={draft.text}
            invitation={invitation}
            hint={null}
            pillRef={pill}
            onOpen={() => !busy && expand("box")}
            onContinue={onContinue}
          />
        </div>
        <div className={styles.expanded}>
          <ExpandedBar
            {...shared}
            draft={draft}
            max={DEMO_MESSAGE_MAX}
            boxRef={box}
            onChange={change}
            onSend={send}
            onClose={collapse}
          />
        </div>
      </div>
    </div>
  );
}

/** The specification's time for each label. */
const LABEL_MS = 5_000;

/** One label after the other, in turn. It does not change while `paused` or with reduced motion. */
function useRotatingLabel(labels: readonly [string, ...string[]], paused: boolean): string {
  const [shown, setShown] = useState(0);
  const still = useReducedMotion() || paused;
  const { length } = labels;

  useEffect(() => {
    if (still) return;
    const timer = setInterval(() => setShown((index) => (index + 1) % length), LABEL_MS);
    return () => clearInterval(timer);
  }, [still, length]);

  return labels[shown] ?? labels[0];
}
