import { Question, Questions } from "#app/ui/questions.tsx";
import type { QuestionAndAnswer } from "./questions.ts";

export function PublicQuestions({ questions }: { questions: readonly QuestionAndAnswer[] }) {
  return (
    <Questions>
      {questions.map(({ question, answer }, index) => (
        <Question key={question} question={question} isOpen={index === 0}>
          <p>{answer}</p>
        </Question>
      ))}
    </Questions>
  );
}
