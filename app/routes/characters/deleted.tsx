import { type ReactNode, useId } from "react";
import { useRevalidator } from "react-router";
import { servicesContext } from "#app/context.ts";
import { restoreCharacter, restoreChat, restoreDeleted } from "#app/features/characters/character-calls.ts";
import styles from "#app/features/characters/characters-screen.module.css";
import { Portrait } from "#app/features/characters/portrait.tsx";
import { LeavingLine } from "#app/features/layout/leaving-line.tsx";
import { readListPages } from "#app/features/layout/list-pages.ts";
import { Page } from "#app/features/layout/page.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { OlderPages } from "#app/ui/older-pages.tsx";
import { toDefaultTitle } from "#domain/chat.ts";
import { countDaysUntil } from "#domain/dates.ts";
import type { Route } from "./+types/deleted";

/** Of each kind on one page. */
const SHOWN = 100;
/** The parameters of the address that say where each list goes on. */
const CHARACTERS = "characters";
const CHATS = "chats";

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const now = new Date();
  const services = context.get(servicesContext);
  const cursors = { characters: searchParams.get(CHARACTERS), chats: searchParams.get(CHATS) };
  const [characters, chats] = await readListPages("/characters/deleted", () =>
    Promise.all([
      services.characters.deleted({ cursor: cursors.characters, limit: SHOWN }),
      services.chats.deleted({ cursor: cursors.chats, limit: SHOWN }),
    ]),
  );
  return {
    characters: characters.records.map((character) => ({
      ...character,
      daysLeft: countDaysUntil(character.goneAt, now),
    })),
    chats: chats.records.map((chat) => ({ ...chat, daysLeft: countDaysUntil(chat.goneAt, now) })),
    characterPages: { next: characters.next, isFirstPage: cursors.characters === null },
    chatPages: { next: chats.next, isFirstPage: cursors.chats === null },
  };
}

export const meta: Route.MetaFunction = () => [{ title: "Recently deleted characters · Talespark" }];

export default function DeletedCharacters({ loaderData }: Route.ComponentProps) {
  const { characters, chats, characterPages, chatPages } = loaderData;
  const { revalidate } = useRevalidator();

  async function restore(kind: "character" | "chat", bringBack: () => Promise<unknown>): Promise<boolean> {
    const isRestored = await restoreDeleted(kind, bringBack);
    if (isRestored) void revalidate();
    return isRestored;
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
      {characters.length > 0 && (
        <DeletedPeople title="Characters">
          {characters.map((character) => (
            <LeavingLine
              key={character.characterId}
              picture={<Portrait character={character} width={60} />}
              title={character.name}
              daysLeft={character.daysLeft}
              onRestore={() => restore("character", () => restoreCharacter(character.characterId))}
            />
          ))}
        </DeletedPeople>
      )}
      <OlderPages things="deleted characters" parameter={CHARACTERS} {...characterPages} />
      {chats.length > 0 && (
        <DeletedPeople title="Chats">
          {chats.map(({ chatId, title, characterName, character, daysLeft }) => {
            const bringsBack = deletedIds.has(character.characterId);
            const note = bringsBack ? `Brings ${characterName} back as well` : toDefaultTitle(characterName);
            return (
              <LeavingLine
                key={chatId}
                picture={<Portrait character={character} width={60} />}
                title={title}
                daysLeft={daysLeft}
                onRestore={() => restore("chat", () => restoreChat(chatId))}
              >
                {note !== title && <span dir="auto">{note}</span>}
              </LeavingLine>
            );
          })}
        </DeletedPeople>
      )}
      <OlderPages things="deleted chats" parameter={CHATS} {...chatPages} />
    </Page>
  );
}

export { PageFault as ErrorBoundary } from "#app/features/layout/page-fault.tsx";

function DeletedPeople({ title, children }: { title: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <section className="margin-bottom-44" aria-labelledby={headingId}>
      <h2 className="margin-bottom-8 title" id={headingId}>
        {title}
      </h2>
      <ul className={`${styles.people} cards`}>{children}</ul>
    </section>
  );
}
