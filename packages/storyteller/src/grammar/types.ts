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

/** A small matter beside the story's own arc: it comes up, comes back some time later, and is settled. */
export type Thread = readonly [string, string, string];

/** What a person could write into the form for a new story; the storyteller fills it from here. */
export type Premise = {
  subGenre: string | null;
  categories: readonly string[];
  tropes: readonly string[];
  character: string;
  description: string;
};

/**
 * What a longer story of a genre needs besides its beginnings; the slots are those of `GenreGrammar`. What `you` do
 * that weighs anything is for the person to write: here others act, and "you" are where it happens.
 */
export type GenreDepth = {
  /** By a cast member's `name`: what they do while they speak, `{speaker}`, always in their own manner. */
  manners: Readonly<Record<string, readonly string[]>>;
  threads: readonly Thread[];
  /** A story's last paragraph. */
  endings: readonly string[];
  senses: readonly string[];
  lines: readonly string[];
  premises: readonly Premise[];
};

/** What one genre begins with. */
export type GenreBasis = {
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

/**
 * What one genre brings to the telling. Every text may use slots:
 * `{ally}`, `{rival}`, `{third}` (the cast; with `.they`, `.them`, `.their`, `.was`), `{name}` (the person's character),
 * `{at}` ("in the harbour"), `{thing}` (what the person's last action was about), `{whom}` (to whom), `{topic}` (what the
 * story's description is about), `{asked}` (what they asked about), `{goal}`, `{obstacle}`, `{carried}` and `{gone}` (things). A text whose slot has no value in this story isn't used. Straight quotation marks; all in the past tense.
 */
export type GenreGrammar = GenreBasis &
  Omit<GenreDepth, "senses" | "lines"> & {
    /** Whether somebody in it may mean real harm. */
    isGrave: boolean;
  };
