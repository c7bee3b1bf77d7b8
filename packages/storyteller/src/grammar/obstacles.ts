/** What stands between the person's character and what they want. A genre's three come one after another. */
export type Obstacle = {
  /** As a noun phrase: "the closed road". */
  name: string;
  /** It comes up. */
  stands: string;
  /** Something was done that made it worse. */
  worse: string;
  /** It is out of the way, and what did it. */
  overcome: string;
};

export const OBSTACLES: Readonly<Record<string, readonly [Obstacle, Obstacle, Obstacle]>> = {
  Mystery: [
    {
      name: "what they had all agreed to forget",
      stands:
        "What stood in your way was a thing that nobody could search for: at some point before you came they had all agreed on what they did not remember.",
      worse: "They closed up after that. One saw it go round from face to face, like a tray.",
      overcome:
        "And there the agreement broke. {third} remembered something, aloud, before anyone could stop {third.them}; and once one of them had remembered, the rest could not go on forgetting.",
    },
    {
      name: "the hour that {rival} would not account for",
      stands:
        "That left {rival}, and one hour out of the twenty-four that {rival.they} would not account for.",
      worse:
        "By then {rival} had found somebody to swear to the missing hour, and had paid for the swearing.",
      overcome:
        "So the hour was accounted for at last. {rival} had spent it on a bench, in the wet, being afraid to go in; there was a bus ticket, and there were four people who had seen {rival.them} and looked away.",
    },
    {
      name: "the want of a proof",
      stands: "You knew by now, or very nearly. You could not have proved it to a child.",
      worse: "One thing that you had meant to go back to had been tidied away. That was a proof the fewer.",
      overcome:
        "It was {ally} who found it, in the one place that had been searched twice: a proof that one could hold in the hand.",
    },
  ],
  Fantasy: [
    {
      name: "the price on every door",
      stands:
        "Nothing in that country was closed to you. It was only that each door had its price, and that the price was never money.",
      worse: "Word had gone ahead of you. At the next door the price would be higher.",
      overcome:
        "Then the price was waived. {third} had gone surety for you, with a word that could not be taken back, and the doors stood open as far as one could see.",
    },
    {
      name: "the oath that {rival} had sworn",
      stands:
        "But {rival} had sworn an oath against you, before witnesses and over running water, and such oaths have legs.",
      worse: "{rival}'s oath had heard you. The water in every basin shivered, and lay still.",
      overcome:
        "An oath has an end like anything else. {rival} said the words that undid it, badly, with long gaps; and the river, a mile off, could be heard to let go of something.",
    },
    {
      name: "the old king's sleep",
      stands:
        "Last of all there was the sleeper under the hill, who must be asked, and had never once been woken kindly.",
      worse:
        "The ground moved, as a bed moves. The sleeper under the hill had turned over, and was nearer waking than anyone wanted.",
      overcome:
        '{ally} knelt and spoke into the ground, as one speaks through a door to a child. By and by the answer came up through the soles of everybody\'s feet. It was "Yes."',
    },
  ],
  "Science Fiction": [
    {
      name: "the sealed bulkhead",
      stands:
        "Between you and any of it stood a sealed bulkhead, and an order, eleven years old, never to ask why.",
      worse: "A second seal had come down behind the first. The system thanked you for your patience.",
      overcome:
        "The bulkhead opened on {ally}'s fourth try. {ally.They} had told it the truth, in the field marked REASON, and nobody had ever done that before.",
    },
    {
      name: "{rival}'s authority",
      stands:
        "There remained {rival}, who had the codes, and the rank, and had never in a whole career been asked to explain either.",
      worse: "{rival} had begun to log everything you did, with the time, and to read it back to you.",
      overcome:
        '{rival} laid the codes on the console, one by one, like someone emptying their pockets. "I have not seen this," {rival.they} said. "I find that I would like to have."',
    },
    {
      name: "the air that was left",
      stands:
        "It had become a question of air. {third} had done the sum twice, and had stopped giving the answer aloud.",
      worse:
        "A gauge that had been green went to amber, without any sound at all. That was an hour of air gone.",
      overcome:
        "The scrubbers coughed, and caught. {third} held up a strip of paper in the draught from the vent, and watched it flutter, and went on watching long after there was any need to.",
    },
  ],
  Romance: [
    {
      name: "all that had been left unsaid",
      stands:
        "There was nothing in the way but what had been left unsaid, and it had been left for so long that it had grown furniture.",
      worse:
        "The wrong thing had been said instead, which was worse than nothing. One could see it being put away for later.",
      overcome:
        "Somebody laughed first. It might have been you. After that it was possible to say quite a number of things that had been impossible for years.",
    },
    {
      name: "what {rival} had promised elsewhere",
      stands:
        "But {rival} had made a promise elsewhere, in good faith and in front of people, and was not somebody who broke them.",
      worse:
        "{rival} had begun to be polite to you. It was the worst thing that {rival.they} had done so far.",
      overcome:
        '"I have been let off," said {rival}. "I asked, and I was let off, and do you know, there was cake." {rival.They} looked dazed, like someone who has leaned on an open door.',
    },
    {
      name: "your own good sense",
      stands:
        "That left only your own good sense, which had kept you safe for a long time, and had never once made you happy.",
      worse: "You heard yourself being sensible again. So, a moment later, did everyone else.",
      overcome:
        "Good sense put up its hands. You were standing there without any of it, in front of people, and the odd thing was that nothing fell down.",
    },
  ],
  Horror: [
    {
      name: "the door that would not stay shut",
      stands: "There was a door that would not stay shut. One closed it, and looked away, and looked back.",
      worse:
        "The door had come open by another hand's width. There was a smell of cold earth, and of something that had been in it.",
      overcome:
        "This time the door stayed shut. {ally} had stopped trying to hold it closed, and had knocked on it instead, and said good night.",
    },
    {
      name: "what {rival} had let in",
      stands:
        "By then it was clear enough that something had been let in, and that {rival} was the one who had held the door.",
      worse: "{rival} had two shadows now. {rival.They} had not noticed, or was being careful to seem so.",
      overcome:
        "{rival} told you then what had been let in, and by which name. It had only ever had the one hold on any of you, and that was not being spoken of.",
    },
    {
      name: "the hours until morning",
      stands:
        "There was nothing left in the way but the night itself, and it had stopped getting any shorter.",
      worse: "Every clock in hearing struck two again. It had struck two an hour ago.",
      overcome:
        "Somewhere outside a bird said one thing, and thought about it, and said another. {third} began to cry with relief. The night had moved.",
    },
  ],
  Adventure: [
    {
      name: "the missing half of the map",
      stands: "You had half of a map. It was a good half, and it ended, with great precision, at the edge.",
      worse:
        "The rain had got at your half of the map. There was a mountain on it now that might have been a thumb.",
      overcome:
        "The other half turned up at last, where nobody had thought to look: {third} had been wrapping lunch in it. It fitted. It even smelled faintly of the way.",
    },
    {
      name: "{rival}'s head start",
      stands: "And {rival} had a day's start on you, and better boots.",
      worse:
        "There was smoke ahead, in three thin lines. {rival} had made camp already, and wanted you to know it.",
      overcome:
        "You came on {rival}'s camp before noon. The fire was out, the tents were down, and {rival} was sitting on a box in the middle of it with one boot off. There had been a short cut. It had not been one.",
    },
    {
      name: "the last crossing",
      stands:
        "One crossing was left. {ally} had gone to look at it, and had come back, and was being cheerful.",
      worse:
        "Another plank had gone out of the crossing overnight. One could see where it had been, and a good way down through that.",
      overcome:
        "You got over the crossing, all of you, one at a time and then, at the last, in a heap. Behind you it folded up quite slowly and went down the river like a letter.",
    },
  ],
  "Historical Fiction": [
    {
      name: "the watch on the gates",
      stands:
        "The gates were watched. Nobody went out without a paper, and nobody wrote out a paper without asking a question.",
      worse: "They had doubled the watch at the gates, and given it a drawing that was not unlike you.",
      overcome:
        "{third} came back from the gate with a paper, sealed and sanded. It had cost a ham, and the promise of a christening.",
    },
    {
      name: "{rival}'s friends at court",
      stands:
        "But {rival} had friends at court, and there a friend is someone who knows what you did and has not yet needed it.",
      worse:
        "A rider in {rival}'s livery had gone by at a canter. He had looked in at the window as he passed, and counted.",
      overcome:
        "{rival}'s friends had dropped away in the night, as such friends do, one at each corner. {rival} came to the door alone, with no hat on, and asked to be let in.",
    },
    {
      name: "the oath that had to be sworn",
      stands:
        "There was still the oath. Everybody had to swear it by Sunday, and nobody could swear it and be honest.",
      worse: "They had moved the swearing forward to tomorrow. It was cried at the cross, with a drum.",
      overcome:
        '{ally} had read the oath through to the end, which few did. "It binds us to the king\'s true heir," said {ally}. "It doesn\'t say which." One could have heard the whole street breathe out.',
    },
  ],
  Contemporary: [
    {
      name: "what nobody would say on the phone",
      stands: "There was something that nobody would say on the phone, and everybody had rung.",
      worse:
        "Three people had stopped answering your messages, within one minute, which told you that they were in the same room.",
      overcome:
        '"All right," said {third}, and turned the phone face down, and told you: who had known, and since when, and why it had been kept from you. It took about as long as a kettle.',
    },
    {
      name: "the letter from the landlord",
      stands: "There was also the letter, the one with the window in the envelope. It gave you till Friday.",
      worse: "A second letter had come after the first, and it had been put through the door by hand.",
      overcome:
        "It turned out that the letter was not legal. {rival} had looked it up, at two in the morning, with a highlighter, and had not known how to say so without seeming kind.",
    },
    {
      name: "your own pride",
      stands:
        "What was left was having to ask for help, which you had arranged your whole life so as not to have to do.",
      worse: '"I\'m fine," you heard yourself say, in the voice that had never convinced anybody.',
      overcome:
        "So you asked. It was five words long. {ally} said yes before the fourth of them, and went to get a coat.",
    },
  ],
  Thriller: [
    {
      name: "the men on the door",
      stands: "There were two men on every door, and they had all been shown the same photograph.",
      worse: "There were three men on every door by now, and one of them had your coat over his arm.",
      overcome:
        "There was nobody on the doors any more. The men had looked at their watches, one after another, and gone to see about something else. {third} had once done one of them a favour, and would not say what.",
    },
    {
      name: "what {rival} had on you",
      stands:
        "{rival} had something on you. It was in a grey folder, it was nearly true, and it had been timed to come out tonight.",
      worse:
        "The first page of {rival}'s folder was on the screen in the lobby, with the sound off, and your face beside it.",
      overcome:
        "The grey folder was empty. {rival} had been holding it up by its cover for a week; and once you had seen that, you saw how tired the hand was.",
    },
    {
      name: "the time that was left",
      stands:
        "What you were short of now was time. {ally} had set a watch on the dashboard, and neither of you looked at it.",
      worse:
        "The hour had been moved forward. {ally} found it out from the traffic: every light in the district had gone green.",
      overcome:
        "The clock had stopped at four minutes. {ally} had a wire in each hand and was laughing without any sound.",
    },
  ],
  Western: [
    {
      name: "the town's closed mouth",
      stands:
        "The trouble was that the town had shut its mouth, and it was a town that had been practicing for years.",
      worse:
        "Shutters went to all down the street. They'd heard, and they had picked a side, and it was indoors.",
      overcome:
        'It was the old widow at the end house that broke it. She walked out in the middle of the road in her apron and said, "I saw it. I saw it from my window, and so did every one of you," and stood there till the doors began to open.',
    },
    {
      name: "{rival}'s hired men",
      stands:
        "{rival} had brought in men, nine of them, from over the line. They weren't doing anything. They did it all day long.",
      worse:
        "Two more of {rival}'s hired men had come in on the stage. They tipped their hats to you, one after the other, and took the chairs by the door.",
      overcome:
        "Come daylight the hired men were gone, all but their fire. They had been paid in paper, it turned out; and {third} had let it be known, over cards, what paper of {rival}'s was worth.",
    },
    {
      name: "the forty miles of dry country",
      stands: "That left forty miles of dry country and one canteen, and the moon going.",
      worse: "The next water hole was mud. Something had died there to make sure of it.",
      overcome:
        "{ally} smelled it first, then the horses did: water, on the far side of the rise, a good wide seep of it with the stars lying in.",
    },
  ],
  Dystopian: [
    {
      name: "the eye over the door",
      stands:
        "Over the door there was an eye. It had never been known to blink, and it had never been known to be looking elsewhere.",
      worse:
        "The eye had turned. It was a very small movement, and every person in the row sat up straighter.",
      overcome:
        "The eye over the door went dull, like a fish's. {ally} climbed down from the stool, and wiped {ally.their} hands, and no alarm of any sort went off. It had not been connected for years.",
    },
    {
      name: "{rival}'s list",
      stands:
        "{rival} had a list. You knew that you were on it, since you were still there, and people who were not on it had been moved.",
      worse: "Your line on {rival}'s list had been gone over again, in the other ink.",
      overcome:
        "{rival} tore the page out of the list and ate it. It took some time, and a glass of water. Nobody in that office looked up.",
    },
    {
      name: "the Line",
      stands:
        "And then there was the Line itself. It was only paint. In forty years nobody had seen what happened to a person who stepped on it.",
      worse: "They had painted the Line again in the night, a yard nearer.",
      overcome:
        "{third} stepped over the Line. Nothing happened. {third.They} stood there on the other side with {third.their} eyes shut, waiting; and nothing went on happening; and behind {third.them} people had begun to take off their shoes.",
    },
  ],
  Comedy: [
    {
      name: "the committee",
      stands:
        "Everything now depended on the committee, which met on Thursdays and had never been known to reach Any Other Business.",
      worse:
        "The committee had formed a sub-committee. It had a mandate, and somebody had given it a whistle.",
      overcome:
        "The committee was unanimous. It had meant to vote on the biscuits, and had got the wrong page; but it was in the minutes now, and nobody dared to touch the minutes.",
    },
    {
      name: "what everybody believed about you",
      stands:
        "The difficulty was that everyone believed by now that you were somebody else, and had been to a good deal of trouble about it.",
      worse:
        "You had denied it. They admired that. It was exactly, they told each other, what such a person would say.",
      overcome:
        'It was {third} who cleared it up, by accident, over the loudspeaker, while asking if the thing was on. There was a silence. Then somebody said, "Well, we like this one," and that seemed to be that.',
    },
    {
      name: "the goat",
      stands: "This left the goat.",
      worse:
        "The goat had eaten the programme, the bunting as far as the tea tent, and the only copy of the rules.",
      overcome:
        "Nobody ever found out what {rival} had said to the goat. They were seen to walk once round the field together, and after that it stood where it was put.",
    },
  ],
  Drama: [
    {
      name: "the silence at that table",
      stands:
        "What you were up against was a silence. It had been in the family for years, and a place was laid for it.",
      worse: "The silence had got up and gone round the table, and now there were two more people in it.",
      overcome:
        '"He was not well," said {third}. That was all. But it was the first time that anyone had said it, and one heard the silence go out, like a guest who has understood.',
    },
    {
      name: "what {rival} could not forgive",
      stands:
        "There was something that {rival} could not forgive, and could not say, and carried about from room to room as one carries a full glass.",
      worse: "{rival} had started to clear the plates, with great care, which was how you knew.",
      overcome:
        '"I needed you to come," said {rival}. "You sent a fruit basket." It was out; and it was so much smaller than it had been, the size of something one could pick up.',
    },
    {
      name: "the papers that had to be signed",
      stands:
        "And there were the papers. They lay on the sideboard under a paperweight, with crosses in pencil where the names should go.",
      worse:
        "One name was on the papers now. It had been signed so hard that it could be read off the table underneath.",
      overcome:
        "{ally} picked up the papers, squared them, and put them into the stove. They made quite a good blaze. Nobody could remember afterwards who had begun to laugh.",
    },
  ],
  "Open Genre": [
    {
      name: "the toll",
      stands:
        "There was a toll to be paid, and the keeper would not say what in. One only ever knew afterwards that one had paid.",
      worse:
        "Something had been taken for the toll that you had not offered. You felt about for what it might have been.",
      overcome:
        "The keeper of the toll waved you by. Somebody had paid for you, it seemed, long ago and in advance, and had asked for no receipt.",
    },
    {
      name: "the way that {rival} told it",
      stands:
        "But {rival} told it differently; and things there had a habit of having happened the way they were told last.",
      worse:
        "{rival} had told it again, better. A bridge that you remembered had begun to look unsure of itself.",
      overcome:
        '{rival} began to tell it once more, and stopped. "No," {rival.they} said. "It was the way you have it. I only wished it had been the other." All around, quite softly, things clicked back.',
    },
    {
      name: "the last page",
      stands:
        "It would all have been in the last page, and somebody had gone and folded the last page into a boat.",
      worse: "The paper boat had been seen again, farther out.",
      overcome:
        "The paper boat came in by itself, at dusk, a little the worse for wear, and bumped against {ally}'s shoe. One could still read it, if one was not particular about commas.",
    },
  ],
};
