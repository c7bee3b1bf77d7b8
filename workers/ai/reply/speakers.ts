/** Who speaks in a reply, and what the reply must not write again. */
export type ReplySpeakers = {
  form: "story" | "chat";
  /** The name of the person's own character; `null`: it has none that is known. */
  player: string | null;
  /** The name of the character who answers in a chat; `null` in a story. */
  writer: string | null;
  /** What the person wrote that the reply takes up; `null`: nothing. */
  action: string | null;
  /** Replies that it must not repeat: the one before it, and the one that it is to differ from. */
  earlier: readonly string[];
  /** Names that lines began with before, in lower case, as in a play: they are no sign of a model that runs on. */
  usual: ReadonlySet<string>;
};

const SPEAKER_LINE = /^[*_#> ]{0,4}([\p{L}\p{N}'’. -]{1,40}?)\s{0,2}[*_]{0,3}[:：]/gmu;
/** How much of the end of a text is searched, in UTF-16 code units. */
const READ_MAX = 8_000;

/** The names that lines begin with in these texts: "Anna: Where were you?" */
export function findUsualSpeakers(texts: readonly string[]): Set<string> {
  return new Set(
    texts.flatMap((text) =>
      [...text.slice(-READ_MAX).matchAll(SPEAKER_LINE)].map(([, name = ""]) => name.trim().toLowerCase()),
    ),
  );
}
