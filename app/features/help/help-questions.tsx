import type { ReactNode } from "react";
import { Link } from "react-router";
import { Question } from "#app/ui/questions.tsx";

type Entry = { question: string; answer: ReactNode };

/** The specification's eight questions with their answers. */
const ENTRIES: readonly Entry[] = [
  {
    question: "What is Talespark?",
    answer: (
      <p>
        A place to write interactive stories together with an AI, and to talk one to one with characters. You
        say what happens next, and the story answers. Each piece of writing that you ask for costs one Spark;
        how many you have depends on your plan.
      </p>
    ),
  },
  {
    question: "How are stories and character chats different?",
    answer: (
      <p>
        In a story you play a part, and a narrator tells what happens around you; any number of people can be
        in it. A character chat is a talk with one person, who answers in their own voice and knows only what
        they would know.
      </p>
    ),
  },
  {
    question: "How do I start a story?",
    answer: (
      <>
        <p>
          Open <b>Your Library</b> (“My Stories”, in short) and press <b>Begin New Story</b>. Choose a genre,
          say who you are and what it is about; Booky can fill in the rest. The opening is written while you
          watch.
        </p>
        <p>
          Then write what you do or say, press <b>Continue story</b> to let it run on, or ask Booky for a
          suggestion.
        </p>
      </>
    ),
  },
  {
    question: "How do character chats work?",
    answer: (
      <p>
        Under <b>Characters</b> you find the people from your stories and those whom you have made yourself.
        Choose one and start a chat. You can set how they answer: longer or shorter, formal or casual, with or
        without actions. If an answer does not fit, get a different one.
      </p>
    ),
  },
  {
    question: "Can I edit or delete a story or a chat?",
    answer: (
      <>
        <p>
          Yes. The menu at the top right of a story or chat offers <b>Edit</b> and <b>Delete</b>. A passage
          that you dislike can be written again; the earlier versions stay, and you can turn back to them.
        </p>
        <p>
          What you delete is out of view at once. For 30 days you can bring a story back from{" "}
          <b>Recently deleted</b> in your library; after that it is gone for good.
        </p>
      </>
    ),
  },
  {
    question: "Can I change how Talespark looks?",
    answer: (
      <p>
        Yes. Themes and notification preferences are set in your profile settings. Size, width and face of the
        text are under <b>Aa</b> at the top of each story, and are remembered on each device.
      </p>
    ),
  },
  {
    question: "Who can read my stories?",
    answer: (
      <p>
        You. Stories are private by default, and so are chats. The model that writes is given the story that
        it continues, never your name or e-mail address. More is in the{" "}
        <Link to="/privacy-policy">Privacy Policy</Link>.
      </p>
    ),
  },
  {
    question: "Where do I get more help?",
    answer: (
      <p>
        Press <b>Contact Support</b> on this page to write us an e-mail, or tell us what you think in the box
        under <b>Feedback</b>. On the page of a story the question mark key shows all keyboard shortcuts.
      </p>
    ),
  },
];

export function HelpQuestions() {
  return ENTRIES.map(({ question, answer }, index) => (
    <Question key={question} question={question} isOpen={index === 0}>
      {answer}
    </Question>
  ));
}
