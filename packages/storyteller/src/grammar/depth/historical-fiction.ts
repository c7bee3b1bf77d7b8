import type { GenreDepth } from "../types.ts";

export const historicalFictionDepth: GenreDepth = {
  manners: {
    Tabitha: [
      "{speaker} wiped her inky fingers one at a time upon her apron.",
      "{speaker} set it in the air as she spoke, letter by letter, from right to left.",
    ],
    Ambrose: [
      "{speaker} stood with his feet apart, as if the floor might heel.",
      "{speaker} had taken you by the wrist to emphasise it, and was counting your pulse.",
    ],
    "Sir Hugh": [
      "{speaker} looked behind the curtain before he said it, and behind the other curtain after.",
      "{speaker} crossed himself, recollected himself, and turned it into a brushing of crumbs.",
    ],
    Ysabel: [
      "{speaker} moved a bead on the little frame at her belt; it had been entered.",
      "{speaker} said the figures in one tongue and the opinions in another.",
    ],
    Jem: [
      "{speaker} sniffed twice, and knew who had been there.",
      "{speaker} had his cap in both hands and was wringing news out of it.",
    ],
    "Mistress Vane": [
      "{speaker} rang for nothing; she only liked those below to know that she was awake.",
      "{speaker} bowed to the spy across the road, who bowed.",
    ],
  },
  threads: [
    [
      "A pie had been sent in from the cook-shop that nobody had ordered. Under the crust, in place of eels, lay a purse, a pair of spectacles, and a passport for France in the name of one Josiah Pym.",
      "Inquiry had been made for Josiah Pym at the inn, by a gentleman with two servants and no luggage. {third} told them that he had left on Tuesday. It was a bold answer, seeing that none of you knew yet who he was.",
      "Josiah Pym came for his spectacles at last, by the kitchen door: an old man in a carter's smock, quite blind without them. He put them on, looked round the table at each of you with the liveliest interest, and asked which of them he was to thank for having been nobody for three weeks.",
    ],
    [
      "In the church they were whitewashing the saints. One of them came through again by every morning, always the same, a thin brown fellow with a wolf; and the churchwarden had begun to be talked of.",
      'They had put four coats on the saint with the wolf. On the Sunday he looked out through it as through a mist; and a farmer\'s wife, before she could stop herself, dropped him a curtsy. "It\'s the lime," said {third}. "There is something amiss with the lime."',
      "It was the churchwarden who had been watering the whitewash. He said so before the bench and did not seem ashamed. He had lost two children in the bad winter, he told them, and the wolf had always made them laugh.",
    ],
    [
      "Every noon a woman stood at the gate of the prison with a basket on her arm. The turnkeys lifted the cloth, found bread, and let her by. They did not count how many loaves came out again.",
      "{ally} had fallen into talk with the basket woman at the prison gate. She baked, it seemed, for forty; and the parish allowed her for twelve. {ally} came home thoughtful and asked what became of the candle money.",
      'They made her a present, when the gaol was opened, of the basket. It had been mended so often that there was none of the first left. "No more there is of me," said the woman, and sat down on it in the sun, and for the first time in nine years let somebody else carry.',
    ],
    [
      "{rival} kept a linnet in a cage by the window, and covered it when certain persons called. It had been taught one tune, and it was a hanging matter.",
      "The linnet had sung in company. A magistrate was present, as it chanced, with a glass at his lips; he paused, beat time with one finger to the end of the strain, and observed that he had always found it a very catching air.",
      "{rival} opened the cage and the window on the same morning. The linnet sat on the sill, and was sung to from every roof in the street, since by then they had all got it by heart: sweeps and starlings, and a sergeant of the guard.",
    ],
    [
      "There was a wall in the Shambles where people pinned up what they had lost: a dog, a ring, a son. Someone had been going along it by night and writing under each of them where it was to be found.",
      "Two dogs and a wedding ring had been got back by the writing on the wall. Under the sons there was as yet nothing. The mothers came all the same, in the mornings, and stood before it with their shawls held shut.",
      "The writer on the wall was a drummer boy who had gone through the roll of his regiment, name after name, as he walked home. Under the last paper on the wall, very small, he had pinned up one of his own: LOST, and his name, and under it in another hand, within the hour, the way to a house with a lamp in it.",
    ],
  ],
  endings: [
    "They read the peace from the steps of the Exchange, in a wind that took two words out of three. Nobody cheered at first. Then a baker put up his shutter, and there was the card in his window with the old price on it, and people began to take off their hats. {rival} was seen to weep, on the right side for once, or at any rate the same as everyone's. {ally} had gone in to bank up the fire. When you came to the door there were two candles lit where one would have done; and on the stones behind you, as it had each night for a hundred years, came the watch, crying the hour, and that all was well.",
    "The ice went out of the river in the night with a noise of cannon, and in the morning there was a brown road of water running down to the sea, with boats on it. So they embarked, those who were to go. {rival} had kept back one coin from the wreck of everything, and gave it to the link-boy, and was lighted down to the stairs like a lord. {ally} did not wave. {ally.They} stood at the end of the quay with bare arms, in the first sun of the year, and took off {ally.their} apron, and folded it; and the bells of Saint Olave's and of Saint Mark's, for once, struck the hour together in your ears.",
  ],
  senses: [
    "A posset stood on the hob, and had formed a skin like vellum.",
    "The portrait of the last king had been turned about and a map of the Indies painted on the back of him.",
    "From the stable came the noise of a horse that had not been rubbed down.",
    "There was a hole in the shutter, and the day had put one gold finger through it.",
    "On the table oranges lay in a dish, four of them, like a declaration of income.",
    "The night-soil cart had gone by, and had left word of itself.",
    "Quills bristled in the jar, all of them bitten.",
    "The new glass in the casement was so clear that two flies had been deceived.",
  ],
  lines: [
    "I was at the siege.|We ate the horses, and then we ate the minutes of the council, which were drier.",
    "His Grace has promised it.|That makes nine who are to have it after his death; I hope that he won't be hurried.",
    "They burned her books in the yard.|I never saw paper so unwilling.",
    "I can keep a secret for a year and a day.|After that I find they turn, like beer.",
    "The law is very clear.|That's how one knows that nobody's been asked to enforce it.",
    "There's a ship for Leith at the turn of the tide.|The master's deaf. It's why we use him.",
  ],
  premises: [
    {
      subGenre: null,
      categories: [],
      tropes: [],
      character: "Marguerite Aubry, a seamstress in Paris, 1793",
      description:
        "I sew the colours for whichever side is paying. Today a man brought me a coat to mend, and in the lining is a list of names, with mine at the end of it.",
    },
    {
      subGenre: null,
      categories: [],
      tropes: [],
      character: "Will Hatch, a boy player in a London company, 1599",
      description:
        "The plague has closed the theatres, and somebody is sending us plays that no one living could have written. In each of them one of our company dies, and then he does.",
    },
    {
      subGenre: null,
      categories: [],
      tropes: [],
      character: "Sister Perpetua, a copyist in a convent on the Welsh border, 1141",
      description:
        "Two armies are marching on our valley, and both have sent us their wounded. One of the men speaks in his fever of a crown that is buried beneath our own altar, and by morning everyone has heard him.",
    },
  ],
};
