import { ChevronLeft, ChevronRight } from "lucide-react";
import { IconButton } from "#app/ui/button.tsx";
import type { Message } from "#domain/message.ts";
import styles from "./version-switch.module.css";

type VersionSwitchProps = {
  versions: Message["versions"];
  disabled: boolean;
  onSelect: (messageId: string) => void;
};

/** ‹ 2/3 ›: switches between versions. A button without a next version is disabled but keeps the focus. */
export function VersionSwitch({ versions, disabled, onSelect }: VersionSwitchProps) {
  const { index, count, previousId, nextId } = versions;
  const previous = disabled ? null : previousId;
  const next = disabled ? null : nextId;
  return (
    <div className={styles.versions}>
      <IconButton
        label="Previous version"
        icon={<ChevronLeft size={18} />}
        aria-disabled={previous === null}
        onClick={() => previous !== null && onSelect(previous)}
      />
      <span role="status" aria-label={`Version ${index} of ${count}`}>
        {index}/{count}
      </span>
      <IconButton
        label="Next version"
        icon={<ChevronRight size={18} />}
        aria-disabled={next === null}
        onClick={() => next !== null && onSelect(next)}
      />
    </div>
  );
}
