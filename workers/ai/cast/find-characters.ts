import { describePerson } from "./describe.ts";
import { toTextSize } from "./is-somebody.ts";
import { gatherForms, type NameForm } from "./name-forms.ts";
import { findNameSpans } from "./name-spans.ts";
import { gatherPeople } from "./people.ts";
import { listMentions, type Person } from "./person.ts";
import { chooseSomebodies } from "./somebodies.ts";
import { tokenize } from "./tokens.ts";
import { countWordUse } from "./word-use.ts";
import { isGivenName } from "./words/given-names.ts";

/** Somebody found in a text. `positions` are [start, end) in UTF-16 code units, without a possessive's 's. */
export type FoundCharacter = {
  name: string;
  aliases: string[];
  mentions: number;
  positions: [number, number][];
  /** What the text says of them where it names them, in its own words; `null` where it says nothing. */
  description: string | null;
  role: string | null;
};

export type FindOptions = {
  /** Names of the cast so far: found wherever they stand, whatever is around them. */
  knownNames?: readonly string[];
  /** The name of the person's own character. */
  playerName?: string;
};

/**
 * The people of a prose text, most mentioned first, by capitals, word lists and what stands around a name. The figures of this
 * method are printed by `npm run cast:score`. A text of 1 MB takes about two seconds.
 */
export function findCharacters(text: string, options: FindOptions = {}): FoundCharacter[] {
  const tokens = tokenize(text);
  const spans = findNameSpans(tokens, countWordUse(tokens));
  const forms = mostMentioned(gatherForms(tokens, spans), tokens.length);
  const known = new Set(
    [...(options.knownNames ?? []), options.playerName ?? ""].flatMap((name) => [name, ...name.split(" ")]),
  );
  const chosen = new Set(chooseSomebodies(tokens, forms, toTextSize(tokens.length)));
  for (const form of forms) if (form.names.length > 0 && known.has(form.names.join(" "))) chosen.add(form);
  return gatherPeople(forms.filter((form) => chosen.has(form)))
    .map((person) => toFound(text, person))
    .sort((a, b) => b.mentions - a.mentions || (a.name < b.name ? -1 : 1));
}

/** At least this many forms are compared, however short the text is: it may be a list of guests. */
const FORMS_MIN = 100;

/**
 * Keeps the forms with the most mentions. Each name is compared with every other one, so their number is limited: then the
 * time grows with the text, not with its square. Prose has far fewer names than that.
 */
function mostMentioned(forms: readonly NameForm[], tokens: number): NameForm[] {
  const max = Math.max(FORMS_MIN, Math.ceil(Math.sqrt(tokens)));
  if (forms.length <= max) return [...forms];
  const most = new Set([...forms].sort((a, b) => b.mentions.length - a.mentions.length).slice(0, max));
  return forms.filter((form) => most.has(form));
}

function toFound(text: string, person: Person): FoundCharacter {
  const mentions = listMentions(person);
  const written = [...new Set(person.forms.map((form) => toWrittenForm(text, form)))];
  const name = chooseName(person, text);
  return {
    name,
    aliases: written.filter((form) => form !== name),
    mentions: mentions.length,
    positions: mentions.map(({ start, end }) => [start, end]),
    ...describePerson(text, person),
  };
}

const TITLES_BEFORE = (form: NameForm) =>
  new RegExp(`^${form.titles.map((title) => `${title}\\.? `).join("")}`);

/** A form as the text writes it, on one line. */
function toWrittenForm(text: string, form: NameForm): string {
  const mention = form.mentions[0];
  if (mention === undefined) return form.names.join(" ");
  const written = text.slice(mention.start, mention.end).replace(/\s+/g, " ");
  return form.names.length === 0 && form.evidence.articles > 0 ? `the ${written}` : written;
}

/** Given name and surname where the text has both, without a title unless the title is all that is known. */
function chooseName(person: Person, text: string): string {
  const byUse = [...person.forms].sort((a, b) => b.mentions.length - a.mentions.length);
  // two names may stand side by side by chance: "Hereupon Startop" once, "Startop" everywhere else
  const full = byUse.filter(
    (form) =>
      form.names.length > 1 &&
      (form.mentions.length > 1 || person.mentions < 20 || isGivenName(form.names[0] ?? "")),
  );
  const untitled = full.find((form) => form.titles.length === 0);
  const form = untitled ?? full[0];
  if (form !== undefined) {
    const keepsTitle = form.titles.some((title) =>
      /^(Sir|Lady|Lord|King|Queen|Prince|Princess|Mrs)$/.test(title),
    );
    return keepsTitle
      ? toWrittenForm(text, form)
      : toWrittenForm(text, form).replace(TITLES_BEFORE(form), "");
  }
  // "Captain Voss" says more than "Voss"; a given name is enough
  const titled = byUse.find((one) => one.titles.length > 0 && one.names.length > 0);
  const commonest = byUse[0];
  if (commonest === undefined) return "";
  if (titled !== undefined && titled !== commonest && titled.mentions.length * 4 >= commonest.mentions.length)
    return toWrittenForm(text, titled);
  return toWrittenForm(text, commonest);
}
