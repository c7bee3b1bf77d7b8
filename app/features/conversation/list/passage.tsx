import { memo, useMemo } from "react";
import type { Analysis } from "#domain/message.ts";
import { isSceneBreak } from "./emphasis.ts";
import { listMentionSpans } from "./mentions.ts";
import styles from "./passage.module.css";
import { splitParagraphs } from "./prose.ts";
import { type OnMention, ProseText } from "./prose-text.tsx";

type PassageProps = { text: string; analysis: Analysis | null; onMention: OnMention };

/** A finished reply: paragraphs, with the names in them as buttons. */
export const Passage = memo(function Passage({ text, analysis, onMention }: PassageProps) {
  const paragraphs = useMemo(() => splitParagraphs(text), [text]);
  const mentions = useMemo(() => listMentionSpans(analysis), [analysis]);
  return (
    <div className={styles.passage} dir="auto">
      {paragraphs.map((paragraph) =>
        isSceneBreak(paragraph.text) ? (
          <hr key={paragraph.start} className={styles.sceneBreak} data-start={paragraph.start} />
        ) : (
          <p key={paragraph.start} dir="auto" data-start={paragraph.start}>
            <ProseText {...paragraph} mentions={mentions} onMention={onMention} />
          </p>
        ),
      )}
    </div>
  );
});
