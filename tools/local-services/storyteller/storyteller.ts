import {
  ANSWERS,
  CONTINUATIONS,
  GESTURES,
  HOOKS,
  MOMENTS,
  NOTICED,
  OUTCOMES,
  SELVES,
  TAGS,
  TOPIC_LINES,
} from "./grammar/shared.ts";
import type { CastMember } from "./grammar/types.ts";
import { type TakenUp, takeUp } from "./language/take-up.ts";
import { curlQuotes, mendArticles } from "./language/text.ts";
import { again, directed, isMany, isMeant, passageSeed, restOf, sayWith, who } from "./phrases.ts";
import { planStory, type StoryPlan } from "./plan.ts";
import type { StoryPrompt } from "./prompt-reader.ts";
import { realise, type Scene } from "./prose.ts";
import { Random } from "./random.ts";
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

type Beat = "first" | "outcome" | "sense" | "event" | "speech" | "clue" | "topic" | "hook";

/** Shapes of a passage: paragraphs of beats. A beat that has nothing new to say is left out. */
const SHAPES: readonly (readonly Beat[])[][] = [
  [["first", "outcome", "sense"], ["event"], ["clue", "hook"]],
  [["first", "outcome"], ["speech"], ["clue", "topic", "hook"]],
  [["first", "outcome", "sense"], ["speech"], ["event", "hook"]],
  [["first", "outcome"], ["event", "sense"], ["speech"], ["clue", "hook"]],
  [
    ["first", "outcome", "event"],
    ["clue", "topic", "sense", "hook"],
  ],
  [["first", "outcome"], ["sense", "clue"], ["speech"], ["hook"]],
];
const SPEECH_SHAPES: readonly (readonly Beat[])[][] = [
  [["first", "outcome"], ["speech"], ["clue", "hook"]],
  [["first"], ["speech"], ["sense", "event", "hook"]],
  [["first", "outcome"], ["speech"], ["event"], ["topic", "hook"]],
];
const SHORT_SHAPES: readonly (readonly Beat[])[][] = [
  [
    ["first", "outcome"],
    ["event", "clue", "hook"],
  ],
  [["first", "outcome", "sense"], ["speech"], ["clue", "hook"]],
];

const YOU = /\byou(?:r|rs)?\b/iu;

class Passage {
  readonly #prompt: StoryPrompt;
  readonly #plan: StoryPlan;
  readonly #random: Random;
  readonly #told: Told;
  readonly #scene: Scene;
  readonly #takenUp: TakenUp | null;
  /** The beginning of this very passage, where it came from elsewhere and only an end is wanted. */
  readonly #before: string | null;

  constructor(prompt: StoryPrompt, seed: number | null, before: string | null) {
    this.#prompt = prompt;
    this.#plan = planStory(prompt);
    this.#random = new Random(passageSeed(prompt, seed));
    this.#told = new Told([...prompt.passages, prompt.avoid ?? "", before ?? ""]);
    this.#takenUp = prompt.task.type === "action" ? takeUp(prompt.task.text, this.#plan.player.names) : null;
    this.#before = before;
    this.#scene = {
      cast: this.#plan.cast,
      speaker: null,
      name: this.#plan.player.name?.split(" ")[0] ?? null,
      at: this.#plan.at,
      thing: this.#takenUp?.thing ?? null,
      topic: this.#plan.topics.length === 0 ? null : this.#random.pick(this.#plan.topics),
    };
  }

  tell(): string {
    const paragraphs = this.#paragraphs().filter((paragraph) => paragraph !== "");
    while (paragraphs.length < 2) paragraphs.push(`${this.#moment()} ${this.#moment()}`);
    // The story is told to somebody: each passage has them in it.
    if (!YOU.test(paragraphs.join(" ")))
      paragraphs.push(
        [paragraphs.pop(), this.#fresh(HOOKS.filter((hook) => YOU.test(hook))) ?? this.#moment()].join(" "),
      );
    const text = curlQuotes(paragraphs.join("\n\n"));
    return this.#before === null ? text : `…\n\n${text}`;
  }

  #paragraphs(): string[] {
    if (this.#before !== null) return [this.#join(["event", "sense"]), this.#join(["clue", "hook"])];
    if (this.#prompt.task.type === "opening") return this.#opening();
    return this.#shape().map((beats) => this.#join(beats));
  }

  #opening(): string[] {
    const { grammar, flavours, player } = this.#plan;
    const opening = this.#fresh(grammar.openings) ?? this.#moment();
    const flavour = flavours.map((one) => this.#fresh(one)).filter((one) => one !== null);
    const isKnown = player.role !== null || player.name !== null;
    const remark = isKnown && this.#random.chance(0.4) ? this.#fresh(SELVES.remarks) : null;
    const where = this.#fresh(isKnown ? SELVES.known : SELVES.unknown);
    return [
      [opening, who(player), remark, where].filter((one) => one !== null).join(" "),
      [this.#plan.premise, ...flavour.slice(0, 2), this.#beat("sense")]
        .filter((one) => one !== null && one !== "")
        .join(" "),
      this.#fresh(grammar.arrivals) ?? this.#speech(),
      this.#join(["clue", "hook"]),
    ];
  }

  #shape(): readonly (readonly Beat[])[] {
    if (this.#prompt.storyLength === "short" && this.#random.chance(0.6))
      return this.#random.pick(SHORT_SHAPES);
    const direction = this.#prompt.task.type === "continue" ? this.#prompt.task.direction : "";
    const wantsTalk =
      this.#takenUp?.kind === "speak" ||
      this.#takenUp?.addressee != null ||
      /talk|dialog|conversation|romance/iu.test(direction);
    return this.#random.pick(wantsTalk ? SPEECH_SHAPES : SHAPES);
  }

  #join(beats: readonly Beat[]): string {
    return beats
      .map((beat) => this.#beat(beat))
      .filter((text) => text !== "")
      .join(" ");
  }

  #beat(beat: Beat): string {
    const { grammar } = this.#plan;
    switch (beat) {
      case "first":
        return this.#first();
      case "outcome":
        if (this.#takenUp === null) return this.#fresh(grammar.senses) ?? "";
        return this.#fresh(OUTCOMES[this.#takenUp.kind]) ?? this.#fresh(OUTCOMES.other) ?? "";
      case "sense":
        return this.#fresh(grammar.senses) ?? "";
      case "event":
        return this.#fresh(grammar.events) ?? "";
      case "speech":
        return this.#speech();
      case "clue":
        return this.#clue();
      case "topic":
        return this.#random.chance(0.6) ? (this.#fresh(TOPIC_LINES) ?? "") : "";
      case "hook":
        return (
          this.#fresh(this.#random.chance(0.6) ? grammar.hooks : HOOKS) ??
          this.#fresh([...grammar.hooks, ...HOOKS]) ??
          ""
        );
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
    const opening = this.#fresh(CONTINUATIONS) ?? this.#moment();
    return direction === null ? opening : `${direction} ${opening}`;
  }

  /** Somebody says something: to a question an answer, else what the genre has them say. One paragraph. */
  #speech(): string {
    const speaker = this.#speaker();
    this.#scene.speaker = speaker;
    const question = this.#takenUp?.question ?? null;
    const answers = question === null ? [] : (ANSWERS[question] ?? []);
    const line = this.#freshLine(answers) ?? this.#freshLine(this.#plan.grammar.lines);
    if (line === null) return this.#fresh(this.#plan.grammar.events) ?? "";

    let lead = "";
    if (!this.#told.mentions(speaker.name) && speaker.role !== "") {
      lead = this.#fresh(NOTICED) ?? "";
      this.#told.add(speaker.fullName);
    }
    const tag = this.#quietly(TAGS) ?? "{speaker} said";
    const named = lead === "" ? tag : tag.replace("{speaker}", "{speaker.they}");
    const spoken = this.#realised(sayWith(line, named)) ?? "";
    this.#told.add(spoken);
    const gesture = this.#random.chance(0.65) ? (this.#fresh(GESTURES) ?? "") : "";
    return [lead, spoken, gesture].filter((text) => text !== "").join(" ");
  }

  #speaker(): CastMember {
    const { cast } = this.#plan;
    const members = [cast.ally, cast.rival, cast.third];
    const action = this.#prompt.task.type === "action" ? this.#prompt.task.text : "";
    const called = members.find((member) => action.includes(member.name));
    if (called !== undefined) return called;
    const addressee = this.#takenUp?.addressee ?? null;
    const meant =
      addressee === null ? undefined : this.#plan.grammar.cast.find((member) => isMeant(member, addressee));
    if (meant !== undefined) return meant;
    if (addressee !== null && !isMany(addressee) && !addressee.startsWith("your "))
      return { name: addressee, fullName: addressee, role: "", pronoun: "they" };
    return this.#random.chance(0.5) ? cast.ally : this.#random.pick([cast.rival, cast.third]);
  }

  /** The next step of the story's intrigue, as fast as its length wants it. */
  #clue(): string {
    const isOpening = this.#prompt.task.type === "opening";
    if (!isOpening && !this.#random.chance(this.#plan.pace))
      return this.#fresh(this.#plan.grammar.senses) ?? "";
    for (const intrigue of this.#plan.intrigues) {
      // The last step that was told says how far it has gone, even where earlier passages are out of sight.
      const reached = intrigue.steps.findLastIndex((step) => this.#told.hasTemplate(step));
      const step = intrigue.steps[reached + 1];
      if (step === undefined) continue;
      const text = this.#realised(step);
      if (text === null) continue;
      this.#told.add(text);
      return text;
    }
    return this.#fresh(this.#plan.grammar.events) ?? "";
  }

  /** One of these texts that this story hasn't used, with its slots filled; null when all are used up. */
  #fresh(templates: readonly string[]): string | null {
    for (const template of this.#random.shuffle(templates)) {
      if (this.#told.hasTemplate(template)) continue;
      const text = this.#realised(template);
      if (text === null || this.#told.hasSentenceOf(curlQuotes(text))) continue;
      this.#told.add(text);
      return text;
    }
    return null;
  }

  #freshLine(lines: readonly string[]): string | null {
    return this.#random.shuffle(lines).find((line) => !this.#told.hasTemplate(line)) ?? null;
  }

  /** A tag may come back in a story, but one that was not heard lately is better. */
  #quietly(templates: readonly string[]): string | null {
    const mixed = this.#random.shuffle(templates);
    return mixed.find((template) => !this.#told.hasTemplate(template)) ?? mixed[0] ?? null;
  }

  /** A sentence out of thousands, for stories that have used up the rest. */
  #moment(): string {
    const { when, what, after } = MOMENTS;
    for (let tries = 0; tries < 200; tries++) {
      // Parts that this story hasn't used yet come first, as long as there are any.
      const parts = [this.#unused(when), this.#unused(what), this.#unused(after)];
      const text = `${parts[0]} ${parts[1]}, ${parts[2]}.`;
      if (this.#told.hasSentenceOf(curlQuotes(text))) continue;
      this.#told.add(text);
      return text;
    }
    throw new Error("The story has used up every sentence.");
  }

  #unused(parts: readonly string[]): string {
    const mixed = this.#random.shuffle(parts);
    return mixed.find((part) => !this.#told.mentions(part)) ?? mixed[0] ?? "";
  }

  #realised(template: string): string | null {
    return realise(template, this.#scene, this.#told);
  }
}
