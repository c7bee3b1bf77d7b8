import { useLoaded } from "#app/features/api/use-loaded.ts";
import { useIsOnline } from "#app/features/conversation/connection-notice.ts";
import { Page } from "#app/features/layout/page.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { BookCover } from "../book-cover.tsx";
import styles from "./offline-library.module.css";
import { listOfflineStories } from "./offline-stories.ts";

type OfflineLibraryProps = {
  readerId: string | null;
  /** The page that was asked for. */
  from: string;
  /** Called with the address of the story that a person opens. */
  onOpen: (path: string) => void;
};

/** The library without a network: the stories that this browser has kept. */
export function OfflineLibrary({ readerId, from, onOpen }: OfflineLibraryProps) {
  const { value: stories } = useLoaded(readerId ?? "", async () =>
    readerId === null ? [] : listOfflineStories(readerId),
  );
  const isOnline = useIsOnline();
  if (stories === null) return null;
  const again = (
    // A document: no other part of the app can be loaded here.
    <a className={buttonClass({})} href={from}>
      Try again
    </a>
  );
  if (stories.length === 0) {
    return (
      <Page>
        <EmptyState
          pose="asleep"
          title={isOnline ? "Talespark can’t be reached" : "You are offline"}
          text="Stories that you open are kept on this device, to read without a network. There are none yet."
        >
          {again}
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page>
      <div className="row wrap gap-20 margin-bottom-28">
        <h1>Your Library</h1>
        <p className="grow-from-240 muted" role="status">
          {isOnline ? "Talespark can’t be reached." : "You are offline."} The stories that you opened last are
          here to read.
        </p>
        {again}
      </div>
      <ul className={styles.list}>
        {stories.map(({ storyId, title, description, metadata }) => (
          <li key={storyId}>
            <a
              className="stack items-center no-underline line-above"
              href={`/stories/${storyId}`}
              onClick={() => onOpen(`/stories/${storyId}`)}
            >
              <BookCover genre={metadata.genre} seed={storyId} />
              <span>
                <b className="block title" dir="auto">
                  {title}
                </b>
                <span className="muted clamped" dir="auto">
                  {description}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Page>
  );
}
