export type Mood = "calm" | "uneasy" | "tense" | "dangerous" | "tender";

/** What one notices in a mood. */
export const MOOD_SENSES: Readonly<Record<Mood, readonly string[]>> = {
  calm: [
    "For a little while nothing was asked of anybody.",
    "The light lay where it liked. Nobody moved to shut it out.",
    "Someone near by was humming, without knowing it.",
    "There was time to notice small things, a loose thread, a warm draught, the sound of one's own breath going in and out.",
    "Even the shadows seemed to have sat down.",
    "It was quiet in the good way, like a room after guests.",
  ],
  uneasy: [
    "Nothing was wrong. You went on looking to see what it was.",
    "People laughed a little late, and stopped a little early.",
    "Everybody had begun to sit where they could see the way out.",
    "There was a draught from somewhere, and nobody got up to find it.",
    "It was the kind of quiet that has somebody in it.",
    "A conversation a little way off dropped each time that you turned your head.",
  ],
  tense: [
    "You could hear cloth move, and breath, and somebody's ring against a glass.",
    "Nobody leaned on anything any more.",
    "Hands were where they could be seen. Everyone had seen to that without being told.",
    "Each sound came singly, with an edge to it, as on a frosty night.",
    "The air had the feel of a string that has been turned once too often.",
    "Somebody's foot had begun to tap, and stopped, and could be heard not tapping.",
  ],
  dangerous: [
    "Your mouth was dry. You noticed it from a distance, as one notices weather.",
    "There was a taste of pennies in the air.",
    "You knew where everyone stood, to the inch, without looking.",
    "Your heart was going like somebody running upstairs.",
    "All the small sounds had stopped, the way birds do.",
    "Things had grown very clear, and a little slow, and had lost some of their colour.",
  ],
  tender: [
    "Voices had come down by themselves, as they do around somebody asleep.",
    "The light was kind to everyone just then.",
    "Nobody stood quite as far from anybody else as they had before.",
    "It was warm there, or it had become so.",
    "Something had been put down that all of them had been carrying.",
    "For the length of a breath it would have been hard to say who was looking after whom.",
  ],
};

/** The mood turns into this one. */
export const MOOD_TURNS: Readonly<Record<Mood, readonly string[]>> = {
  calm: [
    "Little by little shoulders came down, yours among them.",
    "Whatever had been standing over all of you seemed to take a step back.",
    "It let go of you after that, not all at once, a finger at a time.",
  ],
  uneasy: [
    "From then on something was a little out of true, and everyone there knew it and talked of other things.",
    "It was after that that people began to lower their voices.",
    "An unease had come in. It took no chair, and was in nobody's way, and would not leave.",
  ],
  tense: [
    "The air had drawn tight. One more turn, one felt, and it would sound.",
    "After that nobody pretended to be at ease.",
    "Something had shifted, and it was no longer the kind of evening that one could walk away from.",
  ],
  dangerous: [
    "You understood then that somebody might get hurt, and that it might be you.",
    "It had stopped being talk. You could see the others come to the same conclusion, one after another.",
    "There are moments after which things cannot be taken back. You heard this one go by.",
  ],
  tender: [
    "Something had softened, and all of them were careful of it, as of a bird that has come indoors.",
    "It changed the air of the place. One could have said almost anything, just then, and been forgiven.",
    "A kind of warmth had got in, no one could have said by which door.",
  ],
};
