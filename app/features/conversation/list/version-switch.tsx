import { ChevronLeft, ChevronRight } from "lucide-react";
import { createContext, use } from "react";
import { IconButton } from "#app/ui/button.tsx";
import type { Message } from "#domain/message.ts";
import styles from "./message-item.module.css";

/** `revision`: one of the texts that the message had; `null`: the one that it has. */
export type OnSelectVersion = (messageId: string, revision: number | null) => void;

type VersionSwitchProps = {
  message: Message;
  disabled: boolean;
  /** Whether a screen reader is told of a change: only where the reader has chosen a version, for the path's name stands in every switch. */
  live: boolean;
  onSelect: OnSelectVersion;
};

/** The name of the path that is read; `null`: it has none. */
export const PathName = createContext<string | null>(null);

/** ‹ 2/3 ›: switches between versions. A button without a next version is disabled but keeps the focus. */
export function VersionSwitch({ message, disabled, live, onSelect }: VersionSwitchProps) {
  const pathName = use(PathName);
  const { index, count } = message.versions;
  const isEdited = message.metadata.editedAt !== undefined;
  if (count < 2 && !isEdited) return null;
  const name = [`Version ${index} of ${count}`, isEdited && "edited", pathName && `path ${pathName}`]
    .filter(Boolean)
    .join(", ");
  const [previous, next] = disabled ? [null, null] : findNeighbours(message);
  return (
    <div className={`${styles.versions} row unselectable`}>
      {isEdited && (
        <span className={`${styles.edited} nowrap`} data-edited="" aria-hidden="true">
          edited
        </span>
      )}
      {count > 1 && (
        <>
          <IconButton
            label="Previous version"
            icon={<ChevronLeft className="points" size={18} />}
            aria-disabled={previous === null}
            onClick={() => previous && onSelect(...previous)}
          />
          <span role="status" aria-live={live ? "polite" : "off"} aria-label={name}>
            <span className="visually-hidden">{name}</span>
            <span aria-hidden="true">
              {index}/{count}
            </span>
          </span>
          <IconButton
            label="Next version"
            icon={<ChevronRight className="points" size={18} />}
            aria-disabled={next === null}
            onClick={() => next && onSelect(...next)}
          />
        </>
      )}
    </div>
  );
}

type Neighbour = Parameters<OnSelectVersion> | null;

/** The versions before and after the one that is shown; `null`: there is none. */
export function findNeighbours({ versions }: Message): [previous: Neighbour, next: Neighbour] {
  const { previousId, previousRevision, nextId, nextRevision } = versions;
  return [
    previousId === null ? null : [previousId, previousRevision],
    nextId === null ? null : [nextId, nextRevision],
  ];
}
