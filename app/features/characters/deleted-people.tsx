import { useId } from "react";
import { Button } from "#app/ui/button.tsx";
import type { CharacterRecord } from "#domain/character.ts";
import styles from "./characters-screen.module.css";
import { Portrait } from "./portrait.tsx";

/** A character or a chat that can be restored. `character`: whose picture it has. */
type Deleted = {
  id: string;
  name: string;
  note: string | null;
  daysLeft: number;
  character: Pick<CharacterRecord, "name" | "metadata">;
};

type DeletedPeopleProps = { title: string; people: readonly Deleted[]; onRestore: (id: string) => void };

/** One list of "Recently deleted"; nothing where it is empty. */
export function DeletedPeople({ title, people, onRestore }: DeletedPeopleProps) {
  const headingId = useId();
  if (people.length === 0) return null;
  return (
    <section className={styles.deleted} aria-labelledby={headingId}>
      <h2 id={headingId}>{title}</h2>
      <ul className={styles.people}>
        {people.map(({ id, name, note, daysLeft, character }) => (
          <li key={id}>
            <Portrait character={character} width={60} />
            <div className={styles.person}>
              <b>
                <bdi>{name}</bdi>
              </b>
              {note !== null && <span dir="auto">{note}</span>}
              <span>{daysLeft === 1 ? "1 day left" : `${daysLeft} days left`}</span>
            </div>
            <Button aria-label={`Restore ${name}`} onClick={() => onRestore(id)}>
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
