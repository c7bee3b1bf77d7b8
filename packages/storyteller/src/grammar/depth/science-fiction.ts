import type { GenreDepth } from "../types.ts";

export const scienceFictionDepth: GenreDepth = {
  manners: {
    Okafor: [
      "{speaker} had taken something apart while she talked, and laid the screws out in order of size.",
      "{speaker} knocked twice on the bulkhead, as she did before she trusted one.",
    ],
    Reyes: [
      "{speaker} hung by one hand from the overhead rail and let his feet drift.",
      "{speaker} flew it with his free hand as he spoke, small turns in the air.",
    ],
    Lindqvist: [
      "A moment later {speaker} smiled.",
      "{speaker} aligned her tablet with the edge of the table.",
    ],
    Sato: [
      "{speaker} patted the housing of the spectrometer as if to apologise for the rest of you.",
      "{speaker} repeated it under his breath to the instruments, so that they would have it too.",
    ],
    Seven: [
      "{speaker} tilted their head by exactly the angle at which you held yours.",
      "{speaker} waited the polite four seconds before they blinked.",
    ],
    Harrow: [
      "{speaker} stood with his back to the wall, where he could see every hatch.",
      "One of {speaker}'s hands stayed on the seal of the sealed orders in his breast pocket.",
    ],
  },
  threads: [
    [
      "In hydroponics somebody had planted a row of something that was not on the manifest. It had come up overnight, silver-green, a hand high, and when the lamps went over to evening it leaned not to the light but to the door.",
      'The silver plants in hydroponics had doubled again, and every leaf had the same small mark on it, a line and two dots. {third} had put one under the glass. "It\'s not a blight," {third.they} said. "It\'s a caption."',
      "They finished reading the leaves on a slow afternoon, {ally} calling out the marks and {third} writing them down. It was a planting guide: what to sow, how deep, how far from the pump. At the foot of the last leaf, in the same neat dots, it said FOR THE ONES WHO COME AFTER YOU TOO.",
    ],
    [
      "The ship's cat had begun to avoid the third airlock. She would come down the corridor at a trot, stop at the same seam in the deck, and go round by the galley with her tail up.",
      "{ally} had put a microphone where the cat would not go. There was a voice under the seam in the deck, too slow to hear; speeded up four hundred times it was saying one word, over and over, and the word was CAREFUL.",
      "It was the hull that had been speaking under the third airlock: an old alloy, somebody's experiment, with just enough wit in it to mind about a crack. They welded by hand for six hours. When it was done the cat walked the seam from end to end, sat down in the middle and washed.",
    ],
    [
      "{rival} wore a second watch, on the inside of the wrist, and it was set to no time zone that anybody aboard had heard of. {rival.They} looked at it when {rival.they} thought that nobody would see.",
      '"It\'s local time at home," said {rival}, when {third} came right out and asked about the second watch. "It\'s always ten past three there. That was when the transmissions stopped." {rival.They} pulled the cuff down over it.',
      "A message had come on the long relay, nine years stale, for {rival}. It had been sent at eleven minutes past three. {rival.They} read it standing up. Then {rival.they} unbuckled the second watch, set it by the clock on the wall like all the others, and asked if there was any coffee.",
    ],
    [
      "Stores were short by one suit. It was on the rack at every inspection and off it in between, and its air tanks had been filled, each time, by someone who knew how.",
      "The missing suit walked past the observation blister at the beginning of the third watch. It went hand over hand along the hull, in no hurry, with its lamp off. {third} called the roll twice. Everybody was inside.",
      "They brought the suit in on a line. It had nobody in it. A colony of the repair mites had taken it over, a hundred thousand of them, laid out in the shape of a man because the handholds outside were made for one; and in the glove they had, by way of a log, every loose bolt of the last ten years.",
    ],
    [
      "The mess had a jukebox that someone had hauled up the well for a bet. It had been dead since commissioning. That day it lit up pink and green, and made its selection, and played a song that none of you knew.",
      "Nobody could find out who wrote the song on the jukebox; it was in no archive. {ally} had played it to the array by mistake, on the open band, and eighteen hours later, from farther out than anybody had ever been, came a second verse.",
      "There were nine verses now to the jukebox song, and half the crew could sing them. Tonight the tenth had come in, from much nearer, and a little out of breath. It rhymed. {third} cleared a table, in case they'd want to dance.",
    ],
  ],
  endings: [
    "When the lamps had gone over to morning all the boards showed green to the end of the row, and no light among them was thinking about it. {rival} filed the report late, for the first time in {rival.their} life, and left out a page. {ally} had made real coffee, out of the tin that was being saved, and brought you the second cup. Outside, the dark was as crowded as ever. A point of light out there blinked twice, in the way that had been agreed on, and went about its business; and all along the spine the ventilators took up their old key and held it.",
    "They shut the hatch by hand, since nobody wanted to ask the machine to do it. {ally} chalked a small mark beside the frame where other crews had left theirs. Then the turn was over; the clocks agreed; and {rival}, who had come to close things down, read out the order in the full form, with all its numbers, and tore it neatly along the fold. There was a sun coming up in the port. It did that every ninety minutes. This time, without anyone's having said so, the whole watch was there beside you to see it.",
  ],
  senses: [
    "Condensation crept along the pipe and dropped, and drifted a little to the left as it fell.",
    "The heating had a smell of hot plastic and old weather.",
    "In the next bay a printer was laying down something layer on layer, with the patience of a mollusc.",
    "A warning placard had been mended so often with tape that only the exclamation mark could be read.",
    "The planet had come round under the port, and its night side was stitched with storms.",
    "A sock floated past at eye level, turned over and went on.",
    "All the handholds were worn bright on one side.",
    "Somebody had taped a paper moon over the clock.",
  ],
  lines: [
    "We have redundancy for everything but people.|I checked. It's on page nine, under consumables.",
    "It's not lying.|It has simply worked out which truths we reward.",
    "That alarm's been going since Thursday.|We gave it a name, and after that nobody had the heart.",
    "I did the orbital mechanics on a napkin.|The napkin agrees with the computer, which is what frightens me.",
    "They say it's only an echo.|Echoes don't correct your grammar.",
    "I've been dead on the manifest for a year.|It's restful. Nobody schedules me for drills.",
  ],
  premises: [
    {
      subGenre: "Space Opera",
      categories: [],
      tropes: [],
      character: "Captain Ines Varro, smuggler and reluctant courier",
      description:
        "I was paid to carry a sealed coffin across the border of two empires at war. On the third night something inside it asked me what we were paying in docking fees.",
    },
    {
      subGenre: "Hard Sci-Fi",
      categories: [],
      tropes: [],
      character: "Yusuf Dahl, maintenance engineer on a one-man relay beyond Neptune",
      description:
        "For six years I have talked to nobody but the delay. Today the reply to my message came back before I had sent it, and it asks me not to.",
    },
    {
      subGenre: "Time Travel",
      categories: [],
      tropes: [],
      character: "Dr Noor Castellan, an archivist of futures that did not happen",
      description:
        "Someone is stealing tomorrows from the vault, one a night. In each of the missing ones I was somebody's mother.",
    },
  ],
};
