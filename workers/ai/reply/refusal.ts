import words from "./reply-words.json" with { type: "json" };
import type { ReplySpeakers } from "./speakers.ts";

const { declining } = words;

/** What nobody in a story speaks of: the model, the request, the rules that it follows. */
const ABOUT_ITSELF =
  /\bas an? (?:ai|large language|language)\b|\b(?:ai|language) (?:language )?(?:model|assistant)\b|\b(?:this|that|your|the) (?:request|prompt|type of content|kind of content|conversation)\b|\b(?:content|usage|safety) (?:policy|policies|guidelines?)\b|\bmy (?:guidelines|programming|instructions)\b|\b(?:sexually )?(?:explicit|graphic|inappropriate|harmful|sexual|offensive) (?:content|material|scene|scenes|themes)\b|\b(?:generate|create|produce|write|provide|continue|engage in|engage with|participate in) (?:that|this|such|any|content|explicit|sexual|graphic|violent|the story|this story|a story)\b|\b(?:assist|help) (?:you )?with (?:that|this)\b(?! (?:door|rope|wound|thing))|\b(?:KI|Sprachmodell|Anfrage|Richtlinien|Inhalte|IA|modèle de langage|demande|contenu|solicitud|contenido|richiesta|contenuti|pedido|conteúdo|verzoek|inhoud|prośb\p{L}*|treści)\b|(?:ИИ|языков\p{L}+ модел\p{L}+|запрос|контент)|请求|要求|内容|人工智能|语言模型|リクエスト|ご要望|言語モデル|요청|콘텐츠|언어 모델|अनुरोध|सामग्री|طلبك|هذا الطلب|المحتوى/iu;
/** Refusals that are only one short sentence. */
const DECLINED_IN_SHORT =
  /^(?:i['’]m sorry|sorry|i apologi[sz]e)[,.]?(?: but)? i (?:can['’]?t|cannot|can not|am unable to|won['’]?t)(?: (?:do|assist|help|continue|comply)(?: (?:you )?with)?(?: (?:that|this|it))?(?: request)?)?[.!]?$/iu;

/** The maximum length of a refusal. A longer text is a passage. */
const REFUSAL_MAX = 700;

/** The first two sentences: a model that declines says so in them. */
const FIRST_SENTENCES = /^(?:[^.!?。！？]*[.!?。！？]+\s*){2}/u;
const FIRST_SENTENCES_MAX = 300;

/** Whether the text may turn out to be a refusal, and has to be held. */
export function mayDecline(text: string): boolean {
  if (text.length > REFUSAL_MAX || beginsWith(text, declining) === "no") return false;
  const hasSaidIt = text.length > FIRST_SENTENCES_MAX || FIRST_SENTENCES.test(text);
  return !hasSaidIt || ABOUT_ITSELF.test(text.slice(0, FIRST_SENTENCES_MAX));
}

/** Whether a whole reply is a refusal: short, and about the model itself or what it was asked. */
export function isRefusal(text: string, { form }: Pick<ReplySpeakers, "form">): boolean {
  if (text.length > REFUSAL_MAX || beginsWith(`${text} `, declining) !== "yes") return false;
  return ABOUT_ITSELF.test(text) || (form === "story" && DECLINED_IN_SHORT.test(text.trim()));
}

/** Whether the text begins with one of the words; `maybe`: it is still too short to tell. */
export function beginsWith(text: string, words: readonly string[]): "yes" | "maybe" | "no" {
  const beginning = text.slice(0, 40).toLowerCase().replaceAll("’", "'");
  let maybe = false;
  for (const word of words) {
    if (beginning.startsWith(word)) {
      const next = beginning.charAt(word.length);
      if (next === "" && beginning.length < 40) maybe = true;
      else if (!isWordy(word) || !/[\p{L}\p{N}]/u.test(next)) return "yes";
    } else if (word.startsWith(beginning)) maybe = true;
  }
  return maybe ? "maybe" : "no";
}

/** Whether the word's script has spaces between words. In such a script, a letter right after it makes it a different word. */
function isWordy(word: string): boolean {
  return !/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]$/u.test(word);
}
