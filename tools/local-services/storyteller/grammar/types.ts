/** A person whom the storyteller brings in. */
export type CastMember = {
  /** What they are called in the running text. */
  name: string;
  /** How they are named the first time, e.g. "Ilse Marr". */
  fullName: string;
  /** What stands after the first naming, between commas: "the hotel's night clerk". */
  role: string;
  pronoun: "he" | "she" | "they";
};

/** What a story is secretly about: its own short arc, told in order, one step a passage. */
export type Intrigue = {
  title: string;
  /** First comes what starts it, last what settles it. Each is one to three sentences. */
  steps: readonly string[];
};

/**
 * What one genre brings to the telling. Every text may use slots:
 * `{ally}`, `{rival}`, `{third}` (the cast; with `.they`, `.them`, `.their`, `.was`), `{name}` (the person's character),
 * `{at}` ("in the harbour"), `{thing}` (what the person's last action was about), `{topic}` (what the story's description
 * is about). A text whose slot has no value in this story isn't used. Straight quotation marks; all in the past tense.
 */
export type GenreGrammar = {
  /** Where stories of this genre begin when the person named no place: "in the reading room". */
  places: readonly string[];
  cast: readonly CastMember[];
  /** First words of a story: hour, weather, mood. */
  openings: readonly string[];
  /** How the ally comes into the opening, with something said. A paragraph each. */
  arrivals: readonly string[];
  /** What can be seen, heard, smelt, whatever else happens. */
  senses: readonly string[];
  /** Something happens, to you or near you; one to three sentences. */
  events: readonly string[];
  /** What the cast say, without the "said": two parts, `|` between them. */
  lines: readonly string[];
  /** Last words of a passage: something is open, and it is yours to do. */
  hooks: readonly string[];
  intrigues: readonly Intrigue[];
};
