import { addEvidence, type Evidence } from "./evidence.ts";
import { isSomebody, type TextSize } from "./is-somebody.ts";
import { isPlaceLike, type NameForm, placeWords } from "./name-forms.ts";
import type { Token } from "./tokens.ts";
import { isKnownPlace } from "./words/places.ts";

/**
 * How often a person's neighbours in a list become evidence for the next name: "Abara, Okoye, Petrenko and Ruiz". A book has
 * enough other evidence.
 */
const ROUNDS = { passage: 3, chapter: 3, book: 1 } satisfies Record<TextSize, number>;

/** The forms that name a person. Forms with a common word share their evidence: "Mr. Darcy" and "Darcy". */
export function chooseSomebodies(
  tokens: readonly Token[],
  forms: readonly NameForm[],
  size: TextSize,
): NameForm[] {
  const places = placeWords(forms);
  const byWord = new Map<string, NameForm[]>();
  for (const form of forms) {
    for (const name of new Set(form.names)) byWord.set(name, [...(byWord.get(name) ?? []), form]);
  }
  const pooled = new Map(forms.map((form) => [form, pool(form, byWord, places)]));
  let chosen = forms.filter((form) => isSomebody(form, findEvidence(pooled, form), places, size));
  const vouched = new Set<NameForm>();
  for (let round = 0; round < ROUNDS[size]; round += 1) {
    for (const [form, count] of countCompanions(tokens, forms, new Set(chosen))) {
      if (vouched.has(form)) continue;
      vouched.add(form);
      findEvidence(pooled, form).person += Math.min(count, 3);
    }
    chosen = forms.filter((form) => isSomebody(form, findEvidence(pooled, form), places, size));
  }
  return chosen.filter((form) => !isChanceMeeting(form, byWord));
}

/** "to the van der Luydens | Newland went": two names side by side, the second of which begins a commoner name elsewhere. */
function isChanceMeeting(form: NameForm, byWord: ReadonlyMap<string, NameForm[]>): boolean {
  const last = form.names.at(-1) ?? "";
  if (form.names.length !== 2 || form.titles.length > 0 || form.mentions.length > 2) return false;
  return (byWord.get(last) ?? []).some(
    (other) =>
      other.names.length > 1 && other.names[0] === last && other.mentions.length > form.mentions.length,
  );
}

function findEvidence(pooled: ReadonlyMap<NameForm, Evidence>, form: NameForm): Evidence {
  return pooled.get(form) ?? form.evidence;
}

function pool(
  form: NameForm,
  byWord: ReadonlyMap<string, NameForm[]>,
  places: ReadonlySet<string>,
): Evidence {
  const evidence = { ...form.evidence };
  const relatives = new Set(form.names.flatMap((name) => byWord.get(name) ?? []));
  relatives.delete(form);
  let witnesses = 0;
  for (const other of relatives) {
    if (isPlaceLike(other)) continue;
    const titled = other.titles.length > 0 && other.names.length > 0;
    if (titled && form.names.every((name) => other.names.includes(name)))
      witnesses += other.evidence.mentions;
    // "Gethin Pugh" where there is a Mr. Pugh: one of the family
    else if (titled && form.names.length > 1 && form.names.at(-1) === other.names.at(-1))
      evidence.person += 0.7;
    // "Mara Voss" once, "Mara" everywhere else: the evidence for one counts for the other
    if (other.titles.length === 0 && other.names.length === 1 && form.names.length > 1) {
      const word = other.names[0] ?? "";
      if (places.has(word) || isKnownPlace(word)) continue;
      addEvidence(evidence, { ...scaled(other.evidence, 0.5), mentions: 0, articles: 0, kinds: 0 });
    }
    if (
      form.names.length === 1 &&
      other.names.length > 1 &&
      other.titles.length === 0 &&
      other.names.includes(form.names[0] ?? "")
    ) {
      addEvidence(evidence, { ...scaled(other.evidence, 0.5), mentions: 0, articles: 0, kinds: 0 });
    }
  }
  if (witnesses > 0) {
    const weight = Math.min(witnesses, Math.max(3, form.evidence.mentions * 0.3));
    evidence.person += 1.5 * weight;
    evidence.strong += 1;
    evidence.certain += 1;
  }
  return evidence;
}

function scaled(evidence: Evidence, factor: number): Evidence {
  return { ...evidence, person: evidence.person * factor, other: evidence.other * factor };
}

/** How often a form stands beside somebody: "Mara and Finn", "Jane, Kitty and Lydia". */
function countCompanions(
  tokens: readonly Token[],
  forms: readonly NameForm[],
  accepted: ReadonlySet<NameForm>,
): Map<NameForm, number> {
  const at = new Map<number, NameForm>();
  const endingAt = new Map<number, NameForm>();
  for (const form of forms) {
    for (const mention of form.mentions) {
      at.set(mention.from, form);
      endingAt.set(mention.to, form);
    }
  }
  const counts = new Map<NameForm, number>();
  const count = (form: NameForm | undefined, companion: NameForm | undefined) => {
    if (form !== undefined && companion !== undefined && accepted.has(companion) && !accepted.has(form)) {
      counts.set(form, (counts.get(form) ?? 0) + 1);
    }
  };
  for (const [to, form] of endingAt) {
    const next = tokens[to];
    if (next === undefined || tokens[to - 1]?.possessive) continue;
    const joined =
      /^(and|or|nor)$/.test(next.lower) && /^,? $/.test(next.gap) && tokens[to + 1]?.gap === " "
        ? to + 1
        : next.gap === ", "
          ? to
          : null;
    if (joined === null) continue;
    count(form, at.get(joined));
    count(at.get(joined), form);
  }
  return counts;
}
