import { GOAL_KEPT, GOAL_SET } from "./grammar/goals.ts";
import { ENDS_THERE, NEWS } from "./grammar/places.ts";
import { CARRIED, GONE, OBSTACLE_HOOKS } from "./grammar/reactions.ts";
import { AFTERWARDS, BESIDES, CONTINUATIONS, HOOKS, SELVES, TOPIC_LINES } from "./grammar/shared.ts";
import type { CastMember } from "./grammar/types.ts";
import { contentWords, curlQuotes, mendArticles } from "./language/text.ts";
import { again, directed, findRest, who } from "./phrases.ts";
import { storySeed } from "./plan.ts";
import type { StoryPrompt } from "./prompt-reader.ts";
import { settle } from "./settle.ts";
import { DEED_SHAPES, EPILOGUE, OWN_SHAPES, type Part, TALK_SHAPES } from "./shapes.ts";
import { tellSpeech } from "./speech.ts";
import { findObstacle } from "./story-state.ts";
import { beginTelling, joined, type Telling } from "./telling.ts";
import { type Beat, planEnd, planTimeline } from "./timeline.ts";
import { Told } from "./told.ts";
import { able, tellMood, tellOutcome, tellReaction, tellSense, tellTurn } from "./world.ts";

/**
 * Tells the passage that a prompt asks for: two to four paragraphs, in the past tense and to "you". The same prompt and
 * seed give the same passage. With a partial one, what is given is its rest.
 */
export function tellPassage(prompt: StoryPrompt, seed: number | null): string {
  if (prompt.partial === null) return new Passage(prompt, seed, null).tell();
  const whole = new Passage(prompt, seed, null).tell();
  return findRest(whole, prompt.partial) ?? new Passage(prompt, seed, prompt.partial).tell();
}

const WORDS_LEAST = 100;
const PARAGRAPHS_MOST = 4;
/** How many exchanges late a part of the story may still be told; what is older may have been told out of sight. */
const LATE_MOST = 4;
/** The story comes back to what is wanted every so many exchanges. */
const GOAL_EVERY = 4;
/** A beat waits so long at most for a passage that has nothing else to tell. */
const WAITS_MOST = 2;
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
    const end = planEnd(prompt, storySeed(prompt));
    this.#beat = this.#dueBeat(planTimeline(this.#telling.plan, end, prompt.storyLength));
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
    const obstacle = findObstacle(state, prompt);
    return [
      joined([this.#fresh(grammar.openings, "any"), who(player), remark, where]),
      joined([
        plan.premise,
        isGoalTold ? null : this.#fresh(GOAL_SET, "any"),
        ...flavour.slice(0, 2),
        flavour.length > 0 ? null : tellSense(this.#telling),
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
        return joined([this.#first(), tellOutcome(this.#telling)]);
      case "reaction":
        return tellReaction(this.#telling);
      case "speech":
        return tellSpeech(this.#telling);
      case "turn":
        return tellTurn(this.#telling);
      case "story":
        return this.#story();
      case "sense":
        return tellSense(this.#telling);
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

  /** What is due of the story itself; where nothing is, what is wanted or in the way; else something happens all the same. */
  #story(): string {
    const { state, plan, prompt, supply, scene } = this.#telling;
    const again = joined([
      scene.carried === null ? null : able(this.#telling, CARRIED),
      scene.gone === null ? null : able(this.#telling, GONE),
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
    const obstacle = findObstacle(state, prompt);
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
    const obstacle =
      this.#untoldObstacle() ?? (random.chance(0.35) ? able(this.#telling, OBSTACLE_HOOKS) : null);
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
      return needsSomebody ? tellSpeech(this.#telling) : tellSense(this.#telling) || supply.moment();
    if (needsSomebody) return supply.presence(known);
    const others = known.filter((member) => !this.#soFar.includes(member.name));
    if (others.length === 0) return tellMood(this.#telling) ?? supply.moment();
    switch (tries % 3) {
      case 0:
        return tellMood(this.#telling) ?? (tellSense(this.#telling) || supply.presence(others));
      case 1:
        return supply.presence(others);
      default:
        return supply.moment();
    }
  }

  #fresh(templates: readonly string[], order: "story" | "any" = "story"): string | null {
    return this.#telling.supply.fresh(templates, order);
  }
}
