import { beginsWith, isRefusal, mayDecline } from "./refusal.ts";
import words from "./reply-words.json" with { type: "json" };
import type { ReplySpeakers } from "./speakers.ts";
import type { ReplyCut, TextStage } from "./stage.ts";

/**
 * The words by which a model speaks to the person who asked, in the languages that stories are written in most: how it says yes, hands
 * over what it has written, announces what it is going to do, or declines. They are compared in lower case, with straight apostrophes.
 */
const { polite: POLITE, handingOver: HANDING_OVER, announcing: ANNOUNCING } = words;
/** What stands before a text, with a colon. */
const { storyLabels: STORY_LABELS, chatLabels: CHAT_LABELS } = words;

/** Words by which a model names the text that it was asked for. */
const THING =
  /(?:^|[^\p{L}])(?:passage|part|chapter|scene|section|story|continuation|opening|version|narrative|instal?lment|response|reply|text|teil|abschnitt|kapitel|szene|geschichte|fortsetzung|antwort|suite|partie|chapitre|scène|histoire|réponse|parte|pasaje|capítulo|escena|historia|continuación|respuesta|versión|brano|capitolo|scena|storia|seguito|risposta|passagem|cena|história|continuação|resposta|deel|hoofdstuk|verhaal|vervolg|fragment|rozdział|część|ciąg dalszy|отрывок|часть|глава|сцена|история|истории|продолжение|ответ|bölüm|hikaye|hikâye|hikayenin|devamı|अंश|भाग|कहानी|अध्याय|المقطع|الجزء|القصة|الفصل|المشهد)(?![\p{L}])|段落|章节|故事|部分|续|場面|物語|続き|シーン|返答|場景|场景|이야기|장면|부분|답변/iu;
/** Those of these words that a character in a chat is unlikely to say. */
const THING_IN_CHAT =
  /(?:^|[^\p{L}])(?:response|reply|continuation|roleplay|role-play|in character|antwort|réponse|respuesta|risposta|resposta|ответ)(?![\p{L}])|返答|回复|답변/iu;

/** The maximum length of a preamble, which is one line. */
const PREAMBLE_MAX = 240;
/** Shorter actions are ignored: a reply may begin with the same words by chance. */
const ECHO_MIN = 16;
const ECHO_MAX = 1_000;
/** How many characters are held back at most. */
const HELD_MAX = ECHO_MAX + 500;
/** "Sure! Here is the next part:" after "Certainly.": no model writes more of these. */
const PREAMBLES_MAX = 3;

/** The decision about a beginning: wait for more, remove this many characters, or pass it on. */
type Judgement = "wait" | "go" | { takeOff: number };

/**
 * Reads the beginning of a reply: takes off what the model says to the person before it begins ("Sure, here is the next
 * part:"), labels, and the person's action where it is repeated word for word; tells a refusal. A beginning that looks like
 * none of these goes on at once.
 */
export class Beginning implements TextStage {
  readonly #speakers: ReplySpeakers;
  #held = "";
  #isDecided = false;
  #taken = 0;
  #cut: ReplyCut | null = null;

  constructor(speakers: ReplySpeakers) {
    this.#speakers = speakers;
  }

  get cut(): ReplyCut | null {
    return this.#cut;
  }

  push(piece: string): string {
    if (this.#isDecided) return piece;
    this.#held += piece;
    return this.#decide(false);
  }

  end(): string {
    if (this.#isDecided) return "";
    return this.#decide(true);
  }

  #decide(isOver: boolean): string {
    while (!this.#isDecided) {
      const text = this.#held.trimStart();
      this.#held = text;
      if (isOver && isRefusal(text, this.#speakers)) {
        this.#isDecided = true;
        this.#cut = "refusal";
        return "";
      }
      const judgement = this.#judge(text, isOver);
      if (judgement === "wait" && text.length <= HELD_MAX) return "";
      if (judgement === "wait" || judgement === "go") break;
      this.#taken += 1;
      this.#held = text.slice(judgement.takeOff);
    }
    this.#isDecided = true;
    return this.#held.trimStart();
  }

  #judge(text: string, isOver: boolean): Judgement {
    if (text === "") return isOver ? "go" : "wait";
    if (this.#taken >= PREAMBLES_MAX) return "go";
    for (const judge of [judgePreamble, judgeLabel, judgeEcho]) {
      const judgement = judge(text, this.#speakers, isOver);
      if (judgement !== "go") return judgement === "wait" && isOver ? "go" : judgement;
    }
    return !isOver && mayDecline(text) ? "wait" : "go";
  }
}

const PREAMBLE_OPENERS = [...POLITE, ...HANDING_OVER, ...ANNOUNCING];
/** A line that contains only a polite phrase: "Sure!", "Of course,". */
const POLITE_ALONE = /^[\p{L}' ]{1,24}[!.,]?$/u;
/** "Sure, here is the next part: It rained." */
const HANDED_OVER_INLINE = /^([^.!,:\n]{1,24}[,.!]\s+)([^:\n]{3,90}?)[:：][ \t]+(?=\S)/u;
const RULE_LINE = /^\s*(?:-{3,}|\*{3,}|_{3,})[ \t]*(?:\n|$)/u;

function judgePreamble(text: string, { form }: ReplySpeakers, isOver: boolean): Judgement {
  const bare = text.replace(/^[*_#> ]{1,8}/u, "");
  const opens = beginsWith(bare, PREAMBLE_OPENERS);
  if (opens === "no") return "go";
  if (opens === "maybe") return "wait";
  const thing = form === "chat" ? THING_IN_CHAT : THING;
  const isPolite = beginsWith(`${bare} `, POLITE) === "yes";
  const inline = isPolite ? HANDED_OVER_INLINE.exec(bare) : null;
  if (inline?.[2] !== undefined && isHandingOver(inline[2]) && thing.test(inline[2])) {
    return { takeOff: text.length - bare.length + inline[0].length };
  }
  const end = findEndOfPreamble(text, isPolite);
  if (end === null) return text.length > PREAMBLE_MAX || isOver ? "go" : "wait";
  const said = text.slice(0, end);
  if (said.length > PREAMBLE_MAX || !isPreamble(said, thing)) return "go";
  const rest = text.slice(end);
  if (!isOver && /^\s*[-*_]{0,2}$/u.test(rest) && rest.length < 12) return "wait";
  return { takeOff: end + (RULE_LINE.exec(rest)?.[0].length ?? 0) };
}

/** Where the line of the preamble ends; polite words that stand alone belong to the line after them. `null`: not yet. */
function findEndOfPreamble(text: string, isPolite: boolean): number | null {
  const first = text.indexOf("\n");
  if (first < 0) return null;
  if (!isPolite || !POLITE_ALONE.test(text.slice(0, first).trim())) return first + 1;
  const next = text.slice(first).search(/[^\s]/u);
  if (next < 0) return null;
  const second = text.indexOf("\n", first + next);
  return second < 0 ? null : second + 1;
}

function isPreamble(said: string, thing: RegExp): boolean {
  const line = said.trim().replace(/[*_ ]+$/u, "");
  if (!thing.test(line)) return false;
  if (/[:：]$/u.test(line)) return true;
  const bare = line
    .replace(/^[*_#> ]+/u, "")
    .toLowerCase()
    .replaceAll("’", "'");
  return ANNOUNCING.some((words) => bare.includes(words)) && /[.!…]$/u.test(line);
}

function isHandingOver(text: string): boolean {
  return beginsWith(`${text} `, HANDING_OVER) === "yes";
}

/** Marks, the label, a colon, perhaps with marks of bold type around it. */
const BEFORE_LABEL = /^[*_# ]{0,4}/u;
const AFTER_LABEL = /^\s{0,2}[*_]{0,3}[:：][*_]{0,3}\s*/u;

/** "Narrator:", "Assistant:", and in a chat the character's own name. */
function judgeLabel(text: string, { form, writer, usual }: ReplySpeakers): Judgement {
  const [marks = ""] = BEFORE_LABEL.exec(text) ?? [];
  const bare = text.slice(marks.length);
  const lower = bare.toLowerCase();
  const names = writer === null ? [] : [writer.toLowerCase(), writer.toLowerCase().split(" ")[0] ?? ""];
  let waits = false;
  for (const label of [...(form === "chat" ? CHAT_LABELS : STORY_LABELS), ...names]) {
    if (usual.has(label) || label === "") continue;
    if (lower.startsWith(label)) {
      const rest = bare.slice(label.length);
      const after = AFTER_LABEL.exec(rest);
      // The marks after the colon may still come.
      if (after && after[0].length === rest.length) waits = true;
      else if (after) return { takeOff: marks.length + label.length + after[0].length };
      if (/^[\s*_]{0,3}$/u.test(rest)) waits = true;
    } else if (label.startsWith(lower)) waits = true;
  }
  return waits ? "wait" : "go";
}

/** The person's action, word for word, perhaps in quotation marks or behind a label, and then an end of a sentence. */
function judgeEcho(text: string, { action, form }: ReplySpeakers, isOver: boolean): Judgement {
  if (action === null || action.length < ECHO_MIN || action.length > ECHO_MAX) return "go";
  const [marks = ""] = /^[>*_"“«„'‘ ]{0,8}/u.exec(text) ?? [];
  const matched = matchLoosely(text.slice(marks.length), action);
  if (matched === "no") return "go";
  if (matched === "maybe") return isOver ? "go" : "wait";
  const rest = text.slice(marks.length + matched);
  // In a chat a character may take up the person's words and go on in the same paragraph.
  const ending =
    form === "chat"
      ? /^[.!?…*_"”»“'’]{0,4}[ \t]*\n\s*/u
      : /^(?:[.!?…]?[*_"”»“'’]{0,3}[ \t]*\n\s*|[.!?…]+[*_"”»“'’]{0,3}\s+)/u;
  const ended = /[.!?…]$/u.test(action) && form === "story" ? /^[*_"”»“'’]{0,3}\s+/u.exec(rest) : null;
  const after = ended ?? ending.exec(rest);
  if (after) return { takeOff: marks.length + matched + after[0].length };
  return rest.length < 6 && !isOver && !/^\s*[\p{L}\p{N}]/u.test(rest) ? "wait" : "go";
}

/** How many characters of `text` match `expected`; spaces, case and the kind of quotation marks are ignored. */
function matchLoosely(text: string, expected: string): number | "maybe" | "no" {
  let at = 0;
  let next = 0;
  while (true) {
    while (/\s/u.test(expected.charAt(next))) next += 1;
    if (next >= expected.length) return at;
    while (/\s/u.test(text.charAt(at))) at += 1;
    if (at >= text.length) return "maybe";
    if (toPlain(text.charAt(at)) !== toPlain(expected.charAt(next))) return "no";
    at += 1;
    next += 1;
  }
}

function toPlain(character: string): string {
  if ("“”«»„".includes(character)) return '"';
  if ("‘’".includes(character)) return "'";
  if ("–—".includes(character)) return "-";
  return character.toLowerCase();
}
