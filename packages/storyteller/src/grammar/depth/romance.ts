import type { GenreDepth } from "../types.ts";

export const romanceDepth: GenreDepth = {
  manners: {
    Julian: [
      "{speaker} played a few notes on the edge of the table, the left hand only.",
      "{speaker} pushed the hair out of his eyes and left a smear of piano dust.",
    ],
    Rosalind: [
      "{speaker} looked at you a second longer than was comfortable, and found whatever it was that she had been looking for.",
      "{speaker} had taken off one shoe under the table, as she did when she meant to stay.",
    ],
    Theo: [
      "{speaker} had his coat on; he always kept his coat on.",
      "{speaker} glanced at the door, caught himself at it, and moved his chair so that he sat with his back to it.",
    ],
    Nora: [
      "{speaker} went on drying the same glass until it squeaked.",
      "{speaker} refilled the dish of olives, so as to be standing there.",
    ],
    Ellis: [
      "{speaker} had drawn something very small in the corner of the bill, and put a hand over it.",
      "{speaker}'s pencil went on moving all the time that they spoke.",
    ],
    Camille: [
      "{speaker} did up a button that had not been undone.",
      "For once a strand of {speaker}'s hair had come down, and she let it.",
    ],
  },
  threads: [
    [
      "A single earring had been found under the piano, a green one, and put in a saucer on the bar for whoever missed it. All through the evening people came up, looked at it, and went away smiling.",
      'The green earring had been in the saucer for a week now. {third} had chalked a question mark over it. "You\'d think she would want it back," {third.they} said. "Unless she\'s waiting to see who keeps asking."',
      'The fellow of the green earring turned up in {rival}\'s breast pocket, wrapped in a bus ticket. "I\'ve had it for six years," said {rival}. "I didn\'t lose the other. I left it here, to see whether anyone would look after it."',
    ],
    [
      "On the chalk board over the till somebody wrote a line of a poem every morning, unsigned. That day's was: the trouble with the moon is that it knows where you live.",
      "There was a second hand on the chalk board. Below the morning's line, in a rounder script, somebody had written an answer, and it rhymed. {third} had put a rope round it so that it shouldn't be brushed off.",
      'They had to buy a bigger board. The morning hand and the evening hand had met at last, at the sponge, at noon: the widow from the ironmonger\'s and the man who read the meters. {ally} had seen it. "Neither of them said a word," {ally.they} reported. "They\'d used them all."',
    ],
    [
      "{ally} was teaching the old dog of the house to dance. It was a matter of biscuits and of patience. So far the dog had learned to hold {ally.their} sleeve in its teeth and sigh.",
      "The dog had got as far as three steps and a turn. {rival} had come upon {ally} practising with it on the terrace, in the dark, to no music, and had not said anything; but {rival.they} had gone in and turned up the gramophone.",
      "That night, when the tune changed, the old dog rose from under the table, crossed the whole floor, took {rival} by the cuff and led {rival.them} with great gentleness to the middle. There was nothing for it. Everybody stood up.",
    ],
    [
      "A parcel lay in the hall for someone who had moved away. It was soft, it was tied with gardener's string, and on the customs form, under contents, was written in ink: an apology, of no value.",
      'Nobody had claimed the parcel with the apology in it. {third} had weighed it on the kitchen scales. "Four hundred grams," {third.they} said. "I wouldn\'t have thought that one came in under a kilo."',
      'It was {third} who opened the parcel finally. In it was a jumper, hand-knitted, the sleeves of different lengths. {rival} put it on. It fitted no one else in the world. "I told them not to forward it," {rival.they} said, from inside the neck, and took a good while to come out.',
    ],
    [
      "There was a wager on among the regulars as to who would be the first to say it. The book was kept by {third}. Your name was in it, somewhere about the middle, and the odds had shortened since Sunday.",
      'Money had been changing hands. {third} shut the little book with a snap when you came near. "I can only tell you," {third.they} said, "that somebody has bet on you to be brave, a great deal, and that they couldn\'t afford it."',
      'The wager was called off that evening and all the stakes returned, at the request of the largest backer. {ally} laid the envelope on the table in front of {rival}. "I only ever put it on both of you," said {ally}, "to show."',
    ],
  ],
  endings: [
    "Later they would all say that they had known. The lanterns burned down one after another, and nobody saw to them; the piano had been left open, and the wind or the cat went over the low notes. {ally} collected the glasses in silence, for tact, and dropped one, and swore. {rival} was standing beside you with both hands out of {rival.their} pockets for a change, quite close, and in no hurry, like someone who has come to the end of a long sentence and likes how it came out. There was one light left in the square. It stayed on until it was no longer needed.",
    'The last tram came, and stood with its doors open, and went away without anybody. It had begun to get light. {third} had fallen asleep across two chairs under somebody\'s good coat, and the bread van was going from door to door. "Well," said {rival}; and then, since that seemed to cover it, laughed, and had to lean on the wall. {ally} had left the key on the table with a note, and the note said only: lock up, whichever of you is last. It took you both some time, that morning, to work out which of you that was.',
  ],
  senses: [
    "A bee was asleep in the one rose that was left on the trellis.",
    "Somebody had written two initials in the steam of the coffee machine and then thought better of one of them.",
    "Steps went by outside, two pairs, out of time and then in it.",
    "The tablecloth had been turned to hide a stain, and hid another.",
    "The evening paper had got to the crossword and stayed there.",
    "From the pavement rose the smell of dust after a few drops of rain.",
    "A waiter was lighting the candles with the caution of somebody who has burned himself before.",
    "On the sill stood two cups that nobody had cleared.",
  ],
  lines: [
    "You've changed your hair.|I noticed on Tuesday, and I've been waiting for it to be my business.",
    "I can't cook.|I made this, so as to have something else to apologise for.",
    "I thought you were laughing at me.|It turned out that you were just happy. I had nothing ready for that.",
    "There's a draught where you were sitting.|I didn't use to mind it.",
    "People keep asking me how you are.|As if I would know. I do know, that's the awkward part.",
    "I had a whole speech.|You smiled, and it went off without me.",
  ],
  premises: [
    {
      subGenre: null,
      categories: ["Small Town", "Exes"],
      tropes: ["Second Chance Romance"],
      character: "Nell Hartley, a baker back home after ten years",
      description:
        "I came back for one week to sell my grandmother's shop, and the only buyer in town is the man whom I left at the station. He has one condition: I have to teach him her recipes first.",
    },
    {
      subGenre: null,
      categories: ["Rockstar"],
      tropes: ["Fake Relationship"],
      character: "Jo Reyes, a piano tuner with perfect pitch and no patience",
      description:
        "I need the rent, and the singer whom I can't stand has offered to pay it, if I will pose as the new love for one tour. Rule one is that nobody writes any songs about it.",
    },
    {
      subGenre: null,
      categories: ["Royalty"],
      tropes: ["Grumpy and Sunshine"],
      character: "Tilda Finch, gardener to a court that forgets she is there",
      description:
        "The prince has been sent to work in my greenhouse as a punishment. He has killed the lemon tree, he is forbidden the roses, and he won't go home.",
    },
  ],
};
