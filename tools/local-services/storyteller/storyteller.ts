import { GOAL_CHANGED, GOAL_FOCUS, GOAL_KEPT, GOAL_SET } from "./grammar/goals.ts";
import { MOOD_SENSES, MOOD_TURNS } from "./grammar/moods.ts";
import { GRAVE_OUTCOMES, OUTCOMES } from "./grammar/outcomes.ts";
import { ENDS_THERE, isUnderSky, NEWS, PLACES } from "./grammar/places.ts";
import {
  ARRIVALS,
  BEHIND_DOORS,
  CARRIED,
  ECHOES,
  GONE,
  OBSTACLE_HOOKS,
  REACTIONS,
} from "./grammar/reactions.ts";
import { AFTERWARDS, BESIDES, CONTINUATIONS, HOOKS, SELVES, TOPIC_LINES } from "./grammar/shared.ts";
import type { CastMember } from "./grammar/types.ts";
import { contentWords, curlQuotes, mendArticles } from "./language/text.ts";
import { again, directed, restOf, who } from "./phrases.ts";
import { storySeed } from "./plan.ts";
import type { StoryPrompt } from "./prompt-reader.ts";
import { settle } from "./settle.ts";
import { DEED_SHAPES, EPILOGUE, OWN_SHAPES, type Part, TALK_SHAPES } from "./shapes.ts";
import { tellSpeech } from "./speech.ts";
import { moodOf, obstacleChange, obstacleOf } from "./story-state.ts";
import { beginTelling, joined, possible, type Telling } from "./telling.ts";
import { type Beat, endOf, timelineOf } from "./timeline.ts";
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
/** The story comes back to what is wanted every so many exchanges. */
const GOAL_EVERY = 4;
/** A beat waits so long at most for a passage that has nothing else to tell. */
const WAITS_MOST = 2;
const DOORS = /\b(?:door|doors|gate|gates|window|windows|hatch|shutters?|curtains?)$/u;
const NAMED = /\{(?:whom|thing|place|asked)\b/u;
const YOU = /\byou(?:r|rs)?\b/iu;

class Passage {
  readonly #telling: Telling;
  readonly #beat: Beat | null;
  /** What this passage has told already. */
  #soFar = "";
  /** The beginning of this very passage, where it came from elsewhere and only an end is wanted. */
  readonly #before: string | null;

  constructor(prompt: StoryPrompt, seed: number | null, before: string | null) {
    this.#before = before;
    this.#telling = beginTelling(prompt, seed, before);
    const end = endOf(prompt, storySeed(prompt));
    this.#beat = this.#dueBeat(timelineOf(this.#telling.plan, end, prompt.storyLength));
  }

  tell(): string {
    const paragraphs = this.#paragraphs().filter((paragraph) => paragraph !== "");
    while (paragraphs.length < 2) paragraphs.push(this.#telling.supply.moment());
    this.#fillUp(paragraphs);
    const text = curlQuotes(paragraphs.join("\n\n"));
    return this.#before === null ? text : `…\n\n${text}`;
  }

  #paragraphs(): string[] {
    const { prompt, state } = this.#telling;
    if (this.#before !== null) return [this.#join(["event", "sense"]), this.#join(["story", "hook"])];
    if (prompt.task.type === "opening") return this.#opening();
    if (state.phase === "ending") return this.#ending();
    return this.#shape().map((parts) => this.#join(parts));
  }

  #opening(): string[] {
    const { plan, prompt, state, random } = this.#telling;
    const { grammar, flavours, player, at } = plan;
    const flavour = flavours.map((one) => this.#fresh(one, "any")).filter((one) => one !== null);
    const isKnown = player.role !== null || player.name !== null;
    const remark = isKnown && random.chance(0.4) ? this.#fresh(SELVES.remarks, "any") : null;
    // "A keeper on a lighthouse" need not be told that they were on the lighthouse.
    const saidAlready = contentWords(at).some((word) => contentWords(player.role ?? "").includes(word));
    const where = saidAlready ? null : this.#fresh(isKnown ? SELVES.known : SELVES.unknown, "any");
    const isGoalTold = plan.premise?.includes(plan.goal) === true;
    const obstacle = obstacleOf(state, prompt);
    return [
      joined([this.#fresh(grammar.openings, "any"), who(player), remark, where]),
      joined([
        plan.premise,
        isGoalTold ? null : this.#fresh(GOAL_SET, "any"),
        ...flavour.slice(0, 2),
        flavour.length > 0 ? null : this.#sense(),
      ]),
      this.#fresh(grammar.arrivals, "any") ?? tellSpeech(this.#telling),
      joined([
        plan.premise === null ? null : this.#fresh(BESIDES, "any"),
        this.#story(),
        obstacle === null ? null : this.#fresh([obstacle.stands]),
      ]),
    ];
  }

  /** The last passage: what settles the story and what the person was after, and how things stood after it. */
  #ending(): string[] {
    return [
      this.#join(["first"]),
      this.#story(),
      settle(this.#telling),
      this.#fresh(this.#telling.plan.grammar.endings, "any") ?? "",
    ];
  }

  #shape(): readonly (readonly Part[])[] {
    const { state, deed, prompt, random } = this.#telling;
    if (state.phase === "after") return EPILOGUE;
    if (deed === null) {
      const direction = prompt.task.type === "continue" ? prompt.task.direction : "";
      return random.pick(/talk|dialog|conversation|romance/iu.test(direction) ? TALK_SHAPES : OWN_SHAPES);
    }
    return random.pick(
      deed.kind === "ask" || (deed.kind === "say" && deed.topic !== null) ? TALK_SHAPES : DEED_SHAPES,
    );
  }

  #join(parts: readonly Part[]): string {
    return joined(
      parts.map((part) => {
        const text = this.#part(part);
        this.#soFar += ` ${text}`;
        return text;
      }),
    );
  }

  #part(part: Part): string {
    switch (part) {
      case "first":
        return joined([this.#first(), this.#outcome()]);
      case "reaction":
        return this.#reaction();
      case "speech":
        return tellSpeech(this.#telling);
      case "turn":
        return this.#turn();
      case "story":
        return this.#story();
      case "sense":
        return this.#sense();
      case "event":
        return this.#fresh(this.#telling.plan.grammar.events) ?? "";
      case "hook":
        return this.#hook();
    }
  }

  /** The first sentence: the person's action, or what comes by itself. */
  #first(): string {
    const { takenUp, told, prompt, supply } = this.#telling;
    if (takenUp !== null) {
      const own = takenUp.text;
      const mended = own.startsWith('"') ? own : mendArticles(own);
      // The same words twice are answered in other words: "Again you …".
      const text = told.hasSentenceOf(curlQuotes(mended)) ? again(mended, prompt.passages.length) : mended;
      told.add(text);
      return text;
    }
    const direction = prompt.task.type === "continue" ? directed(prompt.task.direction) : null;
    const opening = this.#fresh(CONTINUATIONS) ?? supply.moment();
    return direction === null ? opening : `${direction} ${opening}`;
  }

  /** What came of it; somewhere new, what it is like there. */
  #outcome(): string {
    const { deed, state, plan, random } = this.#telling;
    if (deed === null) return this.#sense();
    const graver = plan.grammar.isGrave ? (GRAVE_OUTCOMES[deed.kind] ?? []) : [];
    const outcome = () => this.#able([...OUTCOMES[deed.kind], ...graver]) ?? this.#able(OUTCOMES.other) ?? "";
    const arrival = state.place?.isNew === true ? this.#fresh(PLACES[state.place.kind]) : null;
    return arrival === null ? outcome() : joined([arrival, random.chance(0.4) ? outcome() : null]);
  }

  /** How the world takes what was done. */
  #reaction(): string {
    const { deed, state } = this.#telling;
    if (deed === null) return "";
    const arrives = state.place?.isNew === true && (deed.kind === "move" || deed.kind === "leave");
    const arrived = arrives
      ? this.#able(ARRIVALS[isUnderSky(state.place?.kind) ? "outside" : "inside"])
      : null;
    const behind =
      deed.kind === "open" && DOORS.test(deed.what ?? "")
        ? this.#fresh(possible(this.#telling, BEHIND_DOORS))
        : null;
    // To jump over something, or climb on it, is to have gone nowhere.
    const isOnTheSpot = deed.kind === "move" && !deed.isAway && deed.where?.isReturn !== true;
    return (
      arrived ??
      behind ??
      this.#able(REACTIONS[isOnTheSpot ? "other" : deed.kind] ?? []) ??
      this.#able(REACTIONS.other ?? []) ??
      tellSpeech(this.#telling)
    );
  }

  /** What has changed by it: what is wanted, what is in the way, the mood; else what was done comes back by name. */
  #turn(): string {
    const { state, deed, prompt, random } = this.#telling;
    const goal = state.goal.isNew ? this.#fresh(state.goal.focus === null ? GOAL_CHANGED : GOAL_FOCUS) : null;
    const obstacle = joined(obstacleChange(state, prompt).map((text) => this.#fresh([text])));
    const isClause = deed?.topic != null && /^(?:who|what|where|when|why|how)\b/u.test(deed.topic);
    const echoes =
      deed === null || isClause
        ? []
        : (ECHOES[state.place?.isNew === true ? "move" : deed.kind === "move" ? "other" : deed.kind] ?? []);
    const mood =
      state.mood.isNew && goal === null && obstacle === "" && random.chance(0.7)
        ? this.#fresh(MOOD_TURNS[moodOf(state.mood)])
        : null;
    const echo = goal === null && obstacle === "" ? this.#able(echoes) : null;
    return joined([echo, obstacle, goal, mood]);
  }

  #sense(): string {
    const { prompt, plan, state, random } = this.#telling;
    // What the person chose besides the genre comes back now and then.
    if (prompt.exchange % 3 === 2) {
      const flavour = this.#fresh(plan.flavours.flat(), "any");
      if (flavour !== null) return flavour;
    }
    const isMoody = prompt.exchange > 0 && random.chance(0.4);
    const here = state.place === null ? null : this.#fresh(PLACES[state.place.kind]);
    // Elsewhere the genre's own rooms and streets are out of sight.
    return (
      here ??
      (isMoody || state.place !== null ? this.#mood() : null) ??
      this.#fresh(plan.grammar.senses) ??
      ""
    );
  }

  #mood(): string | null {
    return this.#fresh(MOOD_SENSES[moodOf(this.#telling.state.mood)]);
  }

  /** What is due of the story itself; where nothing is, what is wanted or in the way; else something happens all the same. */
  #story(): string {
    const { state, plan, prompt, supply, scene } = this.#telling;
    const again = joined([
      scene.carried === null ? null : this.#able(CARRIED),
      scene.gone === null ? null : this.#able(GONE),
    ]);
    const beat = this.#beatNow();
    if (beat !== null) return joined([again, beat]);
    if (state.phase === "after") return this.#fresh(AFTERWARDS) ?? "";
    if (again !== "" || state.place?.isNew === true || state.obstacle.change !== null) return again;
    const goal = prompt.exchange % GOAL_EVERY === 1 ? this.#fresh(GOAL_KEPT) : null;
    return goal ?? this.#untoldObstacle() ?? this.#fresh(plan.grammar.events) ?? supply.moment();
  }

  /** The part of the story that is due, and how it reaches somebody who has gone elsewhere. */
  #beatNow(): string | null {
    const { state, told, supply, random } = this.#telling;
    if (this.#beat === null || told.hasTemplate(this.#beat.text)) return null;
    const isBusy = state.place?.isNew === true || state.obstacle.change !== null;
    if (isBusy && !this.#beat.isLast && this.#beat.at > state.exchange - WAITS_MOST) return null;
    const text = supply.realised(this.#beat.text);
    if (text === null) return null;
    const news = this.#beat.isLast ? ENDS_THERE : this.#byOthers(NEWS);
    const bridge =
      state.place !== null && (this.#beat.isLast || random.chance(0.6)) ? this.#fresh(news) : null;
    told.add(text);
    return joined([bridge, text]);
  }

  /** Texts in which nobody comes who is there already. */
  #byOthers(texts: readonly string[]): readonly string[] {
    const here = Object.entries(this.#telling.plan.cast).filter(([, member]) =>
      this.#soFar.includes(member.name),
    );
    return texts.filter((text) => !here.some(([part]) => text.includes(`{${part}`)));
  }

  /** What is in the way now, where the story hasn't said so yet. */
  #untoldObstacle(): string | null {
    const { state, prompt } = this.#telling;
    const obstacle = obstacleOf(state, prompt);
    return obstacle === null || state.obstacle.progress > 1 || state.obstacle.change !== null
      ? null
      : this.#fresh([obstacle.stands]);
  }

  #dueBeat(timeline: readonly Beat[]): Beat | null {
    const { exchange, passages } = this.#telling.prompt;
    const told = new Told(passages);
    const due = timeline.filter(
      (beat) => beat.at <= exchange && beat.at > exchange - LATE_MOST && !told.hasTemplate(beat.text),
    );
    // The last step waits for nothing: the story ends where it is to end.
    return due.find((beat) => beat.isLast) ?? due[0] ?? null;
  }

  #hook(): string {
    const { state, plan, random, supply } = this.#telling;
    if (state.phase === "after") return this.#fresh(AFTERWARDS) ?? supply.moment();
    const obstacle = this.#untoldObstacle() ?? (random.chance(0.35) ? this.#able(OBSTACLE_HOOKS) : null);
    if (obstacle !== null) return obstacle;
    const topic = random.chance(0.3) ? this.#fresh(TOPIC_LINES) : null;
    const { hooks } = plan.grammar;
    // The genre's own belong to where the story began.
    const isGenres = state.place === null && random.chance(0.4);
    const hook = this.#fresh(isGenres ? hooks : HOOKS) ?? this.#fresh([...hooks, ...HOOKS]);
    return joined([topic, hook]);
  }

  /** Each passage has "you" in it, somebody whom the reader knows, and enough to read. */
  #fillUp(paragraphs: string[]): void {
    const { plan, prompt, state } = this.#telling;
    const members = Object.values(plan.cast);
    // Whom only this passage brings in may not be spoken of before that.
    const before = new Told(prompt.passages, prompt.cast);
    const known = members.filter((member) => before.mentions(member.name));
    const isPeopled = () => {
      const text = new Told(paragraphs);
      return members.some((member) => text.mentions(member.name));
    };
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
      else if (shortest === paragraphs.length - 1 && shortest > 0 && state.phase !== "ending")
        paragraphs[shortest] = joined([more, paragraphs[shortest]]);
      else paragraphs[shortest] = joined([paragraphs[shortest], more]);
    }
  }

  #more(tries: number, needsSomebody: boolean, known: readonly CastMember[]): string {
    const { supply } = this.#telling;
    if (known.length === 0)
      return needsSomebody ? tellSpeech(this.#telling) : this.#sense() || supply.moment();
    if (needsSomebody) return supply.presence(known);
    const others = known.filter((member) => !this.#soFar.includes(member.name));
    if (others.length === 0) return this.#mood() ?? supply.moment();
    switch (tries % 3) {
      case 0:
        return this.#mood() ?? (this.#sense() || supply.presence(others));
      case 1:
        return supply.presence(others);
      default:
        return supply.moment();
    }
  }

  #fresh(templates: readonly string[], order: "story" | "any" = "story"): string | null {
    return this.#telling.supply.fresh(templates, order);
  }

  /** The same among those that fit who is busy just then. */
  #able(templates: readonly string[]): string | null {
    const fitting = possible(this.#telling, templates);
    // What names the very thing or person comes first.
    return this.#fresh(fitting.filter((text) => NAMED.test(text))) ?? this.#fresh(fitting);
  }
}
