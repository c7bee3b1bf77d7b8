import { PRICING_QUESTIONS, type QuestionAndAnswer } from "#app/features/site/questions.ts";

/** Questions of people who are about to pay. */
export const UPGRADE_QUESTIONS: readonly QuestionAndAnswer[] = [
  ...PRICING_QUESTIONS,
  {
    question: "Who sees my card?",
    answer: "Stripe, on its own page. The number never reaches Talespark.",
  },
  {
    question: "When does Professional come?",
    answer:
      "It is announced, and there is no date yet. Nobody is charged for it before it is there, and nobody is moved to it by themselves.",
  },
];
