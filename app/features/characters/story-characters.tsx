import { ChevronDown, ChevronRight } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { Select } from "#app/ui/field.tsx";
import { ListLine } from "#app/ui/list-line.tsx";
import { showError } from "#app/ui/toast.tsx";
import { TypingDots } from "#app/ui/typing-dots.tsx";
import type { CharacterRecord } from "#domain/character.ts";
import { truncateCharacters } from "#domain/text.ts";
import { fetchCharacters } from "./characters-api.ts";
import styles from "./characters-screen.module.css";
import { Portrait } from "./portrait.tsx";

/** The specification's. */
export const CHARACTERS_LOADING_FAILED = "Failed to load characters. Please try again.";
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
  const [loaded, setLoaded] = useState<CharacterRecord[] | null>(null);
  const [cursor, setCursor] = useState<string | null>(null);
  const id = useId();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is asked for again
  useEffect(() => {
    if (!isOpen) return;
    let wanted = true;
    load(null).then((page) => {
      if (!wanted || page === null) return;
      setLoaded(page.characters);
      setCursor(page.cursor);
    });
    return () => {
      wanted = false;
    };
  }, [isOpen, storyId, version]);

  async function load(after: string | null) {
    try {
      const query = { section: "story", sort: "name-asc", limit: PER_PAGE, cursor: after ?? undefined };
      return await fetchCharacters(userId, { ...query, storyId: storyId || undefined });
    } catch {
      showError(CHARACTERS_LOADING_FAILED, { id: CHARACTERS_LOADING_FAILED });
      return null;
    }
  }

  async function loadMore(): Promise<void> {
    const page = await load(cursor);
    if (page === null) return;
    setLoaded((before) => [...(before ?? []), ...page.characters]);
    setCursor(page.cursor);
  }

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
          {isOpen ? <ChevronDown size={18} /> : <ChevronRight className="points" size={18} />}
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
        {loaded === null ? (
          <p role="status" className="row gap-12 muted">
            Loading characters <TypingDots label={null} />
          </p>
        ) : (
          <ul className={`${styles.people} cards`}>
            {loaded.map((character) => (
              <StoryCharacterLine
                key={character.characterId}
                character={character}
                startingId={startingId}
                onStart={onStart}
                onOpen={onOpen}
              />
            ))}
          </ul>
        )}
        {cursor !== null && (
          <p className="flex justify-center margin-top-44">
            <Button onClick={() => void loadMore()}>More characters</Button>
          </p>
        )}
      </div>
    </section>
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
        <Button onClick={() => onStart(character)} disabled={startingId !== null}>
          {startingId === characterId ? "Starting…" : "Start Chat"}
        </Button>
      }
    >
      <span dir="auto">{role ?? stories?.[0]?.title ?? ""}</span>
    </ListLine>
  );
}

function shortenTitle(title: string): string {
  const short = truncateCharacters(title, STORY_TITLE_SHOWN);
  return short === title ? title : `${short}…`;
}
