import { RefreshCw } from "lucide-react";
import { IconButton } from "#app/ui/button.tsx";
import { CopyButton } from "./copy-button.tsx";
import styles from "./message-item.module.css";
import type { MessageFootProps, MessageLook } from "./message-item.tsx";
import { Passage } from "./passage.tsx";
import { StreamingPassage } from "./streaming-passage.tsx";
import { VersionSwitch } from "./version-switch.tsx";
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
};

/** What can be done about a passage. Any other than the last can be marked and copied: a button at each would be in the way. */
function StoryFoot({ message, busy, isLastReply, onSelectVersion, onRegenerate }: MessageFootProps) {
  const { versions, content } = message;
  const several = versions.count > 1;
  if (!several && !isLastReply) return null;
  return (
    <div className={styles.tools}>
      {several && <VersionSwitch versions={versions} disabled={busy} onSelect={onSelectVersion} />}
      {isLastReply && (
        <>
          {onRegenerate && (
            <IconButton label="Write it differently" icon={<RefreshCw size={17} />} onClick={onRegenerate} />
          )}
          <CopyButton text={content} />
        </>
      )}
    </div>
  );
}
