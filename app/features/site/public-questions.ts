import { ADULT_AGE, MINIMUM_AGE } from "#domain/legal.ts";
import { formatCount } from "#domain/numbers.ts";
import { PLAN_LIMITS } from "#domain/plan.ts";
import { GUARANTEE_DAYS } from "#domain/plan-prices.ts";

export type QuestionAndAnswer = { question: string; answer: string };

/** Questions of visitors. The server sends them with the landing page, whose JavaScript then has none of this file. Plain text, because search engines get the same. */
export const VISITOR_QUESTIONS: readonly QuestionAndAnswer[] = [
  {
    question: "How does it work?",
    answer:
      "You choose a genre and say who you are and what the story is about. Talespark writes the opening. Then you take turns: write what your character does or says, or let the story run on. When a passage is not to your liking, ask for another; the earlier ones stay, and you can go back to them.",
  },
  {
    question: "What is a Spark?",
    answer: `One piece of writing that you ask for: a passage of a story, a reply from a character, a suggestion, a filled-in form. A picture drawn by an AI costs five. The free plan has ${PLAN_LIMITS.free.sparksPerMonth} Sparks a month, Premium ${formatCount(PLAN_LIMITS.premium.sparksPerMonth)}. A piece that fails before any text arrives costs nothing.`,
  },
  {
    question: "Who can read my stories?",
    answer:
      "You. Stories are private by default and there is no public list of them. The model that writes is given the story that it continues, not your name or e-mail address.",
  },
  {
    question: "How are stories and character chats different?",
    answer:
      "In a story you play a part and a narrator tells what happens. In a character chat you talk with one person, who answers in their own voice.",
  },
  {
    question: "Can I have my money back?",
    answer: `Yes. If Premium is not for you, tell us within ${GUARANTEE_DAYS} days of your first payment and you get that month’s money back.`,
  },
  {
    question: "Is there an age limit?",
    answer: `You must be ${MINIMUM_AGE} or older. Adult content is off until you confirm that you are ${ADULT_AGE} or older and switch it on.`,
  },
];

/** The questions about plans and money. */
export const PRICING_QUESTIONS: readonly QuestionAndAnswer[] = [
  ...VISITOR_QUESTIONS.filter(({ question }) => question === "What is a Spark?"),
  {
    question: "What do “limited messaging” and “limited chat history” mean?",
    answer: `The free plan has ${PLAN_LIMITS.free.sparksPerMonth} Sparks a month, and a story on it can grow by ${PLAN_LIMITS.free.exchangesPerStory} exchanges. The model is given the last ${PLAN_LIMITS.free.historyMessages} messages; on Premium it knows the whole story through its memory. You yourself can always read everything.`,
  },
  {
    question: "What happens to my stories if I stop paying?",
    answer:
      "They stay, with every word. On the free plan one story can be continued at a time; the others can be read, and archived or brought back as you like. No text is ever deleted or hidden by a plan.",
  },
  {
    question: "How do I cancel?",
    answer:
      "In your settings, under Manage Billing, at any time. You keep Premium to the end of the month that you have paid for.",
  },
  ...VISITOR_QUESTIONS.filter(({ question }) => question === "Can I have my money back?"),
];
