import { Question } from "#app/ui/questions.tsx";
import type { QuestionAndAnswer } from "./questions.ts";

export function PublicQuestions({ questions }: { questions: readonly QuestionAndAnswer[] }) {
  return questions.map(({ question, answer }, index) => (
    <Question key={question} question={question} isOpen={index === 0}>
      <p>{answer}</p>
    </Question>
  ));
}
