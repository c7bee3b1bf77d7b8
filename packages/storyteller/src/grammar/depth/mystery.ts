import type { GenreDepth } from "../types.ts";

export const mysteryDepth: GenreDepth = {
  manners: {
    Ilse: [
      "{speaker} straightened the pens on the desk by their length, as she did whenever she was deciding how much to say.",
      "All the while {speaker} kept one ear turned to the switchboard.",
    ],
    Pell: [
      "{speaker} shot his cuffs and inspected them for ink.",
      "{speaker} wrote nothing down; his notebook stayed shut under his thumb.",
    ],
    Crane: [
      "{speaker} wound his watch, though it can't have needed it.",
      "{speaker} polished his glasses until there was nothing left on them to polish.",
    ],
    Odette: [
      "{speaker} turned her ring round and round, and it was looser than a ring should be.",
      "{speaker} smiled at the wrong place, and smoothed her black gloves over her knee.",
    ],
    Tobin: [
      "{speaker} shifted a suitcase from one hand to the other, though it was empty and both of you knew it.",
      "{speaker} looked at the ceiling, counting rooms.",
    ],
    "Miss Hallam": [
      "{speaker} touched the small key that hung at her collar.",
      "{speaker} spoke as she typed, evenly and without looking.",
    ],
  },
  threads: [
    [
      "A guest had left a chess problem set up by the window, white to mate in three. Nobody would own to having touched it, and overnight the black bishop had gone from the board.",
      '{third} had found the black bishop from the chessboard in the sugar bowl. "Somebody wanted it found," {third.they} said, and stood it on the table between you. "There\'s a scratch under the felt. It looks to me like a room number."',
      "The scratch under the felt of the bishop turned out to be a date, not a room: the day on which the chess set had been given away as a prize. {ally} read the name of the loser out of the old newspaper, and it was one that all of them had claimed never to have heard.",
    ],
    [
      "Every evening at twenty to nine the telephone gave one ring. Ilse's desk book had the times in a column, eleven nights of them, and beside each somebody had put a small neat tick.",
      "At twenty to nine the telephone gave its one ring again; but this time {ally} had a hand on the receiver. There was breathing, and behind the breathing a band, and the band was playing in the ballroom across the square.",
      "The caller of twenty to nine had been the bandleader. He had been paid a guinea a week to let it ring once when the late Mr Farrow left the floor, and nobody had remembered to tell him to stop.",
    ],
    [
      "On the coat stand hung an umbrella with a silver collar, engraved with two initials. It was dry, though whoever had brought it in had come through an hour of rain.",
      'The dry umbrella had gone from the stand, and in the brass tray under its place lay a spoonful of sand. "There\'s no sand nearer than the boathouse," said {ally}, and rubbed a little between finger and thumb.',
      "They found the umbrella with the silver collar in the boathouse, wedged through the handles of the door from the inside. Whoever had shut themselves in there had been a good deal more afraid of somebody than of the sea.",
    ],
    [
      "Cook swore that she had sent up seven trays that night. There were six guests on the floor. Somebody had eaten the seventh supper down to the rind, and washed the plate.",
      'The matter of the seventh tray came back by way of the laundry: a napkin with egg on it, from a bedroom that had been locked since the spring. {third} turned it over twice. "He always did leave the whites," {third.they} said, and would not say who.',
      "So the seventh supper was explained. An old valet, dismissed and with nowhere to go, had been living behind the locked door on what the kitchen forgot to count, and on the night in question he had been awake, and had heard the lift.",
    ],
    [
      "A small girl from the annexe had drawn everybody she saw that evening in coloured chalk along the terrace wall. It was a good likeness of most of them. There was one figure more than anyone could account for.",
      'Rain had got at the chalk figures on the terrace, and all but the last had run. It wore a long coat and one white glove. "I did him as he was," the child said with some impatience. "He only had the one."',
      'The second white glove lay in {rival}\'s drawer, in tissue paper. {rival.They} looked at it for a moment as at a tooth that has stopped hurting. "He gave it to me to hold," {rival.they} said, "while he went back for his hat."',
    ],
  ],
  endings: [
    "Towards morning the rain gave over. One by one they came down into the hall, without their faces on, and asked for coffee in the voices of people who have nothing more to hide. {rival} went out to the car between two constables and stopped on the step to turn up {rival.their} collar, exactly as on any other day. {ally} took the register, ruled a line across the page, and under it, after some thought, wrote the date. Then the shutters were opened all along the front, and the light came in and lay on everything alike.",
    "It made a short report in the end. {ally} read it over once and remarked that it left out the weather. The keys were back on their hooks, every one; the clock was going; upstairs somebody was running a bath and singing. {rival} had asked for a clean sheet of paper and was filling it in a small, level hand. Nobody had thought to draw the curtains, and in the window the town came up slowly out of the dark, roof by roof, like a photograph in its dish.",
  ],
  senses: [
    "The barometer by the door had been tapped so often that the glass was dull in one place.",
    "There was a ring on the table where a wet glass had stood, and a second ring that did not quite cover it.",
    "A lift went by behind its grille with nobody in it.",
    "Somewhere a wireless was giving the shipping forecast to an empty room.",
    "The blotting paper had been changed that day; it was the only clean thing on the desk.",
    "Wax had run down the candlestick on one side only, as it does in a draught.",
    "From the pantry came the slow chink of silver being counted.",
    "A newspaper lay folded to the crossword, with one answer inked in and then scratched out.",
  ],
  lines: [
    "He tipped too well that week.|People do, when they don't mean to come back.",
    "You can hear the gate from my room.|I heard it twice, and only one person came in.",
    "She wore her reading glasses to the funeral.|Now what did she expect to have to read?",
    "The brandy was watered.|Whoever drank it never noticed, so he wasn't a drinker, so why was he holding a glass?",
    "I have been asked about the time so often that I no longer know it.|Ask me about the dog. Nobody has asked about the dog.",
    "They were all in the drawing room, all the evening.|Yes. That's what each of them says about the others.",
  ],
  premises: [
    {
      subGenre: "Cozy Mystery",
      categories: [],
      tropes: [],
      character: "Winifred Marsh, a retired postmistress who knows everyone's handwriting",
      description:
        "Three days before the flower show, the judge is found asleep in the greenhouse and can't be woken. The anonymous note in his pocket is in a hand that I have been sorting for thirty years.",
    },
    {
      subGenre: "Private Detective",
      categories: [],
      tropes: [],
      character: "Sam Calder, a private detective who can't afford to turn anybody away",
      description:
        "A woman hires me to find the man who has been following her. I follow him for one evening, and he leads me to my own office.",
    },
    {
      subGenre: "Locked Room Mystery",
      categories: [],
      tropes: [],
      character: "Dr Edith Lane, a pathologist called back from her first holiday",
      description:
        "A famous pianist is found dead in a soundproof studio that was locked from within. The recorder was running, and it holds eleven minutes of perfect silence.",
    },
  ],
};
