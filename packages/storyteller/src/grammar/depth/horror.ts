import type { GenreDepth } from "../types.ts";

export const horrorDepth: GenreDepth = {
  manners: {
    Agnes: [
      "{speaker} smoothed the cloth on the table flat with both hands, from the middle outwards, as she did for the dead.",
      "{speaker} kept two pennies in her apron and turned them over while she spoke.",
    ],
    Morrow: [
      "{speaker}'s hand went to his throat, where there was no collar, and came away again.",
      "{speaker} moved his lips a little before he spoke, and a little after.",
    ],
    Silas: [
      "{speaker} said it over his shoulder; he had not once turned his back on the door.",
      "{speaker} jingled the keys, found the one that he wanted, and did not use it.",
    ],
    Lenore: [
      "There was earth under {speaker}'s nails, fresh, though she had washed.",
      "{speaker} breathed out when she had finished, and one had the impression that she had been reminding herself to.",
    ],
    Nell: [
      "{speaker} skipped from one flagstone to the next and took care about the cracks.",
      "{speaker} looked at the air beside your shoulder and waved to it.",
    ],
    "Doctor Haske": [
      "{speaker} drew his chair another inch out of the light.",
      "{speaker} felt for your pulse without asking, counted, and frowned as if there were too many.",
    ],
  },
  threads: [
    [
      "There was a music box on the dresser, without a key. It had run down years ago, {ally} said, on a half-finished bar; and everybody who slept in the house had since been heard to hum the rest.",
      "The music box had moved to the window sill. Nobody had touched it. Its lid was up, and the little dancer, who had always faced the room, now faced out.",
      "In the small hours the music box went round once more by itself and played the bar it owed, slowly, to the end. Then came the sound of somebody in the garden laying down a great weight. In the morning the dancer lay in her box with her arms folded, like anybody who has been let go.",
    ],
    [
      "At the end of the passage hung a portrait of a woman with a bunch of keys. {third} always passed it on the far side. There had been nine keys on the ring, {third.they} said, in {third.their} grandmother's day.",
      "{ally} held the candle up to the portrait and counted. Seven keys. The paint where the eighth had been was still tacky, and one of the locked rooms upstairs was standing open.",
      "There were no keys left on the painted ring. The woman in the portrait had her hands free now; they were raised, palms outward, to the inner side of the canvas, and the canvas had begun to bulge.",
    ],
    [
      "A dog had been barking across the fields since dusk, three and a rest, three and a rest. {third} said that the farm over there had been empty for a year, and that they had had to shoot the dog.",
      'The barking was nearer. It was in the lane; and whatever went before it through the mud was not running away from the dog but leading it. "Three barks," said {ally}. "That was the signal for a stranger."',
      "When the dog reached the gate at last it stopped barking. It lay down across the threshold, thin as smoke, with its back to all of you and its teeth to the dark; and not a thing came up the lane that night.",
    ],
    [
      "Under the floor of the larder lay a tin box full of baby teeth, each in its twist of paper with a name. {ally} read off a few of them. There had never been, so far as the parish knew, any children in that house.",
      "Another tooth had been put into the tin box. It was large, and had a filling. {third} ran {third.their} tongue along {third.their} jaw, went quite white, and sat down on the stairs.",
      "{ally} buried the tin box under the yew, with the words that there are for such things. That night small feet came down the stairs, a great many of them, in file, without any hurry; the front door opened and shut; and from the direction of the yew one could hear, for some time, a sound of roll call.",
    ],
    [
      "Somebody had been setting a place at the table for one more than there were. It was always the same plate, the blue one with the chip, and when it was cleared away there was always a mark in the cloth as of elbows.",
      "{rival} had put salt upon the blue plate, for a test. After supper the salt was gone. In the cloth, where the knife should have lain, someone had drawn with a fingertip a very small, very hurt face.",
      'In the end it was {third} who spoke to the place with the blue plate. "You may stay till you\'re full," {third.they} said, "and then you must go." The chair was pushed back, politely. On the plate, when they dared to look, lay the wishbone, cleaned, for whoever wanted it.',
    ],
  ],
  endings: [
    "Day came, grey and ordinary, with a milk cart in it. {ally} went round and took the salt up from the sills, and swept it into a jar, and screwed down the lid. There were as many of them on the step as there ought to be; {rival} counted aloud and nobody laughed. The birds had come back. They sat along the ridge in a row and said nothing, but they had come. Behind you the house let go of its warmth a little at a time, like any empty house; and only in the topmost window, at the height of a child's face, did the fog of a breath linger upon the glass, and shrink, and go.",
    'They nailed up the door at noon, because of the shadows, and {ally} wrote the date on the wood. {rival} stayed behind for a while with a palm against the boards. "It\'s asleep," {rival.they} said, coming down the path. "I think it was only ever tired." The fields lay open to the sky on every side. No one looked round before the bend of the lane; and there, out of sight of the house, where there was nothing to see but hedges, somebody very gently took hold of your hand, and let it go again, and did not follow.',
  ],
  senses: [
    "The piano had been closed with a wire.",
    "Damp had drawn a coastline on the ceiling, and since yesterday it had a harbour.",
    "Something was ticking in the wall, more slowly than any clock.",
    "All the matches in the box had been struck already and put back the right way round.",
    "A long grey hair lay across the bread.",
    "The taste of iron was in the water, and now it was in the air as well.",
    "On the landing the carpet had been worn through by somebody's standing there.",
    "The shadow of the banister had one rail more than the banister.",
  ],
  lines: [
    "I hear it turning over in the night.|We all sleep lightly, on that account, and at the same hours.",
    "You mustn't pity it.|That's how the last one got in, through the pity.",
    "We had a priest for it once.|He comes on Thursdays now, and scratches.",
    "They dug the well in a wet year.|It was never water that they were digging for.",
    "It's fond of questions.|It keeps them. Try not to ask it anything that you will want back.",
    "If you wake and you can't move, don't try to.|It's only sitting with you.",
  ],
  premises: [
    {
      subGenre: "Gothic",
      categories: [],
      tropes: [],
      character: "Clara Wynn, a librarian hired by a dead collector's heirs",
      description:
        "The house has four hundred locked bookcases and no staff who will stay after dark. Last night someone finished my catalogue for me, up to the letter W.",
    },
    {
      subGenre: "Haunted House",
      categories: [],
      tropes: [],
      character: "Tom Ashby, a surveyor who does not believe in ghosts",
      description:
        "The plans say that there are eleven rooms. I have measured twelve, then thirteen, and this evening there is a bed made up in the newest one, and my coat is on it.",
    },
    {
      subGenre: "Supernatural",
      categories: [],
      tropes: [],
      character: "Ruth, night nurse in a hospital that closes at the end of the month",
      description:
        "Every night at ten past three there is a call from a bed that was taken out years ago. Tonight somebody has written its number on my hand.",
    },
  ],
};
