import { useId } from "react";
import { useRevalidator } from "react-router";
import { servicesContext } from "#app/context.ts";
import { asFailure } from "#app/features/api/call-api.ts";
import { showIfLimit } from "#app/features/billing/limit-notice.tsx";
import { restoreCharacter, restoreChat } from "#app/features/characters/character-calls.ts";
import styles from "#app/features/characters/characters-screen.module.css";
import { Portrait } from "#app/features/characters/portrait.tsx";
import { Page } from "#app/features/layout/page.tsx";
import { findFocusAfterRemoval } from "#app/features/stories/changes/story-change.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ListLine } from "#app/ui/list-line.tsx";
import { showError, showSuccess } from "#app/ui/toaster.tsx";
import type { CharacterRecord } from "#domain/character.ts";
import { toDefaultTitle } from "#domain/chat.ts";
import { countDaysUntil } from "#domain/dates.ts";
import type { Route } from "./+types/deleted";

const SHOWN = 100;

export async function loader({ context }: Route.LoaderArgs) {
  const now = new Date();
  const services = context.get(servicesContext);
  const [characters, chats] = await Promise.all([
    services.characters.deleted({ limit: SHOWN }),
    services.chats.deleted({ limit: SHOWN }),
  ]);
  return {
    characters: characters.records.map((character) => ({
      ...character,
      daysLeft: countDaysUntil(character.goneAt, now),
    })),
    chats: chats.records.map((chat) => ({ ...chat, daysLeft: countDaysUntil(chat.goneAt, now) })),
  };
}

export const meta: Route.MetaFunction = () => [{ title: "Recently deleted characters · Talespark" }];

export default function DeletedCharacters({ loaderData: { characters, chats } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();

  async function restore(
    kind: "character" | "chat",
    button: HTMLElement,
    bringBack: () => Promise<unknown>,
  ): Promise<void> {
    const next = findFocusAfterRemoval(button);
    try {
      await bringBack();
      showSuccess(kind === "character" ? "Character restored" : "Chat restored");
      next?.focus();
      void revalidate();
    } catch (error) {
      const failure = asFailure(error);
      if (!showIfLimit(failure)) showError(`Failed to restore ${kind}. ${failure.message}`);
    }
  }

  const deletedIds = new Set(characters.map(({ characterId }) => characterId));
  return (
    <Page>
      <div className="spread gap-12 margin-bottom-44">
        <div className="grow-from-240">
          <h1 tabIndex={-1}>Recently deleted</h1>
          <p className="margin-top-4 subtitle muted">
            Deleted characters and chats wait here for 30 days; after that they are gone for good.
          </p>
        </div>
        <ButtonLink to="/characters">To the characters</ButtonLink>
      </div>
      {characters.length + chats.length === 0 && (
        <EmptyState pose="asleep" title="Nobody was deleted lately" />
      )}
      <DeletedPeople
        title="Characters"
        people={characters.map((character) => ({
          id: character.characterId,
          name: character.name,
          note: null,
          daysLeft: character.daysLeft,
          character,
        }))}
        onRestore={(id, button) => void restore("character", button, () => restoreCharacter(id))}
      />
      <DeletedPeople
        title="Chats"
        people={chats.map(({ chatId, title, characterName, character, daysLeft }) => ({
          id: chatId,
          name: title,
          note: deletedIds.has(character.characterId)
            ? `Brings ${characterName} back as well`
            : findPartner(title, characterName),
          daysLeft,
          character,
        }))}
        onRestore={(id, button) => void restore("chat", button, () => restoreChat(id))}
      />
    </Page>
  );
}

/** Who a chat is with; `null` if its title already says this. */
function findPartner(title: string, characterName: string): string | null {
  const partner = toDefaultTitle(characterName);
  return title === partner ? null : partner;
}

export { PageFault as ErrorBoundary } from "#app/features/layout/page-fault.tsx";

/** A character or a chat that can be restored. `character`: whose picture it has. */
type Deleted = {
  id: string;
  name: string;
  note: string | null;
  daysLeft: number;
  character: Pick<CharacterRecord, "name" | "metadata">;
};

type DeletedPeopleProps = {
  title: string;
  people: readonly Deleted[];
  /** `button`: what was pressed. */
  onRestore: (id: string, button: HTMLElement) => void;
};

/** One list of "Recently deleted"; nothing where it is empty. */
function DeletedPeople({ title, people, onRestore }: DeletedPeopleProps) {
  const headingId = useId();
  if (people.length === 0) return null;
  return (
    <section className="margin-bottom-44" aria-labelledby={headingId}>
      <h2 className="margin-bottom-8 title" id={headingId}>
        {title}
      </h2>
      <ul className={`${styles.people} cards`}>
        {people.map(({ id, name, note, daysLeft, character }) => (
          <ListLine
            key={id}
            picture={<Portrait character={character} width={60} />}
            name={name}
            action={
              <Button
                aria-label={`Restore ${name}`}
                onClick={({ currentTarget }) => onRestore(id, currentTarget)}
              >
                Restore
              </Button>
            }
          >
            {note !== null && <span dir="auto">{note}</span>}
            <span>{daysLeft === 1 ? "1 day left" : `${daysLeft} days left`}</span>
          </ListLine>
        ))}
      </ul>
    </section>
  );
}
