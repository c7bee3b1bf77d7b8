import { useState } from "react";
import { useRevalidator } from "react-router";
import { servicesContext } from "#app/context.ts";
import { asFailure } from "#app/features/api/call-api.ts";
import { LimitNotice } from "#app/features/billing/limit-notice.tsx";
import { isPlanLimit, type PlanLimit } from "#app/features/billing/limits.ts";
import { restoreCharacter } from "#app/features/characters/characters-api.ts";
import styles from "#app/features/characters/characters-screen.module.css";
import { Portrait } from "#app/features/characters/portrait.tsx";
import { Page } from "#app/features/layout/page.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { showError, showSuccess } from "#app/ui/toast.tsx";
import { countDaysUntil } from "#domain/dates.ts";
import type { Route } from "./+types/deleted";

export async function loader({ context }: Route.LoaderArgs) {
  const now = new Date();
  const { characters } = await context.get(servicesContext).characters.deleted({ limit: 100 });
  return {
    characters: characters.map((character) => ({
      ...character,
      daysLeft: countDaysUntil(character.goneAt, now),
    })),
  };
}

export const meta: Route.MetaFunction = () => [{ title: "Recently deleted characters · Talespark" }];

export default function DeletedCharacters({ loaderData: { characters } }: Route.ComponentProps) {
  const [limit, setLimit] = useState<PlanLimit | null>(null);
  const { revalidate } = useRevalidator();

  async function restore(characterId: string): Promise<void> {
    try {
      await restoreCharacter(characterId);
      showSuccess("Character restored");
      void revalidate();
    } catch (error) {
      const failure = asFailure(error);
      if (isPlanLimit(failure)) setLimit(failure);
      else showError(`Failed to restore character. ${failure.message}`);
    }
  }

  return (
    <Page>
      <div className={styles.head}>
        <div className={styles.title}>
          <h1 tabIndex={-1}>Recently deleted</h1>
          <p className={styles.lead}>
            Deleted characters wait here for 30 days; after that they are gone for good.
          </p>
        </div>
        <ButtonLink to="/characters">To the characters</ButtonLink>
      </div>
      {characters.length === 0 && <EmptyState pose="asleep" title="Nobody was deleted lately" />}
      <ul className={styles.people}>
        {characters.map((character) => (
          <li key={character.characterId}>
            <Portrait character={character} width={60} />
            <div className={styles.person}>
              <b>
                <bdi>{character.name}</bdi>
              </b>
              <span>{character.daysLeft === 1 ? "1 day left" : `${character.daysLeft} days left`}</span>
            </div>
            <Button onClick={() => void restore(character.characterId)}>Restore</Button>
          </li>
        ))}
      </ul>
      <LimitNotice limit={limit} onClose={() => setLimit(null)} />
    </Page>
  );
}

export { PageFault as ErrorBoundary } from "#app/features/layout/page-fault.tsx";
