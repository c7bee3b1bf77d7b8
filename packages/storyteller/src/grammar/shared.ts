/** Answers to a question by its first word; the second part adds to the first. */
export const ANSWERS: Record<string, readonly string[]> = {
  fear: [
    "Of being asked that.|And of having no better answer ready, at my age.",
    "Of the day when somebody puts it all together.|I used to be afraid of being found out. Now I'm afraid of being thanked.",
    "I'm afraid for somebody, which is worse.|It leaves one's hands so empty.",
    "Not of what you think.|I'm afraid that it'll be over, and I shall have stood by.",
    "Of the quiet, mostly.|As long as there's noise one knows where everyone is.",
  ],
  self: [
    "{speaker}, they call me.|It's what comes after the name that takes some telling.",
    "You had my name when you came in. It's {speaker}.|What you want is my side of it, and you shall have that too.",
    "I'm the one who stayed when it would have been wiser to go.|{speaker}, if you need it for a list.",
    "Nobody you would have asked, a week ago.|{speaker}. You might as well use it.",
  ],
  who: [
    "Somebody who'll be sorry you asked.|And somebody you have already met, if I'm any judge.",
    "A name won't help you.|It's the kind that people change when it wears out.",
    "You wouldn't believe me.|Ask me again when you've seen what I have seen.",
  ],
  what: [
    "I wish I could tell you that it was nothing.|I've told enough people that it was nothing.",
    "It's what it looks like.|That's the trouble with it.",
    "Something that should've been left alone.|We're past that now, the two of us.",
  ],
  where: [
    "Nearer than you'd like.|Nearer than I'd like, come to that.",
    "Where nobody thinks to look, because everybody has looked there once.|I can show you. I'd sooner not.",
    "That depends on who has moved it since.|Things don't stay put around here, lately.",
  ],
  when: [
    "Before morning.|After that it won't matter much who knew.",
    "It has already begun.|That's why nobody will meet your eye.",
    "Later than you think, and sooner than I'd hoped.|I wouldn't sit down.",
  ],
  why: [
    "Because somebody was afraid.|It's nearly always that, when you dig down far enough.",
    "I used to ask that.|It turned out to be the wrong end to pull.",
    "Because it was easy, the first time.|After that it had to go on being easy.",
  ],
  how: [
    "Slowly, and with everybody watching.|That's the part that I can't forgive.",
    "The usual way.|One person who lied, and ten who didn't want to make a fuss.",
    "There's a way.|There's always a way, and you never like what it costs.",
  ],
  whether: [
    "Yes,|and I'd give a good deal to be able to say no.",
    "I could say no.|You'd know that it wasn't true, and then where would we be?",
    "Not in the way you mean.|But you're closer than you were an hour ago.",
    "Ask me something easier.|No? Then yes. The answer is yes.",
  ],
};

/** Who says it, and how. `{speaker}` is the one who speaks; goes between the parts of a line or after it. */
export const TAGS: readonly string[] = [
  "{speaker} said",
  "{speaker} said at last",
  "{speaker} said quietly",
  "{speaker} told you",
  "{speaker} said, without looking round",
  "{speaker} said, and seemed to hear it only afterwards",
  "{speaker} said, choosing the words one at a time",
  "{speaker} answered, a little too quickly",
  "{speaker} said, in the voice of someone putting down something heavy",
  "{speaker} murmured",
  "{speaker} said, looking past you",
  "{speaker} replied",
  "{speaker} said, almost kindly",
  "{speaker} said, with half a smile",
  "{speaker} said, and let that stand",
  "{speaker} said, in a tone that left the door ajar",
  "{speaker} remarked, to nobody in particular",
  "{speaker} said, low and fast",
];

/** What happens in a face or a hand after something was said. */
export const GESTURES: readonly string[] = [
  "{speaker.They} looked down at {speaker.their} hands as if they had been left there by somebody else.",
  "For an instant {speaker.their} face was perfectly open, and then it was not.",
  "{speaker.They} waited to see what you would do with that.",
  "There was more; you could see it standing behind {speaker.their} teeth.",
  "{speaker.They} shook {speaker.their} head, at you or at the thought.",
  "About half of it was true, by the sound of it; the question was which half.",
  "{speaker.They} held your eye a moment longer than the sentence needed.",
  "It had cost {speaker.them} something to say. You were careful not to look at the price.",
  "{speaker.They} gave a short breath that might have been a laugh in better company.",
  "Then {speaker.they} turned away, too late to hide the look that went with it.",
  "{speaker.Their} voice was steady. {speaker.Their} fingers were not.",
  "{speaker.They} said it lightly, and it fell like a stone all the same.",
];

/** A passage that only goes on, without an action of the person's: its first sentence. */
export const CONTINUATIONS: readonly string[] = [
  "You had perhaps a minute's peace before it began again.",
  "What came next came without asking you.",
  "You were still turning that over when everything moved at once.",
  "It did not stay quiet for long, and you had known that it would not.",
  "The next part happened faster than you could afterwards put in order.",
  "The silence had lasted about as long as it was going to.",
  "Time, which had been holding its breath beside you, let it go.",
  "Then you learned why nobody else had been in a hurry.",
  "There had been a warning, as it turned out, and everybody had mistaken it for weather.",
  "One thing led to another, as it does when nobody is holding the other end.",
  "Then, between one moment and the next, the evening changed its mind.",
  "There was no good moment for it, so it took a bad one.",
];

/** Last words of a passage in any genre. */
export const HOOKS: readonly string[] = [
  "There was still time to walk away, and the door for it stood open.",
  "It was your move, and everybody there knew it.",
  "You could ask, or you could act. You could not, any longer, do nothing.",
  "Whatever you did now, somebody would remember it.",
  "Two ways lay open. Neither looked like the way back.",
  "The silence had a shape by then, and the shape was a question addressed to you.",
  "You had one more thing that you might try, and it was not the sensible one.",
  "Nobody said your name. They only waited, which was the same thing.",
  "Something was about to be decided, with you or without you.",
  "The next word, it was plain, would have to be yours.",
  "And then, quite softly, from where no sound should have come, something knocked.",
  "It was not much to go on. You had gone on less.",
  "All that remained was to find out how much you were willing to know.",
  "You looked at the others. The others, every one of them, were looking at you.",
];

/** Between the story's own arc and what the person said that it is about. */
export const TOPIC_LINES: readonly string[] = [
  "It was {topic} that nobody had mentioned yet.",
  "None of it explained {topic}. But it lay alongside, close enough to touch.",
  "Underneath everything, like a tune that will not leave, ran the matter of {topic}.",
  "If there was a thread that led from here to {topic}, you had the end of it in your hand.",
  "And there remained {topic}. That, too, would have to be reckoned with.",
  "Somebody there knew the truth about {topic}; it was in the way they did not look up.",
  "For a while now nobody had spoken of {topic}, and so carefully that the silence about it filled the air.",
  "It would all come back to {topic} in the end; everything did.",
];

/** How somebody who has not been seen before comes to notice; ends with them. */
export const NOTICED: readonly string[] = [
  "At your elbow stood {speaker}.",
  "You had not noticed until then that you were being watched by {speaker}.",
  "A little apart from the rest waited {speaker}.",
  "It was then that you met {speaker}.",
  "Into the gap stepped {speaker}.",
  "Nobody had mentioned that there would also be {speaker}.",
];

/** After the opening has said who the person is; `unknown` where it had nothing to say. */
export const SELVES = {
  known: [
    "You were {at}, which was not where you had told anyone that you would be.",
    "That was how things stood when you found yourself {at}, with an hour to kill.",
    "It was {at} that all of it began.",
    "You stood {at}, and waited for whatever it was to get on with it.",
    "Nothing had ever happened to you {at}, and you had come to rely on that.",
    "It found you {at}, thinking of something else.",
  ],
  /** A remark on the person, for some openings. */
  remarks: [
    "That was what you would have told anybody who asked. Nobody had asked in some time.",
    "It was not the whole truth, but it was the part that fitted on a card.",
    "On most days that was enough to be going on with. This was not going to be one of those days.",
    "You had thought that you knew what that meant. You had thought so until this very hour.",
    "It had kept you out of trouble for years, more or less, and it was about to stop.",
    "There were worse things to be, and better evenings on which to be it.",
  ],
  unknown: [
    "You stood {at} with your hands in your pockets, and nobody there knew the first thing about you. That suited you well.",
    "You had come with no more than you could carry, and with less of a plan than you would have liked.",
    "You had been {at} for less than an hour, and already it felt like a place that had been expecting you.",
  ],
} as const;

/** Between what the person's description has begun with and what the story adds to it. */
export const BESIDES: readonly string[] = [
  "That was one thing. This was another.",
  "And there was something besides.",
  "It would have been enough to be going on with; but it was not all.",
  "As if to keep you from it, something else had turned up.",
];

/** What somebody else puts in after a line. `{other}` is not the one who spoke before. */
export const REPLIES: readonly string[] = [
  '"You would say that," said {other}.',
  '"That isn\'t how I heard it," {other} put in.',
  '"Tell them the rest," said {other}, not loudly.',
  "{other} seemed about to contradict, looked at you, and let it go.",
  '"Go on," said {other}. "You have come this far."',
  "{other} had stopped what {other.they} {other.was} doing to listen.",
  '"And who was it that told you?" {other} asked. There was no answer to that.',
  '"Not so loud," said {other}.',
  "Behind you {other} gave a short dry cough, as one does in church.",
  '"I wish that you hadn\'t brought that up," said {other}, "now that it has been."',
  "{other} laughed under {other.their} breath, without being amused.",
  '"Ask again in the morning," {other} said, "when one of us has slept."',
  "{other} and {speaker} exchanged a look that had clearly been exchanged before.",
  '"It\'s true," said {other}. "I only wish it had been somebody else who said it."',
  '"We agreed not to," said {other}; and then, after a moment, "Well. I suppose that was before."',
  "{other} counted something off on three fingers, and folded the third one down again.",
  '"There is more to it than that," said {other}. "There always was."',
  "For once {other} had nothing to add, and added it with a shrug.",
];

/** What is left to tell when the story has come to its end and somebody still goes on. */
export const AFTERWARDS: readonly string[] = [
  "There was no hurry about anything any more.",
  "What was left was ordinary, and took up the whole of the day.",
  "People still spoke of it now and then, but already in the voice in which one speaks of weather.",
  "Nothing hung on it, for once. It was simply the next thing.",
  "It had been over for some time by then, in the way that such things are over.",
  "Somebody had moved the furniture back.",
  "One could go in and out there now without a glance at the door.",
  "It would make a story one day. For the present it made a silence, and a comfortable one.",
  "All of them looked a little smaller, and a good deal more at home.",
  "The evening came on by itself, and nobody remarked on it.",
];

/** What is answered when somebody is asked about something: `{asked}` is a thing, a person or "who was here last night". */
export const ABOUT: readonly string[] = [
  "I'd leave {asked} alone, if I were you.|I didn't, and look at me.",
  "So you've got as far as {asked}.|Most people have been careful not to.",
  "As to {asked}, I can only tell you what I was told.|And I was told it by somebody who wanted me to repeat it.",
  "We never speak of {asked} in front of strangers.|But I suppose that you're past being a stranger.",
  "You'd better hear about {asked} from me.|You'll hear it from the others soon enough, and they'll leave me in a worse light.",
  "I've lied about {asked} twice this week.|I find that I haven't a third one in me.",
  "You want to know about {asked}.|So did the last one who stood where you're standing.",
  "Everybody here knows something about {asked}.|It's only that nobody has ever put the pieces on one table.",
  "When it comes to {asked} I'm not to be trusted.|I have too much to lose by it.",
  "I hoped that you'd ask about {asked}.|I also hoped that you wouldn't. Sit down.",
  "There are two stories about {asked}, and I've told both of them.|The one that nobody believes is true.",
  "I'll tell you what I know about {asked}, and it won't take long.|{rival} knows the rest.",
  "Ask me about {asked} when {rival} isn't listening.|No, don't look round.",
  "I was the first to know about {asked}.|I was the first to say that I didn't, as well.",
];

/** More, for a thing that one could have seen. */
export const ABOUT_THING: readonly string[] = [
  "I was there when {asked} first came up.|Everyone laughed. I remember thinking that it was a little early to laugh.",
  "It isn't {asked} that you should be asking about.|Ask who wanted it noticed.",
  "There was a time when I'd have given anything to know about {asked}.|Now I know, and I'd give the same to forget.",
  "They never told you about {asked}?|Then they've told you nothing. Start again, and start there.",
  "I'd know what {asked} meant if I knew who had paid for it.|Somebody always has.",
];

/** What is said about a thing that the person has just laid hands or eyes on. */
export const ABOUT_AT_HAND: readonly string[] = [
  "Of all the things here you had to choose {asked}.|I used to dream about it. I'd hoped that I was the only one.",
  "That's how it began for me, too, with {asked}.|You think that you'll only look.",
  "There was a row about {asked}, years ago.|Nobody won it. They just stopped being in the same room.",
  "I'd have sworn that {asked} wasn't there yesterday.|I'd have sworn to a lot of things yesterday.",
  "I could tell you whose {asked} was.|It would only make you look at them differently, and they've had enough of that.",
  "You're the second today to take an interest in {asked}.|The first one gave a reason.",
  "If {asked} could talk, half of us would have to move away.|And the other half would want to know what it said.",
];
