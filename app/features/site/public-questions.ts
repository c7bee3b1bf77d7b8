import { fillText } from "./fill-text.ts";
import questions from "./questions.json" with { type: "json" };

/** The questions of a page, with answers in plain text, because search engines get the same. */
export function listQuestions(page: "landing" | "pricing" | "upgrade") {
  return questions
    .filter(({ pages }) => pages.includes(page))
    .map(({ question, answer }) => ({ question, answer: fillText(answer) }));
}
