import type { DeedKind } from "../language/deed.ts";

/**
 * How the world takes a deed: a paragraph of its own after the one that tells it. `{whom}` is the one it was done to,
 * `{thing}` what it was done with.
 */
export const REACTIONS: Readonly<Partial<Record<DeedKind, readonly string[]>>> = {
  look: [
    '"Well?" said {ally}. You pointed. {ally.They} looked along your finger at {thing}, and then for a good deal longer at you. "I have walked past that all day," {ally.they} said.',
    "You had seen {thing} a dozen times by then without looking at it. Somebody had touched it since the last time. It had been turned by no more than the width of a coin, and turned back.",
    'There was a mark on {thing}, small, and made with care. {third} saw you find it. "That was always there," {third.they} said, before you had asked.',
    "To most people {thing} would have said nothing. To you, somebody had been in a hurry there, and had wanted very much not to look it.",
    '{rival} had come up behind you without a sound. "And what does it tell you?" {rival.they} asked, pleasantly, of {thing}. {rival.Their} eyes had not gone to it at all. They had gone to see who else was looking.',
    "You went over {thing} as one goes over a page in a foreign language, for the words one knows. There were two of them. It was more than you had had.",
    "The place gave up something to that patience: a smudge, a gap in a row, a thing hung the wrong way round. {ally} wrote it down on the back of a hand.",
    '"You look at things as if they owed you money," {third} remarked. But {third.they} had stopped smiling; and when you moved on, {third.they} went and stood where you had been, and looked too.',
  ],
  read: [
    "It was not long. Most of it was the weather and the price of coal. It was the line at the foot that you went back to: {rival}'s name, and a sum, and a date that had not come yet.",
    "The hand was hurried, and the spelling its own. Whoever wrote that had been afraid, had said so twice, and both times had crossed it out. One name had been left standing. It was {third}'s.",
    "You read to the end, and then the beginning again in the light of the end. Everything in it was true, as far as you knew. That was what made the one lie so hard to find.",
    '"Once more," said {ally}, "from the second line." You read it again. It took a moment until everyone had understood that the silence afterwards was {rival}\'s.',
  ],
  say: [
    '"Quite," said {whom}, which might have meant anything. {whom.They} seemed to be waiting for the part that you had left out.',
    "{whom} took that in without a word, and set it down somewhere inside where one could not see. But {whom.they} did not walk away.",
    '"You needn\'t have put it so plainly," said {whom}. "I dare say that somebody had to." It came slowly, like somebody feeling for a step.',
    '{third} looked from one of you to another. "Then it has been said," {third.they} remarked. "I had a bet with myself that it wouldn\'t be."',
    "Nobody contradicted you. In that company it was as good as applause.",
  ],
  reveal: [
    '{whom} said nothing for so long that you thought that you had not been heard. "I know," {whom.they} said then. "I wanted to see whether you would ever say it."',
    '"Why now?" {whom} asked. You said that you could not have stood another day of it. {whom} gave a slow nod, like somebody who has been handed a bill and finds that it is correct.',
    '{whom} turned away, and you let {whom.them}. When {whom.they} turned round again something in {whom.their} face had been put in order. "Then that is what it was," {whom.they} said. "Now I know what I have been carrying."',
    'It was some time before {whom} spoke. "You could have kept that to yourself," {whom.they} said, and it was not a reproach. Then, since one truth calls for another: "I was there that night. I never told anyone. I was there the whole time."',
    '"Thank you," said {whom}, as if {whom.they} had been handed something hot. "I knew a part of it. I had the wrong part." And {whom.they} told you, in return, which.',
    '{ally} let out a breath. "That makes sense of a good many things," {ally.they} said. Across from you {rival} had gone very still, like somebody who has been counting on a thing not being known.',
    "You saw them put it together with what they had each been keeping, like people turning out their pockets on a table. It came to more than anyone had thought.",
    '"Say that again," said {third}; and when you had, {third.they} sat down. "All this while I have been blaming somebody else," {third.they} said.',
  ],
  show: [
    '{whom} did not touch {thing}. "Where did you get that?" {whom.they} asked; and it was plain from the asking that {whom.they} had seen it before, in another hand.',
    '{whom} looked at {thing} for rather too long. "I gave that away," {whom.they} said. "Years ago. I was told that it was at the bottom of the river."',
    '"Put it away," said {whom}, looking past you. "Not here. Not with {rival} about."',
    "{thing} went from eye to eye without anybody's saying a word. Only {third} was looking at you instead.",
  ],
  give: [
    '{whom} turned {thing} over, twice, and did not seem to find the side with the catch in it. "People don\'t, as a rule," {whom.they} said. "Give one things." And then, gruffly, "I\'ll see that it\'s safe."',
    "{whom} had held out a hand for it without thinking, and now stood there with {thing} in it. Whatever {whom.they} had been about to say to you, {whom.they} said something else.",
    "It passed from your hand to another. {third} followed it with {third.their} eyes the whole way, and forgot to look as if {third.they} {third.was} not.",
  ],
  take: [
    '"That isn\'t yours," said {third}. You agreed that it was not. {third.They} seemed to be waiting for more, and when none came {third.they} gave a slow nod, as if you had passed {third.them} a note.',
    "By the time {rival} thought to look, there was only the pale place where {thing} had been. {rival.They} said nothing. But from then on {rival.they} counted things: you could see it, the small dip of the chin at each.",
    '{ally} had seen. "You\'ll want to keep {thing} out of sight," {ally.they} murmured, moving so as to stand between you and the rest. "There\'s somebody here who would know it again."',
    "You put {thing} away. It was not stealing, or you had decided not to call it that; it was only that you could not have left it there, for the next hand to find.",
    '"Careful with that," said {third}, too quickly for somebody who had never seen it before.',
  ],
  open: [
    "What came of it was not what you had expected. {thing} gave, and behind that was something that somebody had put by: not much, a folded paper and a smell of lavender, but it had been put by in haste. {ally} unfolded the paper and read it, and gave it to you without a word. It was a list of names. The last one was {rival}'s.",
    "There was less in it than you had hoped, and more than {rival} had. One corner was clean where all the rest was dusty, about as long as a hand. Somebody had come for what had lain there, and had known just where to reach.",
    '"Empty," said {third}, over your shoulder, and let out a breath. But {third.they} had said it before {third.they} could possibly have seen.',
  ],
  use: [
    '"Nobody has done that in years," said {third}. {third.They} did not say how {third.they} knew. But you noticed that {third.they} had moved so as to see past you and past {thing}, and that for a moment there was plain hunger in {third.their} face.',
    "{rival} started forward, and checked, one hand out. It was only a step. But it told you more about {thing} than a week of questions would have.",
    'It made a difference at once, though it took you a moment to say what it was. {ally} said it for you. "It\'s quieter," {ally.they} said. "Something was running all this time, and it has stopped."',
    "They had all turned round at the sound. You saw in one look who was frightened, and who was only curious, and that {third} was neither.",
    "So much for {thing}. It had done what such things do, no more, and the world stood a little differently around you: not much, but enough to get a foot in.",
  ],
  destroy: [
    '"You had no right," {rival} said. {rival.They} said it without heat, looking at what was left of {thing}. "There was only the one. I suppose you knew that. I suppose that was why."',
    '{ally} had started forward with a hand out, and had stopped. "Well, that\'s gone," {ally.they} said, and looked at what had been {thing}, and then, with something rather like respect, at you. "Now nobody can use it. Us included."',
    "Nobody spoke for as long as there was anything left of {thing} to look at. {third} was the first to move: {third.they} bent down, found one small piece that had escaped, and closed {third.their} fingers on it.",
    "Somebody had needed {thing}; you could tell from the silence. And somebody had been afraid of it, and that one had just sat down, rather white, and asked for water. It was {third}.",
  ],
  make: [
    '"That will do," said {ally}, who was sparing with praise. It was passed from hand to hand, and came back to you warm.',
    "It gave everyone something to look at that was not one another. By the end of it {third} had pulled up a chair, and {rival}, who had been on the point of leaving, was still on the point of it.",
    "People are different when something is being made. They forgot for a while what each of them knew, and talked; and twice somebody said a thing that they would not have said across a table.",
  ],
  help: [
    '"Why?" said {whom}, when there was breath for it. You did not have an answer ready, and that appeared to be the right one. "I won\'t forget it," {whom.they} said, a little angrily. "I\'m not used to it, that\'s all."',
    "{whom} leaned on you for as long as it took, and no longer. But after that {whom.they} stayed on your side, a pace behind, as if it had been arranged between you.",
    '{ally} saw it and said nothing. {rival} saw it too. "That was kind," {rival.they} said, in the tone of one who has found out where the house is weak.',
    "It had been noticed, and not only by those whom it helped. Somebody brought you a chair. Somebody else, without being asked, began to tell you what they had sworn they would not.",
  ],
  threaten: [
    '{whom} looked at you as if you had only that moment come in. "I see," {whom.they} said. "So that is how it is." {whom.They} had put up both hands a little way, like somebody showing that they were clean, and each word had been said from one step farther off.',
    'All the colour had gone out of {whom}. "You wouldn\'t," {whom.they} said, and watched your face to see if you would, and did not like what was written there.',
    '"Easy," said {ally}. {ally.They} had not taken {ally.their} eyes off {whom}. "That can\'t be unsaid, you know. You had better have wanted to say it."',
    "Somebody laughed, high and short. {third} had begun to move the others back, gently, with an arm out, as one does with children near a road.",
  ],
  fight: [
    "{whom} had gone down on one knee, and looked up at you, more surprised than hurt. A hand went to the lip, and came away, and was looked at. When {whom.they} got up it was on the far side, out of reach, and there {whom.they} stayed.",
    'It was {ally} who pulled you apart. "Enough," {ally.they} said, and had to say it twice. Something was broken, and something had been spilled, and nobody there would ever again be quite as easy with you.',
    "When it was over {third} was holding a hat, and nobody was sure whose. Doors had opened. There were faces in them. You had got what you wanted, or at any rate the other side had not; but it had been done in front of everyone.",
    "There was a clatter, and then the small bright sound of something that rolled away out of sight. Both of you heard it. {rival} was nearer; but you'd had the better look at where it went.",
  ],
  hide: [
    'Two people went by, talking low. One of them was {rival}. "Not while there\'s a stranger about," {rival.they} was saying. The other asked something. "Then before," said {rival}. "It has to be before." And a door was closed on the rest.',
    "{third} crossed the open part with {third.their} shoes in {third.their} hand, stopped, and looked straight at where you were. You were ready to be found. But {third.they} only laid a finger against {third.their} lips, and went on.",
    "From there one saw the whole of it as one sees a stage from the wings: who went to whom as soon as they thought themselves alone, and who, with nobody to be brave for, put {ally}'s coat about their shoulders and shook.",
    "It was a long while before anything happened, and then it was only that a shadow, which you had taken for a shadow, went away.",
  ],
  wait: [
    'It was {third} who could bear it least. "If you want to know," {third.they} said at last, to the air in front of {third.them}, "there were two of them that night. People always say one." And, having said it, {third.they} got up and saw to something that did not need seeing to.',
    '{ally} came and sat by you, and for a time neither of you said anything. It was {ally.they} who spoke. "You\'re waiting for {rival} to do something foolish," {ally.they} said. You said that you were. "Good," said {ally}.',
    "By and by they took you for one who had dropped off. Somebody asked, low down, whether it was safe. Somebody else said that it had never been safe, and what a time to begin asking. You knew both of the voices.",
    "{rival} had looked over at you three times. The fourth time {rival.they} came across, and stood, and asked you, with great civility, what it was that you were waiting for.",
  ],
  tender: [
    '{whom} did not move away. "I had forgotten what that was like," {whom.they} said, to somewhere near your collar; and it was said so simply that there was nothing to answer.',
    'For a moment {whom} was not anything that {whom.they} had been all day. "You\'re a fool," {whom.they} said, "and I\'m another." And then, when you would have stepped back: "No. Stay a minute."',
    "{third}, who had been about to say something, found something to see to, a little way off. When you looked up again {whom} was still looking at you, and did not mind being caught at it.",
    "There was a hand on your sleeve for a moment, and then it had somewhere else to be. But it had been there, and all of them had seen it, and nobody remarked on it.",
    "It was taken gravely, like a thing that has been handed over for safe keeping. {ally} turned a page that {ally.they} had not read.",
  ],
  refuse: [
    '"I see," said {whom}. {whom.They} had plainly been told that you would be reasonable. "Then I shall have to say that I asked, and say what you answered."',
    '{rival} smiled, as one smiles at a chair that one has walked into. "You will want to think about that," {rival.they} said. You said that you had. {rival.They} went on smiling, and went away, and one heard {rival.them} speak to somebody, sharply, on the other side of the door.',
    '"Nobody says no to that," {third} whispered to you afterwards. {third.They} sounded shocked, and a little in love with it. "I didn\'t know that one could."',
    "There was a stir, like wind in a field. You had not been the only one who wanted to; you had only been the first.",
  ],
  leave: [
    'You had not gone far when you knew that you were being followed, and a little farther before you knew by whom. It was {third}, hatless, with something to say. "They think that you\'ve run," {third.they} said. "I told them that you were thinking."',
    "It was a relief to be out of it, for about as long as it takes to draw three breaths. Then you began to see what you had left behind you, and who had it now.",
    "Nobody came after you. That was worse than if they had. Somewhere at your back it was going on without you, and {rival} would be telling them why you had gone.",
  ],
  move: [
    "They had been talking of you while you were gone. One could tell from the way in which they went on with something else, all of them, at once, in the middle.",
    '"There you are," said {ally}, who had kept you a place. Nothing had been moved; but everyone had changed seats, and {rival} now had the one from which you could see the door.',
    '{third} had been waiting for you to come by. {third.They} fell in beside you for a few steps, said, without moving {third.their} lips, "Don\'t believe the first thing that {rival} tells you," and dropped behind again.',
    "The way there took you past {rival}, who was speaking to somebody in a low voice, and who broke off, and waited, and smiled, until you had gone by.",
  ],
  think: [
    '"You have got there," {ally} said, watching you. "Or you have got somewhere." You told {ally.them} where. {ally.They} was silent for a bit, and then began, under {ally.their} breath, to swear.',
    "Two people had given the same hour for different things. Put side by side, the one would not let the other pass. And one of the two was {rival}, which was no surprise; and the other was {third}, which was.",
    "When you looked up again {third} was standing just where {third.they} had been, but without the papers in {third.their} hand.",
  ],
  other: [
    '"What was that for?" asked {third}, who liked to know where things went. {ally} said that it was obvious, and then, pressed, could not say how.',
    'Nothing answered at once. Then, in its own time, something did: a step, a cough, {rival}, in the doorway, with {rival.their} head on one side. "Don\'t let me stop you," {rival.they} said.',
    "{third} whispered something to {ally}, who shook {ally.their} head, without taking {ally.their} eyes off you.",
    "It was as if somebody had moved a piece on a board; one heard the small click of it. On the other side of the board {rival} leaned forward.",
  ],
};

/** What is behind a door or a window that the person opens. */
export const BEHIND_DOORS: readonly string[] = [
  "{rival} was on the other side of it, one hand lifted as if to knock. It would have been hard to say which of you was the more put out.",
  "There was nobody there. There had been, a moment ago: the cold still had the shape of somebody in it, and on the threshold lay a single glove.",
  'Beyond it {third} was sitting on the ground with {third.their} arms about {third.their} knees. "I wondered who would open it first," {third.they} said. "I had money on {rival}."',
  "Nothing came in. All of you heard that quite distinctly.",
];

/** Somebody or something is found where the person has gone: within walls, and under the sky. `{place}` is its name. */
export const ARRIVALS: Readonly<Record<"inside" | "outside", readonly string[]>> = {
  inside: [
    '{third} was there already, which was odd, for nobody had passed you on the way. {third.They} got up when {third.they} saw who it was, and then, rather foolishly, sat down again. "I wondered which of you would think of {place}," {third.they} said.',
    'You had {place} to yourself; or so you thought, until something in it that you had taken for a heap of clothes drew up its knees. It was {third}. "Shut it behind you," {third.they} said.',
    "Somebody had used {place} that same day. There was a cup, still warm; there was a coat, with its collar up, on a nail; and on the floor between the two lay a glove of {rival}'s, palm upward, like a hand held out for change.",
    '"There\'s nothing here," {ally} said, behind you, {there}, and then put out an arm to hold you back. There was a line drawn across the floor, fine as a hair, where something had been dragged.',
    "It was the sort of place where things are put when nobody wants to decide about them. You walked once round {place}, slowly, with your hands behind you. On the second time round you saw what did not belong.",
  ],
  outside: [
    'Somebody was there before you. It was {third}, with {third.their} back turned, looking out over {place} as one looks at a page that will not come clear. "I hoped that it would be you," {third.they} said, without turning round. "I was afraid that it\'d be {rival}."',
    "You stood still {there} until your ears had got used to it. Then you could make it out, off to one side: two voices, taking turns, and one of them was {rival}'s.",
    '{ally} had followed, at a little distance, and now came up. "You see it too," {ally.they} said. There were footprints {there}, a single line of them, going out. There were none that came back.',
    'Seen from {place}, all the rest of it was a small thing with lights in it, such as one could put right with a finger and thumb. {ally}, who had come up beside you, seemed to be thinking the same. "It looks so simple," said {ally}.',
    "Something had been left {there} for whoever came by: three stones, one on top of another, and under the uppermost a scrap of cloth. {third}, when you held it out, put both hands behind {third.their} back.",
  ],
};

/** What was done comes back at the head of the last paragraph, by name. */
export const ECHOES: Readonly<Partial<Record<DeedKind, readonly string[]>>> = {
  look: [
    "You could not have said why {thing} stayed with you, but it did, like a word on the tip of the tongue.",
    "More than once after that your eyes went back to {thing}; and yours, you noticed, were not the only ones.",
    "So {thing} had told you something. It remained to be seen who else had been told.",
    "You made up your mind to come back to {thing} when there were fewer people about.",
  ],
  read: [
    "You had {thing} by heart by now, more or less, and the words went on saying themselves over.",
    "There was one word in {thing} that you could not get past.",
  ],
  ask: [
    "The matter of {asked} had been opened, at any rate, and nobody got up to close it.",
    "You put what you had heard about {asked} beside what you had been told before, and they did not match at the edges.",
    "It was plain that {asked} had been talked of among them before you came, and not kindly.",
    "There was more to {asked} than that. You would have to ask again, and ask somebody else.",
    "You noticed that nobody, in answering or in keeping quiet, had seemed surprised to hear of {asked}.",
    "Somebody at the back had stopped breathing at the mention of {asked}. You were almost sure who.",
  ],
  reveal: [
    "You had given away what you knew, and you found that you had been paid for it.",
    "It could not be unsaid now; and it had begun to work, like yeast.",
    "By evening everybody would have heard it, and it was better that they had heard it from you.",
  ],
  show: [
    "Whatever {thing} might mean, it was no longer a secret that you had it.",
    "It had been worth it to see who would flinch at {thing}, and who would not.",
  ],
  take: [
    "You could feel {thing} all the time, like a hand laid on you.",
    "All this time you had {thing} about you, and were careful how you stood.",
    "It was odd how much louder the place had grown, now that you had {thing} to hide.",
  ],
  give: [
    "One does not get back what has been given like that. It was a relief to know it.",
    "So {thing} had changed hands, and a good deal had gone with it.",
  ],
  use: [
    "It had begun with {thing}, such a small thing to lay a hand on.",
    "Nobody could pretend any longer that {thing} was only {thing}.",
    "And all of that because of {thing}.",
  ],
  open: [
    "Open, {thing} looked like something that has been interrupted.",
    "You left {thing} as it was, open, for the others to see.",
  ],
  destroy: [
    "There was still a smell in the air of what had been {thing}.",
    "You had ash or dust on your hands from {thing}, and did not wipe it off.",
    "They would have to manage without {thing} now. So would you.",
  ],
  help: ["From time to time you felt {whom} look at you, as one looks at a sum that has come out too well."],
  threaten: ["Wherever you stood after that, {whom} stood somewhere else."],
  fight: ["Your knuckles had begun to hurt. Nobody near you talked of anything else, or of that."],
  tender: [
    "You could still feel where {whom} had been, a little warmth all down that side, like a place by a stove.",
  ],
  hide: [
    "When it was safe you came out again, brushed yourself down, and were asked by nobody where you had been.",
  ],
  refuse: ["Your no was still going about the place, from mouth to mouth, and gaining weight."],
  move: [
    "You had been right to come to {place}. You were less sure that you had come first.",
    "Nobody came to {place} by accident. You wondered what each of the others would say had brought them.",
    "It was hard to hear anything from {place} of what the rest of them were about.",
  ],
};

/** Something that was taken a while ago makes itself felt. `{carried}`: "the letter". */
export const CARRIED: readonly string[] = [
  "You still had {carried} that you had taken. You put your hand to it, as one touches wood.",
  "{carried.Upper} knocked against you when you moved, and you thought of where you had taken it from, and of who would have missed it by now.",
  'Then {third} said, as if it were nothing, "You haven\'t seen {carried} anywhere?" You said that you would keep an eye open. It was a good deal nearer than {third.they} thought.',
  "When nobody was looking you turned {carried} to the light. There was something about it that you had not seen when you took it: somebody had worn it smooth in one place, with a thumb.",
  "Sooner or later {carried}, the one that you had taken, would have to be accounted for. You had not yet thought of the account.",
];

/** What is gone for good is missed. `{gone}`: "the letter". */
export const GONE: readonly string[] = [
  "Somebody asked after {gone}. There was a short silence, and then {ally} said that it was no use asking after {gone} any more.",
  "If you had still had {gone} you could have proved it. You did not let yourself finish the thought.",
  "Twice you caught {rival} looking at the place where {gone} had been, like somebody who cannot stop feeling for a tooth.",
];

/** Somebody whom the person has threatened or struck is not as they were. */
export const WARY: readonly string[] = [
  "{speaker} had chosen a place with something solid between you, and kept to it.",
  "{speaker.They} spoke to you as one speaks to a dog that has bitten once.",
  "All the while {speaker} watched your hands.",
  "{speaker.They} had not forgotten it, and let you see that {speaker.they} had not.",
  "When you shifted your weight {speaker} was on {speaker.their} feet, and pretended to have been getting up.",
];
/** Somebody whom they have helped, held or trusted, likewise. */
export const CLOSE: readonly string[] = [
  "{speaker} had come round to your side to say it.",
  "{speaker.They} said it low, for you and for nobody else.",
  "There was no guard up in {speaker.their} face at all. You had not seen it like that before that day.",
  "{speaker} touched your sleeve in passing, as one does with people whom one is sure of.",
  "Whatever else {speaker.they} {speaker.was}, {speaker.they} {speaker.was} on your side now, and let it be seen.",
];

/** Answers to a topic from one who has been frightened by the asker. */
export const WARY_ANSWERS: readonly string[] = [
  "You know all that I'm going to say about {asked}.|Ask somebody whom you haven't frightened.",
  "About {asked} I'd have told you anything, this morning.|You might think of that.",
  "Is that a question, about {asked}?|The last one came with something else attached.",
  "I've nothing to tell you about {asked}.|And if you come any nearer I shall have even less.",
];

/** The last passage settles what was left open with the things and the people: one of each, as far as there are any. */
export const CLOSINGS = {
  carried: [
    "{carried.Upper} you put back where you had taken it from. Nobody saw you do it, or everybody did.",
    "You still had {carried}. You laid it on the table in front of them, and nobody claimed it, and in the end it was yours.",
  ],
  gone: ["Of {gone} nothing was left, and nobody any longer had to be afraid of it, or to want it."],
  asked: [
    "As for {asked}, you had your answer. It had been lying in plain sight the whole time, as answers do.",
    "And {asked} turned out to be the simplest part of it. Somebody had been ashamed.",
    "Somebody told you about {asked}, unasked, in the end, in half a minute, as if it had never been a secret.",
  ],
  wary: [
    "{whom} stopped in front of you on the way out. You had frightened {whom.them} once, and both of you knew it. Then {whom.they} put out a hand.",
  ],
  close: ["{whom} was waiting for you by the door, with your coat. You had not asked {whom.them} to."],
} as const;

/** The same obstacle still lies there, at the end of a passage. */
export const OBSTACLE_HOOKS: readonly string[] = [
  "That still left {obstacle}.",
  "And in front of you, as before, lay {obstacle}.",
  "You could think of three ways to deal with {obstacle}. One of them you could have told your mother about.",
  "It came down to {obstacle}, as it was always going to.",
  "None of that had done anything about {obstacle}. The next thing would have to.",
  "On the one side there was you, on the other {obstacle}, and not much was left between.",
  '"And what about {obstacle}?" {ally} asked. They were all looking at you.',
  "If there was a way round {obstacle}, you would have to be the one to find it.",
];
