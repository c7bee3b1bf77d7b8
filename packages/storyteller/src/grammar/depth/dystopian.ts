import type { GenreDepth } from "../types.ts";

export const dystopianDepth: GenreDepth = {
  manners: {
    Ora: [
      "{speaker} had a soldering iron behind her ear where others keep a pencil.",
      "{speaker} hummed under her breath to spoil the recording.",
    ],
    Teller: [
      "{speaker} adjusted his eleven small medals so that they caught the light and the camera.",
      "{speaker} applauded, twice, from habit.",
    ],
    "Warden Hale": [
      "There was ash on {speaker}'s cuff, and a line of verse on the tip of her tongue.",
      "{speaker} recited the regulation with the stresses in the right places, as if it scanned.",
    ],
    Jun: [
      "{speaker} had memorised the nearest exits and now, for practice, the next nearest.",
      "{speaker} stood on one leg, like any child, and spoke like a notary.",
    ],
    Abel: [
      "{speaker} breathed in through his nose, in case there was salt.",
      "{speaker} rocked a little on his heels, with some old tide.",
    ],
    "Clerk Sorrel": [
      "{speaker} lifted the stamp, breathed upon it, and set it down unused.",
      "{speaker} dried the ink on her fingers one by one, in order of seniority.",
    ],
  },
  threads: [
    [
      "A tooth had come in the pneumatic post, in a capsule without a sender. It was a wolf's, said {ally}; there was a picture in the forbidden encyclopaedia. There had been no wolves inside the Ring for sixty years.",
      "Every night now, at the hour of Gratitude, one heard it under the loudspeakers, a long way out beyond the Ring, rising and falling. The wall told you that it was the wind. {third} had the wolf's tooth on a string and was cutting a second hole in it.",
      "They had come in by the storm drain, five of them, grey, thin-legged and civil. They walked through the square at noon, past the queue, and looked neither left nor right. The drones did not know what to do; there was no number to read off a wolf. And people followed, a few at first, in the direction from which the wolves had come.",
    ],
    [
      "The soup had a new ingredient. It was green, and it was in one bowl in a hundred: a leaf of something with a taste. Those who got it put down their spoons and sat there with shut eyes.",
      "Sorrel, mint, thyme: {third} was keeping a list of the leaves in the soup. They came in the order of the alphabet of an old herb book, with one left out each week. The letters that were missing had so far spelled COME DO.",
      "It was the cook of Kitchen Nine who had been putting leaves in the soup. She stood at the hatch with the ladle across her like a rifle. The missing letters spelled COME DOWN TO THE COLD STORE, BRING EARTH; and they had come, in hundreds, with earth in their pockets, and their hats, and their cupped hands.",
    ],
    [
      "In {rival}'s office there hung a calendar for a year that the Bureau had struck out. It had pictures of boats. {rival} turned the leaf on the first of the month, alone, with the door locked.",
      '{rival}\'s calendar had come to a day with a ring round it. {rival.They} asked {ally}, as if it were a matter of supply, whether anything was known of a harbour. "What would you want with a harbour?" said {ally}. {rival.They} said, "I should like to be late for something."',
      "{ally} brought it to {rival} in a paper bag: a shell, no bigger than a thumbnail. {rival} locked the door, held it to {rival.their} ear, and listened till the siren. Then {rival.they} took the calendar from the wall and gave it away, boat by boat, to the people in the queue.",
    ],
    [
      "The mirrors in the block had been replaced. They were flattering, all of them; you saw a slightly healthier person, slightly pleased. {third} had scratched a spot clear with a nail, the size of an eye.",
      "There was a craze for scratching the mirrors. People met on the stairs with the one true spot still on their faces, so to speak, and nodded, and did not need to say what they'd seen. A penalty was announced. It was announced by somebody with a very small scratch on his glasses.",
      "On the day of Inspection every mirror in the block had been taken down and stood along the street, face outward. The inspectors marched between them, in step, four hundred paces, healthy and pleased. Halfway there one of them began to laugh, and could not stop, and had to be helped with his helmet.",
    ],
    [
      'A child on the fifth floor had asked, at school, what was on the other side. The teacher had said "Of what?" It was going about the building like a cold; you heard people on the landings say it over to themselves. Of what?',
      "OF WHAT had been painted across the tunnel mouth, in letters as high as a man. By morning it had been painted over. By noon the paint had been signed for by forty persons, each of whom had wanted to be the one who did it.",
      'The teacher was called to the Bureau to explain herself. She had, she told them, only asked for the question to be put more precisely; and since they wouldn\'t, she had gone to see. She laid on the desk a stone, a feather and a twig with a bud on it. "Of that," she said.',
    ],
  ],
  endings: [
    "There was a sunrise. People had been told of such things, and stood about on the roofs in their issue blankets not knowing where to look, and it turned out not to matter. The siren tried twice and stopped. {rival} had come up by the back stairs without {rival.their} cap and was asking whoever would listen whether the colour was correct. {ally} had the window of the radio open and was saying all the names, the old ones, one after another, with a pause behind each; and out of the static, faint, and cross, and hoarse from sixty years of waiting, they had begun to answer. Yours was among them.",
    "The gate of the Ring stood open and this time people went through it. They didn't run. They had brought chairs, some of them. {rival} stayed at {rival.their} post until the last form had been stamped, and stamped it VALID, and walked out after the others, holding the stamp by its handle like somebody's hand. Beyond the wall there was grass, a great deal of it, with the wind going over. {ally} knelt down, made a hole with one finger, and put in the seed. Nobody knew what it would be. You could all see where it was; and somebody, without having been told to, began to hum.",
  ],
  senses: [
    "The handrail had been disinfected, and nobody touched it for pride.",
    "A moth was beating against a lamp that gave no heat.",
    "The stairs had been numbered, for safety, and the number of one of them had been worn away.",
    "Water ran in the walls; it was somebody's hour to wash.",
    "On the step of the ration office an old woman was asleep, standing.",
    "A paper flower had been pushed through the wire, and another, and another.",
    "The air from the vents was warm and tasted of other people's sleep.",
    "At the end of the street the Ring went up and up, until one was looking at the sky and had not noticed.",
  ],
  lines: [
    "It was in the news that I'm happy.|I was relieved. I'd had no idea.",
    "They gave my mother a medal for it.|They wouldn't say for what, but she polishes it.",
    "I don't dream.|I handed mine in, in the spring, with the cutlery.",
    "I've a cousin who believes it all.|He sleeps beautifully. We're thinking of turning ourselves in to him.",
    "One can get used to anything, they say.|I have tried to be an exception. It's very tiring.",
    "The form asks for the next of kin.|I put you. I hope that you don't mind; it's only in case.",
  ],
  premises: [
    {
      subGenre: null,
      categories: [],
      tropes: [],
      character: "Iva, who paints the sky on the inside of the dome",
      description:
        "I have been ordered to paint out a star. There is nothing wrong with it, except that it is moving, and I'm the only one who looks up.",
    },
    {
      subGenre: null,
      categories: [],
      tropes: [],
      character: "Renn, a truth auditor third class",
      description:
        "I can tell when anyone is lying, and the State pays me for it. Today the Chancellor spoke to the whole nation for an hour, and not one word of it was a lie. Nobody else knows why I'm so frightened.",
    },
    {
      subGenre: null,
      categories: [],
      tropes: [],
      character: "Old Tam, a librarian of empty shelves",
      description:
        "They took the books, but they let me keep the catalogue. Now somebody has begun to return things, one a night, with the fine paid, and none of them were ever on our list.",
    },
  ],
};
