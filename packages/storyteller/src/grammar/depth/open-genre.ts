import type { GenreDepth } from "../types.ts";

export const openGenreDepth: GenreDepth = {
  manners: {
    Imre: [
      "{speaker} ran a thumb along some string that wasn't there, and winced at the pitch.",
      "There was rosin on {speaker}'s cuffs, and he left a little of it on everything he touched.",
    ],
    Calla: [
      "{speaker} beat time to her own sentence with one foot.",
      "{speaker} tried the last word over again a third higher.",
    ],
    Marlow: [
      "{speaker} looked round as if he had only that moment come in.",
      "{speaker} shook the rain from his hat, though there had been none.",
    ],
    Tove: [
      "{speaker} tipped the suitcase a little, and let a few grains of something run out through the hole.",
      "{speaker} looked back along the way that she had come, to see that it was marked.",
    ],
    Bell: [
      "{speaker} held up a finger for silence; somewhere it was about to be some hour or other.",
      "{speaker} struck the table lightly with a spoon, and listened until it had quite gone.",
    ],
    "Mrs Anselm": [
      "{speaker} wrote it down in the rent book, in the column for Thursdays.",
      "{speaker} closed her eyes and moved her lips, to get it by heart.",
    ],
  },
  threads: [
    [
      "A boy came through the town selling shadows, second-hand. He had them over his arm like coats. {third} tried on one that had been an admiral's, and stood up straighter for the rest of the day.",
      'The admiral\'s shadow had begun to tug. In the evenings, when it was longest, it drew {third} down towards the harbour by the heels. "He never got to say goodbye to the ship," said {third}. "I think I\'m to do it for him."',
      "{third} came up from the harbour at sunset with no shadow at all, and looked easy, and a bit cold. Out on the water one could see a long dark patch in the shape of a man with his hat raised, going home against the tide.",
    ],
    [
      "The baker had found a note in a loaf. It was not a letter but a musical note, a black one with its tail, quite soft still from the oven. She put it in a glass of water on the sill, so that it should not dry out.",
      "There were nine notes in the baker's window now, each in its glass. {ally} had been moving them round when nobody was looking. In one order it was a lullaby, {ally.they} said; in another it was somebody's address.",
      "They ate the notes at the wedding, after all; they wouldn't have kept. The guests stood in a row, each with one on the tongue, and on a nod from {ally} they opened their mouths. It took four seconds. The bride said that it was the only present she'd remember, and went about humming it, and never got it right.",
    ],
    [
      "The lighthouse had been painted to look like sky, by order, so as not to spoil the view; and ever since then birds had been flying into it and coming out on the other side.",
      "Somebody had counted. Four hundred swallows had flown into the sky-coloured lighthouse that week, and four hundred and six had come out. The six were a kind that no one had seen before. They had very good manners, and slept standing.",
      "{rival} went into the lighthouse where the birds went in. It was a Wednesday. {rival.They} came out on the other side with straw in {rival.their} hair, holding a child's kite, and years younger; and all that {rival.they} would ever say of it was that one ought to knock.",
    ],
    [
      "At the post office there was a pigeonhole with no name on it, and it was never empty. People looked in as they went by. Whatever lay there was always what somebody had been going to say.",
      '{ally} had had a postcard from the pigeonhole without a name. There was one word on the back, and the word was "anyway". {ally.They} carried it about in {ally.their} hat, and took it out from time to time, and was cheered.',
      'They found that the postmaster had been putting them there himself: all the letters that had been begun in that office, over forty years, and screwed up and thrown away. He had smoothed out every one. "They weren\'t undeliverable," he said, rather hurt. "They were only early."',
    ],
    [
      "A tent had gone up in the meadow during the night, striped, with flags, and over the entrance was painted ONE PERFORMANCE. It did not say of what. A goose in a ruff was selling tickets.",
      "The tickets for the striped tent were numbered from the wrong end. {third} had number three, and then an old lady bought number two; and everybody looked round, and wondered who'd be fool enough, or who would be let down if nobody was.",
      "The goose held out ticket number one to {rival}, and {rival}, after a time, took it. There was no ring inside the tent, and no rope. There was a chair facing a curtain. It rose, and there sat the whole town, in rows, in its best clothes, and looked at {rival.them} with such delight that {rival.they} could do nothing but bow.",
    ],
  ],
  endings: [
    "The ferry had been called for six and went at twenty past, which was the custom. {rival} stood in the bows with the case, now empty, under one arm. Those who stayed behind did not wave; they sang, all of them, down the whole length of the quay, and when they came to the place where the tune had always had a door in it, it was open. {ally} had tied up the piano with a ribbon, in case of rain. You could hear it for a good way out. The lamps were coming on up the hill, quite together this time, and each of them had somebody in the window, and every one of them was looking out.",
    "It was Bell's hour, or somebody's. It struck, and it was right; and the people who had houses there, and pear trees, came out on their steps to be sure of it. {ally} had come to the last bar and was in no hurry to play it. {rival} had unpacked. It was just a chair, when all was said, that had been in the case, and {rival} unfolded it, and sat down next to you in the evening sun like one who has arrived. The wind had dropped. All of the weathervanes were pointing in different directions, wherever they liked; and on the tree the one pear that was left let go.",
  ],
  senses: [
    "A smell of toast came down the street by itself and turned in at the chapel.",
    "All of the doorbells had been taken in for tuning.",
    "A kite stood over the gasworks, and nobody could find the end of the string.",
    "Light came up through the cracks in the boards of the pier.",
    "An old woman was watering a bicycle.",
    "The echo came back a little later than it should have, and slightly out of breath.",
    "On the noticeboard hung an umbrella, with a pin through it, marked FOUND.",
    "Somewhere a crowd was clapping, gently, as one does for children.",
  ],
  lines: [
    "I was a twin until last year.|It was amicable.",
    "You can borrow my name for the afternoon.|Don't sign anything, it runs.",
    "There's a room on the third floor where it's always your birthday.|Nobody stays long. It's the singing.",
    "I know that man.|I dreamed him once, and he never paid me back.",
    "We lost the map.|It's all right, it had got quite used to us.",
    "I only came to return the rain.|It was left at my house, and I couldn't think whose it was.",
  ],
  premises: [
    {
      subGenre: null,
      categories: [],
      tropes: [],
      character: "Ottilie, who mends broken echoes",
      description:
        "Somebody shouted into the gorge thirty years ago, and the answer is only now coming back. It is in a language that no one here speaks, and it is asking for me.",
    },
    {
      subGenre: null,
      categories: [],
      tropes: [],
      character: "Felix Amsel, a page-turner for other people's concerts",
      description:
        "Tonight's pianist has brought a score with one page too many. I have been told, on my life, not to turn it, and I have just seen my own name in the margin.",
    },
    {
      subGenre: null,
      categories: [],
      tropes: [],
      character: "Noor, who drives the last bus of the night",
      description:
        "My route has a new stop that is not on the timetable. An old man gets on there with an empty birdcage, and every night there is one more bird in the air above the bus.",
    },
  ],
};
