import { OUTCOMES } from "./grammar/outcomes.ts";
import { NEWS, PLACES } from "./grammar/places.ts";
import {
  ABOUT,
  AFTERWARDS,
  ANSWERS,
  CONTINUATIONS,
  GESTURES,
  HOOKS,
  NOTICED,
  REPLIES,
  SELVES,
  TAGS,
  TOPIC_LINES,
} from "./grammar/shared.ts";
import type { CastMember } from "./grammar/types.ts";
import { type TakenUp, takeUp } from "./language/take-up.ts";
import { curlQuotes, mendArticles } from "./language/text.ts";
import { again, directed, passageSeed, restOf, sayWith, who } from "./phrases.ts";
import { planStory, type StoryPlan, storySeed } from "./plan.ts";
import type { StoryPrompt } from "./prompt-reader.ts";
import type { Scene } from "./prose.ts";
import { Random } from "./random.ts";
import { EPILOGUE, type Part, SHAPES, SPEECH_SHAPES } from "./shapes.ts";
import { speakerOf } from "./speaker.ts";
import { whereaboutsOf } from "./story-state.ts";
import { Supply } from "./supply.ts";
import { type Beat, endOf, type Phase, phaseAt, timelineOf } from "./timeline.ts";
import { Told } from "./told.ts";

/**
 * Tells the passage that a prompt asks for: two to four paragraphs, in the past tense and to "you". The same prompt and
 * seed give the same passage. With a partial one, what is given is its rest.
 */
export function tellPassage(prompt: StoryPrompt, seed: number | null): string {
  if (prompt.partial === null) return new Passage(prompt, seed, null).tell();
  const whole = new Passage(prompt, seed, null).tell();
  return restOf(whole, prompt.partial) ?? new Passage(prompt, seed, prompt.partial).tell();
}

const WORDS_LEAST = 100;
const PARAGRAPHS_MOST = 4;
/** How many exchanges late a part of the story may still be told; what is older may have been told out of sight. */
const LATE_MOST = 4;
const YOU = /\byou(?:r|rs)?\b/iu;

class Passage {
  readonly #prompt: StoryPrompt;
  readonly #plan: StoryPlan;
  readonly #random: Random;
  readonly #told: Told;
  readonly #scene: Scene;
  readonly #supply: Supply;
  readonly #takenUp: TakenUp | null;
  readonly #phase: Phase;
  readonly #beat: Beat | null;
  readonly #isAway: boolean;
  readonly #isArriving: boolean;
  /** The beginning of this very passage, where it came from elsewhere and only an end is wanted. */
  readonly #before: string | null;

  constructor(prompt: StoryPrompt, seed: number | null, before: string | null) {
    this.#prompt = prompt;
    this.#before = before;
    this.#plan = planStory(prompt);
    this.#random = new Random(passageSeed(prompt, seed));
    this.#told = new Told(
      [...prompt.passages, prompt.avoid ?? "", before ?? ""],
      [...prompt.cast, ...prompt.memory],
    );
    this.#takenUp = prompt.task.type === "action" ? takeUp(prompt.task.text, this.#plan.player.names) : null;
    const end = endOf(prompt, storySeed(prompt));
    this.#phase = phaseAt(prompt.exchange, end);
    this.#beat = this.#dueBeat(timelineOf(this.#plan, end, prompt.storyLength));
    const place = whereaboutsOf(prompt);
    this.#isAway = place !== null;
    this.#isArriving = place?.isNew === true;
    this.#scene = {
      cast: this.#plan.cast,
      speaker: null,
      other: null,
      who: null,
      name: this.#plan.player.name?.split(" ")[0] ?? null,
      at: this.#plan.at,
      place: place?.name ?? null,
      there: place?.at ?? "there",
      thing: this.#takenUp?.thing ?? null,
      topic: this.#plan.topics.length === 0 ? null : this.#random.pick(this.#plan.topics),
    };
    this.#supply = new Supply(this.#random, this.#told, this.#scene, prompt.exchange, storySeed(prompt));
    this.#placeKind = place?.kind ?? null;
  }
  readonly #placeKind: keyof typeof PLACES | null;

  tell(): string {
    const paragraphs = this.#paragraphs().filter((paragraph) => paragraph !== "");
    while (paragraphs.length < 2) paragraphs.push(this.#supply.moment());
    this.#fillUp(paragraphs);
    const text = curlQuotes(paragraphs.join("\n\n"));
    return this.#before === null ? text : `…\n\n${text}`;
  }

  #paragraphs(): string[] {
    if (this.#before !== null) return [this.#join(["event", "sense"]), this.#join(["story", "hook"])];
    if (this.#prompt.task.type === "opening") return this.#opening();
    if (this.#phase === "ending") return this.#ending();
    return this.#shape().map((parts) => this.#join(parts));
  }

  #opening(): string[] {
    const { grammar, flavours, player } = this.#plan;
    const opening = this.#fresh(grammar.openings, "any") ?? this.#supply.moment();
    const flavour = flavours.map((one) => this.#fresh(one, "any")).filter((one) => one !== null);
    const isKnown = player.role !== null || player.name !== null;
    const remark = isKnown && this.#random.chance(0.4) ? this.#fresh(SELVES.remarks, "any") : null;
    const where = this.#fresh(isKnown ? SELVES.known : SELVES.unknown, "any");
    return [
      joined([opening, who(player), remark, where]),
      joined([this.#plan.premise, ...flavour.slice(0, 2), this.#part("sense")]),
      this.#fresh(grammar.arrivals, "any") ?? this.#speech(),
      this.#join(["story", "hook"]),
    ];
  }

  /** The last passage: what settles the story, and how things stood after it. */
  #ending(): string[] {
    return [this.#join(["first"]), this.#story(), this.#fresh(this.#plan.grammar.endings, "any") ?? ""];
  }

  #shape(): readonly (readonly Part[])[] {
    if (this.#phase === "after") return EPILOGUE;
    const direction = this.#prompt.task.type === "continue" ? this.#prompt.task.direction : "";
    const wantsTalk =
      this.#takenUp?.kind === "speak" ||
      this.#takenUp?.addressee != null ||
      /talk|dialog|conversation|romance/iu.test(direction);
    return this.#random.pick(wantsTalk ? SPEECH_SHAPES : SHAPES);
  }

  #join(parts: readonly Part[]): string {
    return joined(parts.map((part) => this.#part(part)));
  }

  #part(part: Part): string {
    const { grammar } = this.#plan;
    switch (part) {
      case "first":
        return joined([this.#first(), this.#outcome()]);
      case "speech":
        return this.#speech();
      case "story":
        return this.#story();
      case "sense":
        return this.#sense();
      case "event":
        return this.#fresh(grammar.events) ?? "";
      case "hook":
        return this.#hook();
    }
  }

  /** The first sentence: the person's action, or what comes by itself. */
  #first(): string {
    if (this.#takenUp !== null) {
      const own = this.#takenUp.text;
      const mended = own.startsWith('"') ? own : mendArticles(own);
      // The same words twice are answered in other words: "Again you …".
      const text = this.#told.hasSentenceOf(curlQuotes(mended))
        ? again(mended, this.#prompt.passages.length)
        : mended;
      this.#told.add(text);
      return text;
    }
    const direction = this.#prompt.task.type === "continue" ? directed(this.#prompt.task.direction) : null;
    const opening = this.#fresh(CONTINUATIONS) ?? this.#supply.moment();
    return direction === null ? opening : `${direction} ${opening}`;
  }

  /** What came of it; somewhere new, what it is like there. */
  #outcome(): string {
    const arrival =
      this.#isArriving && this.#placeKind !== null ? this.#fresh(PLACES[this.#placeKind]) : null;
    if (this.#takenUp === null) return this.#sense();
    const outcome =
      this.#fresh(this.#possible(OUTCOMES[this.#takenUp.kind])) ??
      this.#fresh(this.#possible(OUTCOMES.other));
    return joined(arrival === null ? [outcome] : [arrival, this.#random.chance(0.5) ? outcome : null]);
  }

  /** Who is dealt with in the action itself doesn't look on at the same time. */
  #possible(outcomes: readonly string[]): readonly string[] {
    const action = this.#prompt.task.type === "action" ? this.#prompt.task.text : "";
    const busy = Object.entries(this.#plan.cast).flatMap(([part, member]) =>
      action.includes(member.name) ? [part] : [],
    );
    return outcomes.filter((outcome) => !busy.some((part) => outcome.includes(`{${part}`)));
  }

  #sense(): string {
    // What the person chose besides the genre comes back now and then.
    if (this.#prompt.exchange % 3 === 2) {
      const flavour = this.#fresh(this.#plan.flavours.flat(), "any");
      if (flavour !== null) return flavour;
    }
    if (this.#placeKind !== null && this.#random.chance(0.6)) {
      const here = this.#fresh(PLACES[this.#placeKind]);
      if (here !== null) return here;
    }
    return this.#fresh(this.#plan.grammar.senses) ?? "";
  }

  /** Somebody says something: to a question an answer, else what the genre has them say. One paragraph. */
  #speech(): string {
    const { grammar, cast } = this.#plan;
    const speaker = speakerOf(this.#prompt, this.#plan, this.#takenUp, this.#random);
    this.#scene.speaker = speaker;
    this.#scene.other =
      Object.values(cast).find((member) => member !== speaker && this.#told.mentions(member.name)) ?? null;
    const question = this.#takenUp?.question ?? null;
    const asked = this.#takenUp?.kind === "speak" || this.#takenUp?.addressee != null;
    const about = asked && this.#scene.thing !== null ? this.#supply.unused(ABOUT) : null;
    const isWho = this.#prompt.task.type === "action" && /\bwho are you\b/iu.test(this.#prompt.task.text);
    const isFear =
      this.#prompt.task.type === "action" &&
      /\b(?:afraid|fear|frighten\w*|scare\w*)\b/iu.test(this.#prompt.task.text);
    const answers = isFear
      ? (ANSWERS["fear"] ?? [])
      : question === null
        ? []
        : (ANSWERS[isWho ? "self" : question] ?? []);
    const line = about ?? this.#supply.unused(answers) ?? this.#supply.unused(grammar.lines);
    if (line === null) return this.#fresh(grammar.events) ?? "";

    let lead = "";
    if (!this.#told.mentions(speaker.name) && speaker.role !== "") {
      lead = this.#fresh(NOTICED) ?? "";
      this.#told.add(speaker.fullName);
    }
    const isAsked = line.split("|")[0]?.endsWith("?") === true;
    const tag = this.#supply.unusedOrAny(isAsked ? TAGS.filter((one) => one.includes(" said")) : TAGS);
    const named = lead === "" ? tag : tag.replace("{speaker}", "{speaker.they}");
    const spoken = this.#supply.realised(sayWith(line, named)) ?? "";
    this.#told.add(spoken);
    return joined([
      lead,
      spoken,
      this.#manner(speaker),
      this.#random.chance(0.45) ? this.#fresh(REPLIES) : null,
    ]);
  }

  /** Each of the cast has a manner of their own, and comes back to it. */
  #manner(speaker: CastMember): string | null {
    const own = this.#plan.grammar.manners[speaker.name] ?? [];
    const text = this.#random.chance(0.6) ? this.#fresh(own) : null;
    return text ?? (this.#random.chance(0.7) ? this.#fresh(GESTURES) : null);
  }

  /** What is due of the story itself; where nothing is, something happens all the same. */
  #story(): string {
    const { grammar } = this.#plan;
    const text = this.#beat === null ? null : this.#supply.realised(this.#beat.text);
    if (text === null || this.#beat === null || this.#told.hasTemplate(this.#beat.text)) {
      if (this.#phase === "after") return this.#fresh(AFTERWARDS) ?? "";
      return this.#fresh(grammar.events) ?? this.#supply.moment();
    }
    const news = this.#isAway && !this.#beat.isLast && this.#random.chance(0.5) ? this.#fresh(NEWS) : null;
    this.#told.add(text);
    return joined([news, text]);
  }

  #dueBeat(timeline: readonly Beat[]): Beat | null {
    const { exchange, passages } = this.#prompt;
    const told = new Told(passages);
    const due = timeline.filter(
      (beat) => beat.at <= exchange && beat.at > exchange - LATE_MOST && !told.hasTemplate(beat.text),
    );
    // The last step waits for nothing: the story ends where it is to end.
    return due.find((beat) => beat.isLast) ?? due[0] ?? null;
  }

  #hook(): string {
    if (this.#phase === "after") return this.#fresh(AFTERWARDS) ?? this.#supply.moment();
    const topic = this.#random.chance(0.3) ? this.#fresh(TOPIC_LINES) : null;
    const { hooks } = this.#plan.grammar;
    const hook = this.#fresh(this.#random.chance(0.6) ? hooks : HOOKS) ?? this.#fresh([...hooks, ...HOOKS]);
    return joined([topic, hook]);
  }

  /** Each passage has "you" in it, somebody whom the reader knows, and enough to read. */
  #fillUp(paragraphs: string[]): void {
    const members = Object.values(this.#plan.cast);
    // Whom only this passage brings in may not be spoken of before that.
    const before = new Told(this.#prompt.passages, this.#prompt.cast);
    const known = members.filter((member) => before.mentions(member.name));
    const isPeopled = () => members.some((member) => paragraphs.join(" ").includes(member.name));
    for (let tries = 0; tries < 20; tries++) {
      const text = paragraphs.join(" ");
      const isLong = text.split(/\s+/u).length >= WORDS_LEAST;
      if (isLong && YOU.test(text) && isPeopled()) return;
      const more = this.#more(tries, !isPeopled(), known);
      const shortest = paragraphs.reduce(
        (least, paragraph, index) => (paragraph.length < (paragraphs[least]?.length ?? 0) ? index : least),
        0,
      );
      // The last paragraph ends with what is open: what comes to it comes before that.
      if (paragraphs.length < 3 && paragraphs.length < PARAGRAPHS_MOST) paragraphs.splice(1, 0, more);
      else if (shortest === paragraphs.length - 1 && shortest > 0 && this.#phase !== "ending")
        paragraphs[shortest] = joined([more, paragraphs[shortest]]);
      else paragraphs[shortest] = joined([paragraphs[shortest], more]);
    }
  }

  #more(tries: number, needsSomebody: boolean, known: readonly CastMember[]): string {
    if (known.length === 0) return needsSomebody ? this.#speech() : this.#sense() || this.#supply.moment();
    if (needsSomebody) return this.#supply.presence(known);
    switch (tries % 3) {
      case 0:
        return this.#sense() || this.#supply.presence(known);
      case 1:
        return this.#supply.presence(known);
      default:
        return this.#supply.moment();
    }
  }

  #fresh(templates: readonly string[], order: "story" | "any" = "story"): string | null {
    return this.#supply.fresh(templates, order);
  }
}

function joined(texts: readonly (string | null | undefined)[]): string {
  return texts.filter((text) => text !== null && text !== undefined && text !== "").join(" ");
}
