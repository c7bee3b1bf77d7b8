import { ChevronRight } from "lucide-react";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { useLoaded } from "#app/features/api/use-loaded.ts";
import { Button } from "#app/ui/button.tsx";
import { Select } from "#app/ui/field.tsx";
import { ListLine } from "#app/ui/list-line.tsx";
import { LoadState } from "#app/ui/load-state.tsx";
import { TypingDots } from "#app/ui/typing-dots.tsx";
import type { CharacterRecord } from "#domain/character.ts";
import { truncateCharacters } from "#domain/text.ts";
import { fetchCharacters } from "./character-calls.ts";
import styles from "./characters-screen.module.css";
import { Portrait } from "./portrait.tsx";
import { CHARACTERS_LOADING_FAILED, useFurtherCharacters } from "./use-characters.ts";

const STORY_TITLE_SHOWN = 30;
const PER_PAGE = 24;

type StoryCharactersProps = {
  userId: string;
  count: number;
  /** For the filter. */
  stories: readonly { storyId: string; title: string }[];
  /** Changes when the list has to be loaded again. */
  version: number;
  startingId: string | null;
  onStart: (character: CharacterRecord) => void;
  onOpen: (character: CharacterRecord) => void;
};

/** Characters from stories without a chat: collapsed at first, and loaded when opened. */
export function StoryCharacters({
  userId,
  count,
  stories,
  version,
  startingId,
  onStart,
  onOpen,
}: StoryCharactersProps) {
  const [isOpen, setOpen] = useState(false);
  const [storyId, setStoryId] = useState("");
  const id = useId();
  const query = { section: "story", sort: "name-asc", limit: PER_PAGE, storyId: storyId || undefined };
  const {
    value: page,
    failure,
    reload,
  } = useLoaded(isOpen ? storyId : null, () => fetchCharacters(userId, query));
  const list = useFurtherCharacters(userId, page, query);
  const refresh = useEffectEvent(() => {
    if (isOpen) void reload();
  });
  useEffect(() => {
    if (version > 0) refresh();
  }, [version]);

  if (count === 0) return null;
  return (
    <section className="margin-top-44 padding-bottom-24 line-below">
      <h2>
        <button
          type="button"
          className="row tap-height gap-12 title text-start"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight
            className={isOpen ? "" : "points"}
            style={{ rotate: isOpen ? "90deg" : "none" }}
            size={18}
          />
          Story Characters ({count})
        </button>
      </h2>
      <p className="margin-top-4 subtitle muted">
        Characters mentioned in your stories that haven't been used in chats yet.
      </p>
      <div id={id} hidden={!isOpen}>
        <div className={styles.filter}>
          <Select label="Story" bare value={storyId} onChange={({ target }) => setStoryId(target.value)}>
            <option value="">All Stories</option>
            {stories.map((story) => (
              <option key={story.storyId} value={story.storyId}>
                {shortenTitle(story.title)}
              </option>
            ))}
          </Select>
        </div>
        <LoadState
          of={{ value: page, failure: failure && "", reload }} // the sentence says already what to do
          loading={
            <span className="row gap-12">
              Loading characters <TypingDots label={null} />
            </span>
          }
          failed={CHARACTERS_LOADING_FAILED}
        />
        {page?.characters.length === 0 && (
          <p className="muted" role="status">
            Nobody from this story is without a chat.
          </p>
        )}
        <ul className={`${styles.people} cards`}>
          {list.characters.map((character) => (
            <StoryCharacterLine
              key={character.characterId}
              character={character}
              startingId={startingId}
              onStart={onStart}
              onOpen={onOpen}
            />
          ))}
        </ul>
        <MoreCharacters list={list} />
      </div>
    </section>
  );
}

/** Loads the next page of the list above it, if there is one. */
export function MoreCharacters({ list }: { list: ReturnType<typeof useFurtherCharacters> }) {
  if (!list.hasMore) return null;

  /** The button goes with the last page: the first character of that page gets its focus. */
  async function more(button: HTMLElement): Promise<void> {
    const last = button.parentElement?.previousElementSibling?.lastElementChild;
    await list.loadMore();
    if (document.activeElement === document.body) last?.nextElementSibling?.querySelector("button")?.focus();
  }

  return (
    <p className="flex justify-center margin-top-44">
      <Button onClick={({ currentTarget }) => void more(currentTarget)} aria-disabled={list.isLoadingMore}>
        {list.isLoadingMore ? "Loading…" : "More characters"}
      </Button>
    </p>
  );
}

type StoryCharacterLineProps = Pick<StoryCharactersProps, "startingId" | "onStart" | "onOpen"> & {
  character: CharacterRecord;
};

/** One line of the list. */
export function StoryCharacterLine({ character, startingId, onStart, onOpen }: StoryCharacterLineProps) {
  const { characterId, name, role, stories } = character;
  return (
    <ListLine
      picture={<Portrait character={character} width={60} />}
      name={
        <button type="button" className="text-start" aria-haspopup="dialog" onClick={() => onOpen(character)}>
          <bdi>{name}</bdi>
        </button>
      }
      action={
        <Button
          onClick={() => onStart(character)}
          aria-disabled={startingId !== null}
          aria-label={startingId === characterId ? undefined : `Start Chat with ${name}`}
        >
          {startingId === characterId ? "Starting…" : "Start Chat"}
        </Button>
      }
    >
      <span dir="auto">{[role, stories?.[0]?.title].filter(Boolean).join(" · ")}</span>
    </ListLine>
  );
}

function shortenTitle(title: string): string {
  const short = truncateCharacters(title, STORY_TITLE_SHOWN);
  return short === title ? title : `${short}…`;
}
