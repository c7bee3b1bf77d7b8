import { Download, Palette, Pencil, Trash2 } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Link, useLocation, useNavigate, useNavigation } from "react-router";
import { asFailure } from "#app/features/api/call-api.ts";
import { findFocusAfterRemoval } from "#app/features/stories/changes/story-change.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDelete } from "#app/ui/confirm-delete.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Options, Select } from "#app/ui/field.tsx";
import { makeLazyDialog, useLast } from "#app/ui/lazy-dialog.tsx";
import { Menu, MenuItem, MoreIcon } from "#app/ui/menu.tsx";
import { showError } from "#app/ui/show-toast.tsx";
import {
  CHARACTER_SORT_NAMES,
  CHARACTER_SORTS,
  type CharacterRecord,
  type CharacterSort,
} from "#domain/character.ts";
import type { Tier } from "#domain/plan.ts";
import { type CharactersPage, fetchCharacter } from "./character-calls.ts";
import { CharacterCard } from "./character-card.tsx";
import styles from "./characters-screen.module.css";
import { ImportCards } from "./import-cards.tsx";
import { MoreCharacters, StoryCharacters } from "./story-characters.tsx";
import { findCharacterSort, useCharacters } from "./use-characters.ts";

const CharacterDialog = makeLazyDialog(
  async () => (await import("./form/character-dialog.tsx")).CharacterDialog,
);
const CharacterSheet = makeLazyDialog(async () => (await import("./character-sheet.tsx")).CharacterSheet);

type Editing = { character: CharacterRecord | null; startAt: "details" | "appearance" };

/** `beside`: what has the focus when the card is gone. */
type Deleting = { character: CharacterRecord; beside: HTMLElement | null };

type CharactersScreenProps = {
  userId: string;
  tier: Tier;
  page: CharactersPage;
  sort: CharacterSort;
  storyCharacterCount: number;
  stories: readonly { storyId: string; title: string }[];
  canWriteAdult: boolean;
  canPaint: boolean;
  hasDeleted: boolean;
};

/** The page of all characters that the person can chat with. */
export function CharactersScreen(props: CharactersScreenProps) {
  const { userId, page, sort, storyCharacterCount, stories, canWriteAdult, canPaint, hasDeleted } = props;
  const list = useCharacters(userId, page, sort);
  const [editing, setEditing] = useState<Editing | null>(null);
  const edited = useLast(editing);
  const [shown, setShown] = useState<CharacterRecord | null>(null);
  const [deleting, setDeleting] = useState<Deleting | null>(null);
  const deleted = useLast(deleting);
  const focusAfter = useRef<HTMLElement | null>(null);
  const createButton = useRef<HTMLButtonElement>(null);
  const navigate = useNavigate();
  useCharacterOfSearch(setShown);
  const { state, location: coming } = useNavigation();
  /** The chosen order, also while its list is still loading. */
  const shownSort = (coming && findCharacterSort(coming.search)) ?? sort;

  function edit(character: CharacterRecord | null, startAt: Editing["startAt"] = "details"): void {
    setEditing({ character, startAt });
  }

  return (
    <ImportCards onImported={list.refresh}>
      {(importButton) => (
        <>
          <div className="spread gap-12 margin-bottom-44">
            <div className="grow-from-240">
              <h1 tabIndex={-1}>Character Chats</h1>
              <p className="margin-top-4 subtitle muted">
                Have one-on-one conversations with unique characters
              </p>
            </div>
            <div className={`${styles.actions} flex wrap gap-12`}>
              <div className={styles.sort}>
                <Select
                  label="Sort by"
                  bare
                  value={shownSort}
                  onChange={({ target }) =>
                    void navigate(`?sort=${target.value}`, { replace: true, preventScrollReset: true })
                  }
                >
                  <Options values={CHARACTER_SORTS} toName={(name) => CHARACTER_SORT_NAMES[name]} />
                </Select>
              </div>
              {importButton}
              <Button
                ref={createButton}
                look="primary"
                onPointerEnter={CharacterDialog.preload}
                onClick={() => edit(null)}
              >
                Create New Character
              </Button>
            </div>
          </div>
          {list.characters.length === 0 ? (
            <EmptyState
              pose="asleep"
              title="No Characters Yet"
              text="Create your first character and start a unique conversation."
            >
              <Button look="primary" size="large" onClick={() => edit(null)}>
                Create Your First Character
              </Button>
            </EmptyState>
          ) : (
            <ul className="cards" aria-busy={state === "loading"}>
              {list.characters.map((character) => (
                <li className="stack min-width-0" key={character.characterId}>
                  <CharacterCard
                    character={character}
                    isStarting={list.startingId === character.characterId}
                    onStart={() => list.chat(character)}
                    onOpen={() => setShown(character)}
                    menu={
                      <CharacterMenu
                        character={character}
                        canPaint={canPaint}
                        onEdit={() => edit(character)}
                        onPaint={() => edit(character, "appearance")}
                        onDelete={(button) => {
                          focusAfter.current = null;
                          setDeleting({ character, beside: findFocusAfterRemoval(button) });
                        }}
                      />
                    }
                  />
                </li>
              ))}
            </ul>
          )}
          <MoreCharacters list={list} />
          <StoryCharacters
            userId={userId}
            count={storyCharacterCount}
            stories={stories}
            version={list.version}
            startingId={list.startingId}
            onStart={(character) => list.chat(character)}
            onOpen={setShown}
          />
          {hasDeleted && (
            <p className="margin-top-16 small">
              <Link to="/characters/deleted">Recently deleted</Link>
            </p>
          )}
          {shown && (
            <CharacterSheet
              open
              character={shown}
              onClose={() => setShown(null)}
              back="Back to Characters"
              onChat={() => list.chat(shown)}
            />
          )}
          <ConfirmDelete
            open={deleting !== null}
            title="Delete Character"
            name={deleted?.character.name ?? ""}
            text="Are you sure you want to delete this character? Your chats with them are deleted as well."
            onDelete={() => {
              if (deleting === null) return;
              focusAfter.current = deleting.beside;
              void list.remove(deleting.character);
            }}
            onClose={() => setDeleting(null)}
            focusAfter={focusAfter}
          />
          {edited && (
            <CharacterDialog
              key={`${edited.character?.characterId ?? "new"} ${edited.startAt} ${editing !== null}`}
              open={editing !== null}
              onClose={() => setEditing(null)}
              userId={userId}
              tier={props.tier}
              character={edited.character}
              startAt={edited.startAt}
              // The button of an empty page is gone once there is somebody.
              {...(edited.character === null && list.characters.length > 0
                ? { finalFocus: createButton }
                : {})}
              canWriteAdult={canWriteAdult}
              canPaint={canPaint}
              onSaved={list.refresh}
            />
          )}
        </>
      )}
    </ImportCards>
  );
}

type CharacterMenuProps = {
  character: CharacterRecord;
  /** Whether there is an image model. */
  canPaint: boolean;
  onEdit: () => void;
  onPaint: () => void;
  /** `button`: what opened the menu. */
  onDelete: (button: HTMLElement | null) => void;
};

/** What can be done to somebody. */
function CharacterMenu({ character, canPaint, onEdit, onPaint, onDelete }: CharacterMenuProps) {
  const { characterId, name, metadata } = character;
  const cardPath = `/api/characters/${characterId}/card`;
  return (
    <Menu label="Character menu" of={name} icon={<MoreIcon />}>
      <MenuItem icon={<Pencil size={18} />} onSelect={onEdit}>
        Edit
      </MenuItem>
      <MenuItem icon={<Palette size={18} />} onSelect={onPaint}>
        {canPaint ? (metadata.images.primary ? "New portrait" : "Draw a portrait") : "Choose an emblem"}
      </MenuItem>
      {metadata.images.primary && (
        <MenuItem icon={<Download size={18} />} onSelect={() => download(`${cardPath}.png`)}>
          Export card (PNG)
        </MenuItem>
      )}
      <MenuItem icon={<Download size={18} />} onSelect={() => download(`${cardPath}.json`)}>
        Export card (JSON)
      </MenuItem>
      <MenuItem icon={<Trash2 size={18} />} danger onSelect={onDelete}>
        Delete
      </MenuItem>
    </Menu>
  );
}

/** Lets the browser keep a file; its name comes with it. */
function download(path: string): void {
  const link = document.createElement("a");
  link.href = path;
  link.download = "";
  link.click();
}

/** A search leads here with the character that was found. */
function useCharacterOfSearch(onFound: (character: CharacterRecord) => void): void {
  const { search, key } = useLocation();
  const id = new URLSearchParams(search).get("character");
  const show = useEffectEvent(onFound);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is new with each navigation: a search opens the same character again
  useEffect(() => {
    if (id === null) return;
    const abort = new AbortController();
    fetchCharacter(id, abort.signal).then(show, (error: unknown) => {
      if (!abort.signal.aborted)
        showError("This character could not be opened.", { description: asFailure(error).message });
    });
    return () => abort.abort();
  }, [id, key]);
}
