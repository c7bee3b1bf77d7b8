import { useState } from "react";
import { GenreBadge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Options, Select } from "#app/ui/field.tsx";
import { GENRES, type Genre } from "#domain/genres.ts";
import { findIdeas, STORY_IDEAS, type StoryIdea } from "#domain/story-ideas.ts";
import styles from "./idea-dialog.module.css";

const SHOWN = 3;

type IdeaDialogProps = {
  open: boolean;
  onClose: () => void;
  /** What is chosen in the form; ideas of it come first. */
  genre: Genre | null;
  /** The genres that the form offers; absent: all. */
  genres?: readonly Genre[];
  onTake: (idea: StoryIdea) => void;
};

/** Booky's story prompts to choose from, three at a time. */
export function IdeaDialog({ open, onClose, genre, genres = GENRES, onTake }: IdeaDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      look="form"
      title="Ask Booky for an idea"
      text="Take one, and change whatever you like. An idea goes in place of what is in the form; you can undo it."
    >
      <Chooser genre={genre} genres={genres} onTake={onTake} />
    </Dialog>
  );
}

type ChooserProps = Required<Pick<IdeaDialogProps, "genre" | "genres" | "onTake">>;

function Chooser({ genre: chosen, genres, onTake }: ChooserProps) {
  const shuffle = (only: Genre | null) =>
    shuffledIdeas(only, Math.random).filter((idea) => genres.includes(idea.genre));
  const [genre, setGenre] = useState(chosen);
  const [ideas, setIdeas] = useState(() => shuffle(chosen));
  const shown = ideas.slice(0, SHOWN);

  function filter(name: string): void {
    const next = genres.find((known) => known === name) ?? null;
    setGenre(next);
    setIdeas(shuffle(next));
  }

  return (
    <>
      <div className={`${styles.tools} flex wrap gap-12`}>
        <Select label="Genre" value={genre ?? ""} onChange={(event) => filter(event.target.value)}>
          <option value="">Any genre</option>
          <Options values={genres} />
        </Select>
        <Button disabled={ideas.length <= SHOWN} onClick={() => setIdeas(reshuffled(ideas, Math.random))}>
          Other ideas
        </Button>
      </div>
      <p className="visually-hidden" role="status">
        {shown.map(({ title }) => title).join(", ")}
      </p>
      <ul className={`${styles.ideas} stack`}>
        {shown.map((idea) => (
          <li key={idea.title} className={`${styles.idea} column gap-8 story-text padding-top-16 line-above`}>
            <p className={`${styles.kind} muted`}>
              <GenreBadge genre={idea.genre} /> {idea.subGenre}
            </p>
            <h3 className="title">{idea.title}</h3>
            <p className="muted italic">{idea.character}</p>
            <p>{idea.description}</p>
            <Button onClick={() => onTake(idea)}>
              <span>
                Take this one<span className="visually-hidden">: {idea.title}</span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Booky's ideas of a genre, of any for null, in an order by chance. `random`: from 0 up to 1. */
export function shuffledIdeas(genre: Genre | null, random: () => number): StoryIdea[] {
  return shuffled(genre === null ? STORY_IDEAS : findIdeas(genre), random);
}

/** The same ideas in another order: those that were shown come last. */
function reshuffled(ideas: readonly StoryIdea[], random: () => number): StoryIdea[] {
  return [...shuffled(ideas.slice(SHOWN), random), ...shuffled(ideas.slice(0, SHOWN), random)];
}

function shuffled(ideas: readonly StoryIdea[], random: () => number): StoryIdea[] {
  const drawn = ideas.map((idea) => ({ idea, at: random() }));
  return drawn.sort((a, b) => a.at - b.at).map(({ idea }) => idea);
}
