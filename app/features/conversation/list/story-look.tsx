import styles from "./message-item.module.css";
import type { MessageFootProps, MessageLook } from "./message-item.tsx";
import { Passage } from "./passage.tsx";
import { StreamingPassage } from "./streaming-passage.tsx";
import { YourWords } from "./your-words.tsx";

/** The messages of a story: passages as in a book, the person's own words as quotes between them. */
export const STORY_LOOK: MessageLook = {
  Reply: ({ message, onMention }) => (
    <Passage text={message.content} analysis={message.metadata.analysis} onMention={onMention} />
  ),
  Words: YourWords,
  Growing: StreamingPassage,
  Replaced: null,
  Foot: StoryFoot,
  hasPlainLines: true,
};

/** In the gap below a message, so that no text moves; under the last one in a row of its own. */
function StoryFoot({ isLast, message, words, versions }: MessageFootProps) {
  return (
    <div
      className={styles.foot}
      data-foot=""
      data-last={isLast || undefined}
      data-several={message.versions.count > 1 || undefined}
    >
      {words}
      {versions}
    </div>
  );
}
