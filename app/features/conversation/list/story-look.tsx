import { memo, useContext, useMemo } from "react";
import type { Analysis } from "#domain/message.ts";
import { isHeading, isSceneBreak, splitParagraphs } from "#domain/passage-markup.ts";
import { listMentionSpans } from "./cut-at-mentions.ts";
import styles from "./message-item.module.css";
import type { MessageFootProps, MessageLook } from "./message-item.tsx";
import passageStyles from "./passage.module.css";
import { type OnMention, ProseText } from "./prose-text.tsx";
import { StreamingPassage } from "./streaming-passage.tsx";
import { TextLanguage } from "./text-language.ts";
import { YourWords } from "./your-words.tsx";

/** The messages of a story: passages as in a book, the person's own words as quotes between them. */
export const STORY_LOOK: MessageLook = {
  Reply: ({ message, onMention }) => (
    <Passage text={message.content} analysis={message.metadata.analysis} onMention={onMention} />
  ),
  Words: (props) => <OwnLine {...props} />,
  Growing: StreamingPassage,
  Replaced: null,
  Foot: StoryFoot,
  hasPlainLines: true,
};

/** In the gap below a message, so that no text moves; under the last one in a row of its own. */
function StoryFoot({ isLast, message, words, versions }: MessageFootProps) {
  return (
    <div
      className={`${styles.foot} absolute row column-gap-12 muted`}
      data-foot=""
      data-last={isLast || undefined}
      data-several={message.versions.count > 1 || undefined}
    >
      {words}
      {versions}
    </div>
  );
}

type OwnLineProps = { text: string; unconfirmed?: boolean };

/** A line of one's own, with its emphasis. */
export const OwnLine = memo(function OwnLine({ text, unconfirmed }: OwnLineProps) {
  const language = useContext(TextLanguage);
  return (
    <YourWords unconfirmed={unconfirmed} lang={language}>
      <ProseText start={0} text={text} mentions={[]} onMention={() => undefined} />
    </YourWords>
  );
});

type PassageProps = { text: string; analysis: Analysis | null; onMention: OnMention };

/** A finished reply: paragraphs, with the names in them as buttons. */
export const Passage = memo(function Passage({ text, analysis, onMention }: PassageProps) {
  const paragraphs = useMemo(() => splitParagraphs(text), [text]);
  const mentions = useMemo(() => listMentionSpans(analysis), [analysis]);
  const language = useContext(TextLanguage);
  return (
    <div className={passageStyles.passage} dir="auto" lang={language}>
      {paragraphs.map((paragraph) =>
        isSceneBreak(paragraph.text) ? (
          <hr
            key={paragraph.start}
            className={`${passageStyles.sceneBreak} muted text-center`}
            data-start={paragraph.start}
          />
        ) : (
          <p
            key={paragraph.start}
            dir="auto"
            data-start={paragraph.start}
            data-heading={isHeading(paragraph.text) || undefined}
          >
            <ProseText {...paragraph} mentions={mentions} onMention={onMention} />
          </p>
        ),
      )}
    </div>
  );
});
