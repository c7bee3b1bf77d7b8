/**
 * What characters say in a chat, a sentence each. Slots: `{topic}` (what the person spoke of), `{interest}`, `{name}` (the
 * character's own), and of the story that they are from `{place}` and `{player}`. A sentence whose slot is empty isn't used.
 */
export const OPENERS: Readonly<Record<string, readonly string[]>> = {
  arrival: [
    "{player}, there you are, I was just about to look for you.",
    "You've come after me, then, and I'm glad that it's you.",
    "I hoped that you would come before {place} gets any quieter.",
    "{player}, sit with me a moment, I can't get it out of my head.",
    "Nobody else in {place} has asked me how I am, so thank you for coming.",
    "I thought that I had {place} to myself, and here you are.",
  ],
  greeting: [
    "There you are, I'd begun to think that you weren't coming.",
    "Hello, and come in out of the draught.",
    "Good, it's you.",
    "Well, look who it is.",
    "I was hoping that it would be you and not the other one.",
    "Hello yourself, you've picked a good moment.",
  ],
  thanks: [
    "You don't have to thank me, I'd have done it anyway.",
    "Don't mention it, or at least not where people can hear.",
    "You're welcome, and I mean that.",
    "Keep your thanks until we see how it turns out.",
    "It was nothing much, and I'm glad that it was something to you.",
  ],
  farewell: [
    "Go carefully, then.",
    "Already, and just when it was getting good.",
    "Good night, and leave the lamp, I'll see to it.",
    "Come back when you can, I'll be here.",
    "Until next time, and bring better weather.",
  ],
  feeling: [
    "I could tell, you know, by the way you came in.",
    "Then sit down a minute, you needn't be anything else here.",
    "I'm glad that you said it out loud.",
    "That's a heavy thing to carry about by yourself.",
    "I know that feeling, it used to live at my house.",
  ],
  statement: [
    "So it's {topic}, is it.",
    "I'd not have expected {topic} from you, and I like it.",
    "Say that again about {topic}, I want to be sure that I heard it.",
    "I've been turning {topic} over ever since you said it.",
    "You say that so lightly.",
    "Now that's a thing that nobody has told me before.",
    "I believe you, which surprises me a little.",
    "Go on, I'm listening.",
    "There's more to {topic} than you've told me so far.",
    "You make {topic} sound simple.",
  ],
};

export const ANSWERED: Readonly<Record<string, readonly string[]>> = {
  who: [
    "Somebody whom I used to trust, if you must know.",
    "The same person it always is, I'm afraid.",
    "I could give you a name, but it wouldn't tell you much.",
    "Nobody you've met, and nobody you would forget.",
  ],
  what: [
    "It's simpler than it looks, and worse.",
    "What I've always done, only better.",
    "A bit of everything, and nothing that I'd put in writing.",
    "Mostly {topic}, these days.",
    "I've been asking myself the same thing.",
  ],
  where: [
    "Not far from here, though I wouldn't walk it in the dark.",
    "Where I always am, if anyone had looked.",
    "Somewhere with a good door and a bad roof.",
    "I could take you there sooner than I could tell you.",
  ],
  when: [
    "Sooner than I'd like.",
    "It was years ago, and it feels like Tuesday.",
    "When it's ready, and not a minute before.",
    "Ask me when the wind has changed.",
  ],
  why: [
    "Because somebody had to, and everyone else was looking at their shoes.",
    "I had a good reason once, and then I had only the habit.",
    "Because I was afraid, if you want the short answer.",
    "Because of {topic}, when you come right down to it.",
  ],
  how: [
    "Slowly, and with a good deal of swearing.",
    "The way one does most things, one half at a time.",
    "I had help, and I never thanked them properly.",
    "Better than yesterday, thank you for asking.",
  ],
  whether: [
    "Yes, though I'd like to explain that.",
    "I'd say no, and then I'd do it all the same.",
    "I think so, on most days.",
    "If it's about {topic}, then yes.",
    "Not in the way that you mean.",
    "I have, once, and I'd do it again.",
  ],
};

export const MANNERS: Readonly<Record<string, readonly string[]>> = {
  descriptive: [
    "The light's going outside, and everything has that blue edge that it gets before rain.",
    "It puts me in mind of a kitchen I knew, with the window open and somebody singing two floors down.",
    "You'd have to picture it: dust in the sun, a long table, and nobody speaking.",
    "There's a smell of wet stone that comes with it, and I can't say why.",
    "It has the colour of old brass, that thought, and about the weight.",
    "I remember the sound of it best, like a cart going over a bridge a long way off.",
    "Everything stood very still then, the way it does when snow is on the way.",
  ],
  direct: [
    "I'd rather say it straight.",
    "That's the whole of it.",
    "I don't like it, and I won't pretend to.",
    "You know what to do, so do it.",
    "Half of that is true, and it's the second half.",
    "Let's not dress it up.",
    "It matters, so I'll be plain.",
  ],
  emotional: [
    "It gives me a kind of ache to hear it, right here, under the ribs.",
    "I could have wept, and I'm not one for that.",
    "My heart went up like a bird when you said it.",
    "It frightens me how much I want that to be true.",
    "I've missed this more than I knew.",
    "It warms me through, and I'd stopped expecting to be warm.",
    "There's a lump in my throat, so give me a second.",
  ],
  analytical: [
    "As I see it there are two things here, and only one of them is urgent.",
    "Consider what would have to be true for that to happen.",
    "The odd part isn't that it happened but that nobody noticed.",
    "If we leave out what we were told, there's very little left.",
    "One could test that, with a bit of patience.",
    "It follows, I think, though I'd check the first step again.",
    "Compare it with last time and you'll see what has changed.",
  ],
};

export const OWN: readonly string[] = [
  "I was at {interest} when you came, as usual.",
  "It's like {interest}, you only learn by getting it wrong.",
  "Give me {interest} and I'm good for the whole day.",
  "Anybody who cares for {interest} would understand.",
  "They'll tell you that {name} never asks for anything, and it's nearly so.",
  "I've learned not to trust the first answer, my own least of all.",
  "People take me for somebody who doesn't mind, and I let them.",
  "I haven't talked like this to anyone for a while.",
  "I'd have given a different answer a year ago.",
  "There's a story to that, and I'll tell it to you one day.",
  "I keep my promises, which is why I make so few.",
  "You'd be surprised what one gets used to.",
];

export const ASKED: readonly string[] = [
  "What made you think of {topic}?",
  "And what would you do about {topic}, in my place?",
  "Is it {topic} that's keeping you up?",
  "Have you told anybody else?",
  "What would it take to change your mind?",
  "Did you come all this way to say that?",
  "What happened next?",
  "How long have you known?",
  "Who told you that, if you don't mind my asking?",
];

export const CLOSERS: readonly string[] = [
  "Stay a little, if you can.",
  "We'll see, you and I.",
  "I'd keep that to yourself for now.",
  "Ask me again when I've slept.",
  "That's more than I meant to say.",
  "I'll remember that you told me.",
  "You're good company, you know that.",
  "Don't look so grave, it's only me.",
];

export const ACTIONS: readonly string[] = [
  "looks up, and sets aside what was in hand",
  "pulls out the other chair with one foot",
  "is silent for a moment, and then almost smiles",
  "turns a cup round by its handle",
  "glances at the window",
  "leans closer",
  "laughs, short and surprised",
  "rubs the back of one hand with the thumb of the other",
  "shakes the rain from a sleeve",
  "tilts the head a little, listening",
  "walks to the door, makes sure of it, and comes back",
  "draws a slow breath",
  "raises an eyebrow",
  "picks a thread from a cuff and lets it fall",
];
