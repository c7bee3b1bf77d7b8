/**
 * One step in which a model's text is processed before a person reads it. Text goes in as it streams and comes out as soon as
 * it is decided; undecided text is held. Each stage reads every character a limited number of times.
 */
export interface TextStage {
  /** Takes the next piece; returns what can go on. */
  push(piece: string): string;
  /** The text is over: returns what was held. */
  end(): string;
  /** Why the reply ends here, whatever the model still writes; `null`: it goes on. */
  readonly cut: ReplyCut | null;
}

/**
 * `end-mark`: the model wrote the token that ends a turn, as text. `player-turn`: it went on with the person's next turn.
 * `loop`: it writes the same again and again. `same-passage`: it writes an earlier passage again. `refusal`: it declined.
 */
export type ReplyCut = "end-mark" | "player-turn" | "loop" | "same-passage" | "refusal";
