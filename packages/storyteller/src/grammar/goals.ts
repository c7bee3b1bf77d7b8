/** What a person's character wants where neither they nor the description say so: an infinitive, about `{topic}` or not. */
export const GOALS: Readonly<Record<string, readonly [string, string]>> = {
  Mystery: ["find out the truth about {topic}", "find out who had lied, and for whom"],
  Fantasy: ["set right the matter of {topic}", "keep the word that you had given"],
  "Science Fiction": ["understand about {topic} before anybody else did", "bring everyone home"],
  Romance: ["come out of it with a whole heart", "say one true thing to one person"],
  Horror: ["see the morning, and not be alone in it", "see the morning, and not be alone in it"],
  Adventure: ["get to {topic} first", "get there first, and back again"],
  "Historical Fiction": ["see the affair of {topic} to its end", "keep your neck and your word, both"],
  Contemporary: ["sort out the business of {topic}", "put one thing straight for once"],
  Thriller: ["get to the bottom of {topic} and stay alive", "get out with the truth, and with your name"],
  Western: ["settle the matter of {topic}", "pay what you owed, and ride on"],
  Dystopian: [
    "learn the truth about {topic} before they took it away",
    "own one thing that they could not take",
  ],
  Comedy: ["sort out {topic} before anyone noticed", "get through the week without being found out"],
  Drama: ["have it out about {topic}, after all this time", "have it said aloud, once, by somebody"],
  "Open Genre": ["find out how it stood with {topic}", "find out how it ended"],
};

/** The opening says what is wanted. */
export const GOAL_SET: readonly string[] = [
  "What you wanted was easily said: to {goal}.",
  "You had come for one thing only, and that was to {goal}.",
  "You meant to {goal}. You had told yourself so all the way there, in time with your steps.",
  "All that you asked was to {goal}; it had not seemed so very much.",
];

/** The person has said that they want something else, or the same more clearly. */
export const GOAL_CHANGED: readonly string[] = [
  "So that was what you were there for: to {goal}. It was as well to have it said.",
  "You would {goal}. The rest had only been the way to it.",
  "It had taken you until now to know what you wanted. You wanted to {goal}.",
  "To {goal}: put like that it was quite plain, and a good deal harder.",
];

/** It comes back in the middle of a story. */
export const GOAL_KEPT: readonly string[] = [
  "You had come to {goal}. You told it over to yourself once more, since nobody else was going to.",
  "There was a moment when you could have let it be. But you were there to {goal}, and it held you like a hand on the collar.",
  "To {goal}: it had seemed a straight enough road, once.",
  "You were no longer sure that you could {goal}. You were only sure that you were not going to leave without having tried.",
  "If you were ever to {goal}, it would have to be soon.",
  "You thought again of what you had set out to do, to {goal}, and of {obstacle}, which lay across it like a tree across a lane.",
  "It was nearer than it had been. You could very nearly see how one might {goal}.",
  "Everybody wanted something that night. You, at least, knew what: to {goal}.",
];

/** What it more and more turns on: something that the person keeps coming back to. */
export const GOAL_FOCUS: readonly string[] = [
  "You had come to {goal}; and more and more, whichever way you went at it, the way led by {focus}.",
  "It kept coming back to {focus}. If you were to {goal}, there was where it would be decided.",
  "Again {focus}. You had begun to believe that whoever understood that would have no trouble with the rest.",
];

/** The last passage: they got it, or did not. */
export const GOAL_MET: readonly string[] = [
  "You had set out to {goal}. You had done it, not in the way that you would have drawn it up, and there was no one left to prove it to, and it was done.",
  "So you did {goal} in the end. It was smaller than you had thought, and fitted in the hand, and you would not have given it back.",
  "To {goal}: it had been the whole of what you asked. You had it now. It was very quiet, having it.",
];
export const GOAL_LOST: readonly string[] = [
  "You had set out to {goal}, and you had not done it. You knew that now, and knew what it had cost, and found that it could be carried.",
  "You did not {goal}, in the end. Somebody would, perhaps, some other year. What you had instead was small and true, and you had not come for it.",
  "To {goal}: it had been the whole of what you asked, and you were going home without it. Nobody there thought the less of you. You would have to learn it from them.",
];
