import nlp from "compromise";
import { isAnimal, personIn, thingIn, topicIn, wishIn } from "./deed-parts.ts";
import { isPersonNoun } from "./noun-phrases.ts";
import { asSelf } from "./take-up.ts";
import { isStopWord, plainText } from "./text.ts";
import { baseOfThirdPerson } from "./verbs.ts";
import { leadsAway, type Place, placeIn } from "./where.ts";

export type DeedKind =
  | "look"
  | "read"
  | "ask"
  | "say"
  | "reveal"
  | "show"
  | "move"
  | "leave"
  | "take"
  | "give"
  | "open"
  | "use"
  | "destroy"
  | "make"
  | "help"
  | "threaten"
  | "fight"
  | "hide"
  | "wait"
  | "tender"
  | "refuse"
  | "think"
  | "other";

/** What a person had their character do, understood as far as the story needs it. */
export type Deed = {
  kind: DeedKind;
  /** To whom or with whom, as it was written: "Crane", "the innkeeper". */
  who: string | null;
  /** The thing it was done with or to: "the letter", "your sword". */
  what: string | null;
  /** What was asked or told about: "the ninth signal", "who was here last night". */
  topic: string | null;
  /** Where it led. */
  where: Place | null;
  /** It led away from there, nobody says where to. */
  isAway: boolean;
  /** What they said that they want, as an infinitive: "find out who burned the mill". */
  wish: string | null;
};

const VERBS: Record<Exclude<DeedKind, "other" | "refuse">, string> = {
  ask: "ask question interrogate demand inquire enquire quiz accuse confront",
  reveal: "confess admit reveal explain inform",
  show: "show",
  say: "say tell speak talk shout call answer whisper greet reply argue beg plead promise introduce mention suggest agree lie persuade convince yell scream announce propose speak order warn accuse",
  threaten: "threaten aim warn",
  fight:
    "attack hit shoot fight swing stab strike kick punch slash tackle throw hurl charge lunge kill wrestle block parry beat slam push shove bite",
  destroy: "burn smash destroy tear rip shred crush shatter break snap sink bury",
  leave: "flee escape run dodge sprint dash leap bolt retreat leave",
  hide: "hide pretend duck sneak crouch crawl stalk spy eavesdrop",
  wait: "wait stay freeze rest sleep listen pause linger sit",
  read: "read decipher",
  look: "look touch feel examine search watch study inspect check peer peek scan observe survey stare glance notice investigate see gaze find explore smell sniff taste compare count",
  take: "take grab pick steal lift pocket seize snatch carry wear pack buy keep borrow",
  give: "give hand offer lend pass",
  open: "open empty unlock unwrap unfold dig untie uncover",
  use: "close lock pull use put light press turn cut pour drink eat drop place load ring knock switch pay set lay hang draw try push fire",
  move: "go walk enter climb follow ride drive cross return approach head step move march wander sail fly lead descend ascend travel board rush hurry come arrive wade creep tiptoe stroll gallop swim jump dive slip",
  tender:
    "apologise apologize thank kiss hug smile laugh comfort dance embrace stroke caress hold forgive nod wink cry weep bow flirt grin love sigh kneel console",
  help: "help share save protect heal bandage free rescue untie defend support feed cover shield warn",
  make: "make copy build write cook bake sing play paint mend repair fix cast conjure chant pray brew carve mix type sketch compose summon knit sew prepare perform tell",
  think:
    "think remember decide plan wonder consider realise realize recall hope wish imagine ponder guess suspect want know believe need doubt swear vow",
};
const KIND_OF = new Map<string, DeedKind>();
for (const [kind, verbs] of Object.entries(VERBS) as [DeedKind, string][])
  for (const verb of verbs.split(" ")) if (!KIND_OF.has(verb)) KIND_OF.set(verb, kind);

/** Of two deeds in one turn the one that weighs more is the turn's: "I sit down and tell her everything". */
const WEIGHT: Partial<Record<DeedKind, number>> = {
  wait: 1,
  think: 0,
  look: 2,
  say: 2,
  move: 2,
  leave: 2,
  open: 2.5,
  use: 2.5,
};
const WEIGHS = 3;

const REMEMBERED_MOST = 400;
const remembered = new Map<string, Deed>();

/** Reads a person's turn. `playerNames` are the names that mean their own character. */
export function readDeed(action: string, playerNames: readonly string[]): Deed {
  // Each passage goes through the whole story's turns again.
  const key = `${playerNames.join("|")}|${action}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const deed = understood(asSelf(plainText(action), playerNames));
  if (remembered.size >= REMEMBERED_MOST) remembered.clear();
  remembered.set(key, deed);
  return deed;
}

function understood(text: string): Deed {
  const { kind, clause } = toDeed(text);
  const isTalk = kind === "ask" || kind === "say" || kind === "reveal" || kind === "threaten";
  // "I open the letter and read it": what it is stands before.
  const what = thingIn(clause) ?? (/\b(?:it|them)\b/u.test(clause) ? thingIn(text) : null);
  const where = placeIn(text);
  return {
    kind,
    who: personIn(text),
    what,
    topic: isTalk || text.includes('"') ? (topicIn(text) ?? (kind === "reveal" ? what : null)) : null,
    where,
    isAway: where === null && leadsAway(text),
    wish: wishIn(text),
  };
}

/** A deed, and the words that tell it. */
type Told = { kind: DeedKind; clause: string };

const WEAPON = "(?:gun|pistol|revolver|rifle|knife|sword|blade|dagger|weapon|poker|axe|bow|shotgun)";

/** To tell people that one knows what they did gives nothing away: it is a threat, said or not. */
const CONFRONTS = /\bI know (?:what you|that you|you|about)\b/iu;

/** What the verb alone would not tell. The first that fits, fits. */
const SIGNS: readonly (readonly [RegExp, DeedKind])[] = [
  [/\b(?:refuse|decline|reject)s?\b|\b(?:won't|will not)\b/iu, "refuse"],
  [/\b(?:don't|do not) (?!know|think|trust|believe|understand|like|want|see|wait)/iu, "refuse"],
  [new RegExp(`\\b${WEAPON}\\b.*\\b(?:swing|shoot|strike|stab|attack|slash|charge|lunge)`, "iu"), "fight"],
  [new RegExp(`\\b(?:draw|raise|point|aim|level|pull)\\w* (?:\\w+ ){0,3}${WEAPON}\\b`, "iu"), "threaten"],
  [/\btake\w* (?:his|her|their|\p{Lu}\p{L}+'s) (?:hands?|arm)\b/u, "tender"],
  [/\btake\w* \p{Lu}\p{L}+ by the (?:hand|arm)\b/u, "tender"],
  [/\b(?:touch|hold)\w* (?:him|her|them|his|their|\p{Lu}\p{Ll}+)\b/u, "tender"],
  // To want something is not yet to do it.
  [/^\s*I (?:want|need|mean|intend|hope|swear|vow|decide|plan|have|am determined) to\b/u, "think"],
  [CONFRONTS, "threaten"],
  [/\btell\w*\b.*\b(?:the truth|everything|(?:what|how|why) I|that (?:I|it|there|we)|about)\b/iu, "reveal"],
  [/\bask(?!.*\b(?:who|what|why|where|how|when|tell)\b).*\bto (?!me\b)\p{L}+/iu, "say"],
];

function toDeed(text: string): Told {
  const outside = text.replace(/"[^"]*"/gu, " ");
  const sign = SIGNS.find(([pattern]) => pattern.test(outside));
  if (sign !== undefined) return { kind: sign[1], clause: outside };
  const [heaviest] = deedsIn(outside).toSorted((one, other) => weighDeed(other) - weighDeed(one));
  const quoted = (text.match(/"[^"]*"/gu) ?? []).join(" ");
  const spoken = quoted === "" ? (/\?\s*$/u.test(text) ? "ask" : null) : saidIn(quoted);
  const isLight = heaviest === undefined || weighDeed(heaviest) < WEIGHS;
  if (spoken !== null && isLight) return { kind: spoken, clause: outside };
  return heaviest ?? { kind: spoken ?? "other", clause: outside };
}

function weighDeed({ kind }: Told): number {
  return WEIGHT[kind] ?? WEIGHS;
}

/** What somebody does by saying something. */
function saidIn(quoted: string): DeedKind {
  if (CONFRONTS.test(quoted)) return "threaten";
  if (
    /\b(?:or I(?:'ll| will)|or else|I(?:'ll| will) (?:kill|shoot|hurt)|hands up|don't move)\b/iu.test(quoted)
  )
    return "threaten";
  if (/\b(?:I love you|I'm sorry|forgive me|it's all right|you're safe|I missed you)\b/iu.test(quoted))
    return "tender";
  if (/^"(?:no|never|i won't|i refuse|not yet)\b/iu.test(quoted)) return "refuse";
  if (/\?|^"tell me\b/iu.test(quoted)) return "ask";
  return /\b(?:the truth is|it was me|I (?:know|lied|did it|killed|saw|stole|took|was there))\b/iu.test(
    quoted,
  )
    ? "reveal"
    : "say";
}

function deedsIn(outside: string): Told[] {
  // What others do in a clause of their own doesn't count.
  const clauses = outside
    .split(/(?<=[.!?;])\s+|\b(?:and|then)\b/u)
    .map((clause) => clause.split(/\b(?:when|while|because|until|who|which|what|before)\b/u)[0] ?? "");
  return clauses.flatMap((clause): Told[] => {
    const words = clause.toLowerCase().match(/[\p{L}']+/gu) ?? [];
    for (const [index, word] of words.entries()) {
      const before = words[index - 1] ?? "";
      // "onto a drive", "the hide of the beast": things, whatever else the words may be.
      if (/^(?:the|an?|my|your|his|her|its|their|this|that|of|with|onto|at|to)$/u.test(before)) continue;
      const kind = KIND_OF.get(toBaseForm(word));
      if (kind === undefined) continue;
      return [{ kind: turned(kind, toBaseForm(word), words.slice(index + 1)), clause }];
    }
    return [];
  });
}

/** One pushes people, and furniture. */
const AT_THINGS = /^(?:push|shove|throw|hurl|hit|kick|slam|strike|tackle)$/u;

/** The same verb is another deed with another object: one hides, or hides something; one draws a blade, or a map. */
function turned(kind: DeedKind, verb: string, after: readonly string[]): DeedKind {
  const [next = ""] = after;
  const isObject = /^(?:the|an?|my|it|them|his|her|their|some)$/u.test(next);
  if (kind === "hide" && isObject)
    return /\b(?:my|own) (?:sleeve|pocket|coat|jacket|shoe|boot|bag|shirt|dress|bodice|belt|hat)\b/u.test(
      after.join(" "),
    )
      ? "take"
      : "use";
  if (verb === "answer" && isObject) return "use";
  if (verb === "draw") return "make";
  if (verb === "run" && /^(?:to|into|up|down|through|across)$/u.test(next)) return "move";
  if (verb === "throw" && isObject && /\b(?:fire|flames|river|sea|away|well)\b/u.test(after.join(" ")))
    return "destroy";
  const isThing = /^(?:the|an?|my|his|their|some|it)$/u.test(next);
  const isLiving = after.slice(1, 4).some((word) => isPersonNoun(word) || isAnimal(word));
  if (AT_THINGS.test(verb) && isThing && !isLiving) return "use";
  if (verb === "cut" && isObject) return "use";
  if (verb === "return" && isObject) return "give";
  return kind;
}

function toBaseForm(word: string): string {
  if (KIND_OF.has(word) || isStopWord(word)) return word;
  const base = baseOfThirdPerson(word);
  if (base !== null) return base;
  if (!/(?:ed|ing)$/u.test(word)) return word;
  return nlp(word).verbs().toInfinitive().text() || word;
}
