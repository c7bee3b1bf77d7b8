import texts from "../data/story.json" with { type: "json" };
import { type Deed, type DeedKind, readDeed } from "./deed.ts";
import type { CastMember } from "./genres.ts";
import type { StoryPrompt } from "./prompt-reader.ts";
import {
  findStage,
  goesAway,
  isNamed,
  type Known,
  listMet,
  listSpeakers,
  planStory,
  type Stage,
  type Story,
} from "./story.ts";
import { clip, curlQuotes, lowerFirst, plainText, splitSentences, upperFirst } from "./text.ts";
import { fill, ordinal, type Slots, Told, withoutRepeats } from "./told.ts";

/**
 * Tells the passage that a prompt asks for: two to four paragraphs, in the past and to "you". The same prompt and seed give
 * the same passage. With a partial one, what is given is its rest.
 */
export function tellPassage(prompt: StoryPrompt, seed: number | null): string {
  const whole = tellWhole(prompt, seed);
  if (prompt.partial === null) return whole;
  const rest = findRest(whole, prompt.partial);
  if (rest !== null) return rest;
  // It was begun by somebody else: only an end is wanted.
  const begun = {
    ...prompt,
    task: { type: "continue" as const, direction: "" },
    passages: [...prompt.passages, prompt.partial],
  };
  return `…\n\n${tellWhole({ ...begun, partial: null }, seed)}`;
}

function tellWhole(prompt: StoryPrompt, seed: number | null): string {
  const paragraphs = new Teller(prompt, seed).tell();
  const text = curlQuotes(paragraphs.filter((paragraph) => paragraph !== "").join("\n\n"));
  return (
    withoutRepeats(text, [...prompt.passages, prompt.avoid ?? ""]) || curlQuotes(lastResort(prompt.exchange))
  );
}

/** Where nothing is left to say that was not said. */
function lastResort(exchange: number): string {
  return `For the ${ordinal(exchange + 1)} time the light came round, and found you there.`;
}

/** What follows after the cut, where the passage told again agrees with what was cut; `null` where it doesn't. */
function findRest(whole: string, partial: string): string | null {
  if (whole.startsWith(partial)) return whole.slice(partial.length);
  // White space at the cut may have been trimmed on the way.
  const kept = partial.trimEnd();
  if (whole.startsWith(kept)) return whole.slice(kept.length);
  const tail = kept.slice(-40);
  const at = tail.length < 20 ? -1 : whole.lastIndexOf(tail);
  return at === -1 ? null : whole.slice(at + tail.length);
}

/** Somebody new comes in at these exchanges. */
const ENTRANCES = [0, 2, 6, 11];
const WORDS_LEAST = 75;
/** Of these details a passage takes at most so many. */
const MOMENTS_MOST = 4;
const PREMISE_MAX = 420; // characters
const SELF_MAX = 160; // characters

/** Deeds whose outcome is told as others take it. */
const AMONG_PEOPLE = new Set<DeedKind>([
  "ask",
  "say",
  "tell",
  "use",
  "destroy",
  "make",
  "help",
  "threaten",
  "fight",
  "tender",
  "refuse",
  "silence",
  "other",
]);
const KILLS = /\b(?:kill|shoot|stab|murder|behead|strangle|poison)s?\b/iu;

class Teller {
  readonly #prompt: StoryPrompt;
  readonly #story: Story;
  readonly #stage: Stage;
  readonly #told: Told;
  readonly #deed: Deed | null;
  readonly #met: Known[];
  /** Those of them who are where the person is. */
  readonly #present: Known[];
  readonly #topic: string;
  readonly #killed: Set<string>;
  /** Everything that was told is in sight. */
  readonly #isWhole: boolean;

  constructor(prompt: StoryPrompt, seed: number | null) {
    const story = planStory(prompt);
    const { exchange, passages, avoid, task } = prompt;
    this.#prompt = prompt;
    this.#story = story;
    this.#stage = task.type === "opening" ? "setup" : findStage(exchange, story.end);
    this.#isWhole = passages.length >= exchange;
    this.#told = new Told([...passages, avoid ?? ""], {
      seed: `${story.seed}|${seed ?? ""}`,
      first: this.#isWhole ? 0 : exchange,
    });
    this.#deed = task.type === "action" ? readDeed(task.text, story.names) : null;
    this.#killed = listKilled(prompt);
    this.#met = listMet(story, prompt).filter(({ name }) => !this.#isKilled(name));
    this.#present = this.#findPresent();
    this.#topic = story.topics[exchange % story.topics.length] ?? "";
  }

  tell(): string[] {
    if (this.#prompt.task.type === "opening") return this.#opening();
    const first = joined([this.#first(), this.#outcome()]);
    if (this.#stage === "ending")
      return [first, this.#once(texts.settled), this.#once(this.#story.genre.endings)];
    const people = this.#people();
    const end = joined([this.#storyGoesOn(), this.#hook()]);
    return this.#filled([first, people, end]);
  }

  #opening(): string[] {
    const { genre, topics } = this.#story;
    const { character, description, setting } = this.#prompt;
    const self = quoted(character, SELF_MAX);
    const premise = quoted(description, PREMISE_MAX);
    return [
      joined([
        this.#take(genre.openings),
        setting.trim() === "" ? "" : this.#take(texts.settings, { setting: plainText(setting) }),
        self === null ? this.#take(texts.strangers) : this.#take(texts.selves, { self }),
      ]),
      premise === null ? "" : this.#take(genre.frames, { premise }),
      joined([
        this.#once(this.#story.cast.slice(0, 1).map(({ intro }) => intro)),
        this.#take(texts.stories.setup, { topic: topics[0] ?? null }),
      ]),
      joined([this.#take(genre.senses), this.#take([...texts.hooks, ...genre.hooks])]),
    ];
  }

  /** What the person did, or what comes by itself. */
  #first(): string {
    const { task } = this.#prompt;
    if (this.#deed !== null) {
      const { told, words } = this.#deed;
      if (told !== null)
        return splitSentences(told)
          .map((sentence) => this.#told.again(sentence))
          .join(" ");
      if (words === "") return "";
      const closed = /[.!?…]$/u.test(words) ? words : `${words}.`;
      const fresh = this.#told.mentions(closed) ? "" : this.#take(texts.quoted, { words: closed });
      return fresh || this.#told.again(`"${closed}"`);
    }
    const direction = task.type === "continue" ? readDirection(task.direction) : null;
    const wanted = direction === null ? "" : this.#take(texts.directed, { direction });
    return joined([this.#take(texts.continuations), wanted]) || lastResort(this.#prompt.exchange);
  }

  #outcome(): string {
    if (this.#deed === null) return this.#take(texts.moments);
    const { kind, object } = this.#deed;
    if (this.#isAlone() && AMONG_PEOPLE.has(kind)) return this.#take(texts.lonelyOutcomes);
    const isWordless = kind === "silence" || kind === "unclear";
    const outcome = this.#take(texts.outcomes[kind]) || (isWordless ? "" : this.#take(texts.outcomes.other));
    return joined([outcome, object === null || this.#isAlone() ? "" : this.#take(texts.echoes, { object })]);
  }

  /** Who is there, and how they take it; after the person has gone, what is to be found where they are. */
  #people(): string {
    const deed = this.#deed;
    const kind = deed?.kind ?? null;
    if (goesAway(kind)) {
      const place = deed?.place ?? null;
      return joined([
        place === null ? "" : this.#take(texts.places, { place }),
        this.#take(texts.away),
        this.#take(texts.away),
      ]);
    }
    const addressee = this.#addressee();
    const newcomer = kind === "silence" ? null : this.#dueNewcomer(addressee);
    const entrance = newcomer === null ? "" : this.#once([newcomer.intro]);
    const who = addressee === "she" || addressee === "he" ? (newcomer?.name ?? addressee) : addressee;
    if (who !== null) return joined([entrance, this.#answer(who)]);
    const byTurns = this.#present[0];
    if (byTurns !== undefined) return joined([entrance, this.#answer(byTurns.name)]);
    const [follower] = this.#met;
    if (entrance !== "" || follower === undefined || kind === "silence")
      return entrance || this.#take(texts.away);
    return joined([this.#take(texts.rejoined, { who: follower.name }), this.#line(follower.name)]);
  }

  /** How somebody answers a turn, or what they say of their own accord. */
  #answer(who: string): string {
    const { answers } = texts;
    const slots = { who, asked: this.#deed?.asked ?? null };
    const question =
      /\b(?:who|why|what|where|when|how)\b/iu.exec(this.#deed?.words ?? "")?.[0].toLowerCase() ?? "whether";
    switch (this.#deed?.kind) {
      case "silence":
        return this.#take(answers.silent, slots) || this.#take(texts.presence, slots);
      case "ask":
        return (
          (slots.asked === null ? "" : this.#take(answers.about, slots)) ||
          this.#take(
            question === "who" || question === "why" || question === "whether" ? answers[question] : [],
            slots,
          ) ||
          this.#take(answers.plain, slots) ||
          this.#line(who)
        );
      case "say":
      case "tell": {
        const about = slots.asked === null ? "" : this.#take(answers.about, slots);
        const heard = about || this.#take(answers.heard, slots);
        return heard.includes('"') ? heard : joined([heard, this.#line(who)]);
      }
      case "tender":
      case "help":
      case "fight":
      case "threaten":
      case "refuse":
        return this.#take(answers.done, slots) || this.#line(who);
      default:
        return joined([this.#take(texts.presence, slots), this.#line(who)]);
    }
  }

  /** A line about what the story is about, or one of the genre's. */
  #line(who: string): string {
    const own = this.#story.genre.lines.map((line) => {
      const [one = "", two = ""] = line.split("|");
      return `"${one.replace(/\.$/u, ",")}" {who} said. "${two}"`;
    });
    const slots = { who, topic: this.#topic };
    const lists = this.#prompt.exchange % 3 === 1 ? [own, texts.speech] : [texts.speech, own];
    return lists.reduce((found, list) => found || this.#take(list, slots), "");
  }

  /** One step of the story itself. */
  #storyGoesOn(): string {
    const stage = this.#stage === "ending" ? "after" : this.#stage;
    const slots = { topic: this.#topic };
    const step = this.#take(texts.stories[stage], slots);
    if (step !== "" || stage === "after") return step;
    return this.#take(texts.stories[stage === "setup" ? "rising" : "setup"], slots);
  }

  #hook(): string {
    if (this.#stage === "after") return "";
    if (this.#isAlone()) return this.#take(texts.lonelyHooks);
    return this.#take([...texts.hooks, ...this.#story.genre.hooks]);
  }

  /** With a detail or two, where it is short; a detail of the genre's only where the story began. */
  #filled(paragraphs: string[]): string[] {
    const hasMoved = this.#isAlone() || this.#turnsSinceMove() !== null;
    const lists = hasMoved ? [texts.moments] : [this.#story.genre.senses, texts.moments];
    const [first = "", people = "", end = ""] = paragraphs;
    let details = "";
    for (const list of [...lists, texts.moments, texts.moments]) {
      if (`${paragraphs.join(" ")} ${details}`.split(/\s+/u).length >= WORDS_LEAST) break;
      details = joined([details, this.#take(list)]);
    }
    return people === "" ? [first, details, end] : [first, people, joined([details, end])];
  }

  /** Somebody whom the person has not met, if one is due or it is they who were turned to. */
  #dueNewcomer(addressee: string | null): CastMember | null {
    const isLate = this.#stage === "climax" || this.#stage === "ending" || this.#stage === "after";
    // What is out of sight may have told of them.
    if (isLate || !this.#isWhole) return null;
    const unmet = this.#story.cast.filter(({ name }) => !this.#met.some((known) => known.name === name));
    const wanted = unmet.find(({ name, pronoun }) => name === addressee || pronoun === addressee);
    const due = ENTRANCES.filter((at) => at <= this.#prompt.exchange).length;
    return wanted ?? (this.#met.length >= due ? null : (unmet[0] ?? null));
  }

  /** Whom the person turned to: a name, "the innkeeper", or "she" or "he" where nobody whom they met can be meant. */
  #addressee(): string | null {
    const whom = this.#deed?.whom ?? null;
    if (whom === null || whom === "them" || this.#isKilled(whom)) return null;
    if (whom === "her" || whom === "him") {
      const pronoun = whom === "her" ? "she" : "he";
      // "I draw on the sheriff", and then "I ask him": the sheriff.
      const named = readDeed(this.#prompt.turns.at(-2)?.action ?? "", this.#story.names).whom;
      const before = named?.startsWith("the ") ? named : null;
      return before ?? this.#present.findLast((known) => known.pronoun === pronoun)?.name ?? pronoun;
    }
    const own = [...this.#met, ...this.#story.cast].find(
      ({ name }) => isNamed(whom, name) || isNamed(name, whom),
    );
    return own?.name ?? whom;
  }

  #isKilled(name: string): boolean {
    return [...this.#killed].some((other) => isNamed(name, other) || isNamed(other, name));
  }

  #findPresent(): Known[] {
    if (goesAway(this.#deed?.kind ?? null)) return [];
    const since = this.#turnsSinceMove();
    const heard =
      since === null
        ? this.#prompt.passages
        : this.#prompt.passages.slice(this.#prompt.passages.length - since + 1);
    const scene = heard.join("\n");
    return this.#met.filter(({ name }) => isNamed(name, scene));
  }

  #isAlone(): boolean {
    return (
      goesAway(this.#deed?.kind ?? null) || (this.#present.length === 0 && this.#turnsSinceMove() !== null)
    );
  }

  /** How many passages ago the person last went somewhere, this one not counted; `null`: they didn't. */
  #turnsSinceMove(): number | null {
    const earlier = this.#prompt.turns.slice(0, -1).toReversed();
    const at = earlier.findIndex(
      ({ action }) => action !== null && goesAway(readDeed(action, this.#story.names).kind),
    );
    return at === -1 ? null : at + 1;
  }

  /** A text of a list of which a whole story has one. */
  #once(list: readonly string[]): string {
    return this.#told.take(list, { topic: this.#topic }, 0) ?? "";
  }

  #take(list: readonly string[], slots: Slots = {}): string {
    const most = list === texts.moments ? MOMENTS_MOST : list === texts.away ? 2 : 1;
    return this.#told.take(list, slots, most) ?? "";
  }
}

/** Whom the person has killed, by name or as the one who spoke last. */
function listKilled(prompt: StoryPrompt): Set<string> {
  const killed = new Set<string>();
  for (const { action, before } of prompt.turns) {
    if (action === null || !KILLS.test(action)) continue;
    const whom = readDeed(action, []).whom ?? "";
    const last = /^(?:him|her)$/u.test(whom) ? listSpeakers(before).at(-1) : whom;
    if (last !== undefined) killed.add(last);
  }
  return killed;
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}

/** Whole sentences of a person's text as a quotation; `null`: there is nothing to quote. */
function quoted(text: string, max: number): string | null {
  const plain = plainText(text).replaceAll('"', "'");
  if (!/[\p{L}\p{N}]/u.test(plain)) return null;
  const [first = "", ...more] = splitSentences(plain);
  const whole = more.reduce(
    (sum, next) => (`${sum} ${next}`.length > max ? sum : `${sum} ${next}`),
    clip(first, max),
  );
  return `"${upperFirst(/[.!?…]'?$/u.test(whole) ? whole : `${whole}.`)}"`;
}

/** What a person wants to come next, without the asking: "Continue with a storm" → "a storm". */
function readDirection(direction: string): string | null {
  const wish = plainText(direction)
    .replaceAll('"', "'")
    .replace(
      /^(?:please\s+)?(?:continue|go on|carry on|keep going|introduce|add|bring in)\b\s*(?:the story|it)?\s*(?:with|by)?\s*/iu,
      "",
    )
    .replace(/[.!?\s]+$/u, "");
  return wish === "" || /^more\b/iu.test(wish) ? null : lowerFirst(fill(clip(wish, SELF_MAX), {}) ?? "");
}
