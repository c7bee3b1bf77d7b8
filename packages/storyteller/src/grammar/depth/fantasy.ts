import type { GenreDepth } from "../types.ts";

export const fantasyDepth: GenreDepth = {
  manners: {
    Brannoc: [
      "{speaker} scratched under a shoulder plate that had been made for somebody broader.",
      "A buckle of his had come undone again; {speaker} did it up by feel.",
    ],
    Sile: [
      "Water ran from the hem of {speaker}'s cloak, though she had been standing in the dry all day.",
      "{speaker} held out a palm as she always did, to be paid in something true, and then folded it again.",
    ],
    Orrin: [
      "{speaker} had begun to count the beams, the stools, the spoons; it was a habit of his trade.",
      "{speaker} noted it down on a wax tablet and rubbed it out with his thumb.",
    ],
    Maeve: [
      "{speaker} spoke low, with her head a little to one side, as though somebody else were also speaking.",
      "{speaker} closed her eyes for a moment, listening to an answer that nobody else heard.",
    ],
    Wick: [
      "{speaker} let a small flame walk across their knuckles, and blew it out when they saw that you were looking.",
      "{speaker} had sat down on the floor, as they always did, with their back against the nearest warm thing.",
    ],
    "Lady Corse": [
      "{speaker} drew on one grey glove and left the other lying.",
      "Three rings without stones clicked together as {speaker} folded her hands.",
    ],
  },
  threads: [
    [
      "A hen had been brought in that laid grey eggs. {ally} held one of them up to a candle, and inside, curled small, there was not a chick but a folded scrap of parchment.",
      "The grey hen had laid again. This time the shell was cracked across a plate, and there was half a sentence on the scrap: when the third bell has no tongue. {third} fetched the other scraps and began to fit them together like a broken dish.",
      "The last of the grey eggs completed the sentence, and {ally} read the whole of it aloud: Come home, the watch is over, when the third bell has no tongue. It was an order of recall, six hundred years old, and the hen put her head on one side as if she had been waiting to be relieved.",
    ],
    [
      "A giant's glove had been nailed up over the gate since anyone could remember, as a trophy. That morning the nails lay in a row on the step, straightened, and the glove was gone.",
      'Someone had left a sack of meal by the gate where the giant\'s glove used to hang, and beside it a footprint that had filled with rain and had a duck in it. "That\'s not a threat," said {ally} after a while. "That\'s rent."',
      "The giant came himself, at dusk, with the glove on. He had walked behind the hills for forty years with one cold hand; and he only wished to know, bending down with care, which of them was the smith who had made it, for it wanted letting out.",
    ],
    [
      "{third} carried a bottle with a storm in it, a small one, the size of a fist. It had been given in payment for something and not explained. When the cork was touched all the dogs lay down.",
      'The storm in {third}\'s bottle had grown. It pressed against the glass, white and sulky, and every now and then the whole room flickered. "It wants the sea," {third.they} said. "So would you."',
      "On the wall, in the wind, {third} drew the cork. The storm went up past them with a noise like all the doors of a house, stood for a moment over the roofs as if to get its bearings, and left for the coast; and behind it, warm and straight, fell the rain that the fields had been owed since spring.",
    ],
    [
      "In the market a blind woman was selling names, folded small in leaves. They were good names, hardly used. She had one put by for you, she said, but it wasn't time.",
      "The blind seller of names had packed up her stall. In the straw lay a single folded leaf. {ally} wouldn't touch it, but read what was written on the outside, which was TO BE OPENED BY WHOEVER HAS LOST THE OTHER.",
      "{rival} had lost the other name; that was the long and short of it. {rival.They} unfolded the leaf as one lifts a cloth from a face, and read it, and said it over under {rival.their} breath until it fitted. For a moment {rival.they} looked about seven years old.",
    ],
    [
      "The king's road had milestones with faces, and the faces had always been asleep. The nearest one had its eyes open. It watched the carts go by with a look of mild reproach.",
      "All the way along the road the stone faces were waking. At the second milestone a farmer's wife had put a hat on it against the sun, and it had said, with great difficulty, a word that she took to be thanks.",
      "They marched at last, if it can be called that: one pace a day, each milestone towards the next, until in place of a road there was a ring of old grey faces about the hill, looking outward. Whatever was coming would have to count them first.",
    ],
  ],
  endings: [
    "So the bells were rung by hand that night, by anybody who cared to pull, badly and for a long time. {rival} knelt in the mud like all the others and got up with it on both knees. {ally} went from fire to fire with a bucket and a ladle, and would hear nothing about thanks. Over the hills there was one moon, and it was the right one. Somebody had begun the rhyme about the seven doors for the children who could not sleep; and when it came to the seventh, for the first time that anybody could remember, the whole hillside knew the words and said them to you.",
    "By first light the snow was going from the high pastures, and every ditch had a voice. They were loading the carts. {rival} had given away the good horse and was sitting on the tail-board of a hay wagon, bareheaded, swinging {rival.their} heels. {ally} took leave of you as they do in that country, with salt on the palm and no word for goodbye. Behind you the old stones drew one more of their long breaths, and let it out; and after that they were stones, and there was a lizard on them, asleep in the sun.",
  ],
  senses: [
    "The rushes on the floor had been strewn with mint, and each step let a little more of it out.",
    "Somebody's familiar, a fat brown toad, was asleep in the salt.",
    "On the hearth the logs burned green at the ends, as they do when the wood has been stolen from a grove.",
    "A loom was going in the next house, thump and slide, and nobody lived there.",
    "Banners hung along the wall with their beasts turned inward.",
    "The night smelled of snow and of foxes.",
    "High above the roofs, wild geese were arguing about the way.",
    "The bread had risen crooked that day in every oven, leaning to the north.",
  ],
  lines: [
    "I have been cursed by experts.|This is only weather with a grudge.",
    "Never thank one of them.|Praise the milk, or the fire. They're particular about owing.",
    "My sword has a name, but it won't answer to it.|I think somebody called it something else first.",
    "You can't lie on that bridge.|You can stay silent, and it will charge you double.",
    "He was turned into an oak for a year and a day.|He says that it was the best company he ever kept.",
    "I only know the half of the spell that undoes things.|My master had the other. We didn't part as friends.",
  ],
  premises: [
    {
      subGenre: "High",
      categories: [],
      tropes: [],
      character: "Ilven, a mapmaker's apprentice who draws places before they exist",
      description:
        "I copy maps for a living, and on each of them there is now a road that I did not draw. They all go to the same tower. This morning somebody knocked and asked me for the way back.",
    },
    {
      subGenre: "Urban",
      categories: [],
      tropes: [],
      character: "Rook, a night courier who delivers to addresses that are not on any street",
      description:
        "Tonight's parcel is warm, it is breathing, and the label has my mother's name on it. She has been gone for eleven years, and somebody in the hidden quarter has signed for her.",
    },
    {
      subGenre: "Fairy Tale Retelling",
      categories: [],
      tropes: [],
      character: "Wilhelmina, the youngest of seven and the only one who was never enchanted",
      description:
        "My six brothers came home from being swans and can't settle. Now feathers are turning up on the stairs again, and this time they are mine.",
    },
  ],
};
