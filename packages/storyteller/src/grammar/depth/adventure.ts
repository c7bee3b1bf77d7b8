import type { GenreDepth } from "../types.ts";

export const adventureDepth: GenreDepth = {
  manners: {
    Dax: [
      "{speaker} slapped the nearest piece of machinery, from affection, and something fell off it.",
      "{speaker} licked a finger and held it up to the wind, indoors.",
    ],
    Petra: [
      "{speaker} chalked her nine fingers while she thought.",
      "{speaker} tested the rope, the knot and then the other knot.",
    ],
    Varga: [
      "{speaker} put up his monocle, not to see with but to be seen.",
      "{speaker} tapped a gloved palm with his map case.",
    ],
    Imani: [
      "{speaker} had a pencil behind each ear and was looking for a third.",
      "{speaker}'s lips moved; she was putting it into a dead language to see whether it held.",
    ],
    Finch: [
      "{speaker} had got up on to something high and narrow and sat there with their legs swinging.",
      "{speaker} was eating again, from a pocket.",
    ],
    "Madame Lo": [
      "{speaker} wrote a figure on her fan and turned it so that you could read it.",
      "{speaker} spat over her left shoulder, for the boat.",
    ],
  },
  threads: [
    [
      'A one-eyed parrot had attached itself to the party. It knew only one phrase, in a fine old naval voice, and the phrase was "Not the second door."',
      '"Not the second door," remarked the parrot, to nobody. There were two doors. {ally} counted them again, from the left and then from the right, and looked at the bird with dislike.',
      'There had been a third door all the time, behind the creepers. The parrot walked in ahead of everyone and settled on the shoulder of a skeleton in a captain\'s coat, with the ease of long habit. "Told you," it said. It was the only other thing that they ever heard it say.',
    ],
    [
      "Somebody was leaving marks: an arrow of white pebbles at each fork, always pointing the way that they had already chosen. {third} scattered the first one. At the next fork there was another, a little larger.",
      'The pebble arrows had begun to argue. At the last fork one pointed left, and across it, in black stones, another pointed back. "Two of them," said {ally}, crouching. "And they\'ve stopped agreeing."',
      'They caught up with the layer of the black pebbles where the path ran out: a boy of twelve with a sack on his shoulder. The white ones were his grandfather\'s, he explained. The old man wanted all strangers brought safely in. "I only wanted you to have the choice," he said.',
    ],
    [
      "{third} had won a coin from a dead man's pocket, or so {third.they} said, and it always came down on its edge. It had a ship on one face. On the other was a hand, held up to say stop.",
      "{third}'s coin had fallen on its face for once, with the hand uppermost. {third.They} would not go another step until it had been tossed again. It was in the air when the ground ahead of them dropped away without a sound.",
      "At the end of the wharf {third} gave back the coin, over the rail, with a bow. It fell a long way and turned as it fell, ship, hand, ship; and just before it struck, quite distinctly, something down there caught it.",
    ],
    [
      "They had been sold a tent by a man in the bazaar who wept to part with it. At night, when a lamp was lit inside, the canvas showed a landscape, faint as a watermark, with a mountain that none of them knew.",
      "On the tent wall the mountain had come nearer. There was a path up the side of it now, and on the path, no bigger than ants, a party of travellers with a mule. {ally} counted heads. The number was right.",
      "They pitched the old tent for the last time at the foot of a mountain, and lit the lamp. The canvas was bare, and as white as any canvas. Outside, a man was coming down the path from the bazaar with tears running into his beard, to buy it back.",
    ],
    [
      "The wireless set had been dropped twice and spoke only at noon, for a minute, in a voice that read out cricket scores. {ally} took them down all the same. There was, {ally.they} thought, a good deal too much bowling.",
      'It was noon, and the wireless cleared its throat. {third} had worked out the cricket by then: so many runs, so many miles; a wicket for a well. "All out for ninety," said the voice with regret. That would be tomorrow, and there was no well in it.',
      "The cricket scores had been coming from a hut with a tin roof, and from an old signaller in it who had been told in the war to guide lost parties home and had never been told to leave off. He gave them tea. He wished to know, before they went, who had really won.",
    ],
  ],
  endings: [
    "They came down to the river on the ninth day with one boot fewer than they had set out with. The boat was there. {rival} handed everybody in like a duchess, came last and, being asked for once what {rival.they} made of it, only shook {rival.their} head and laughed until it turned into a cough. Someone had opened the peaches. {ally} lay along the thwart with a hat over {ally.their} face and said through it that it had been, on the whole, a bad plan, and one that {ally.they} would recommend. Behind you the drums took up again in the hills. This time there was no doubt about it: it was for a wedding.",
    "There is a photograph. The light was going, and somebody's thumb is in the corner; but one can make out {rival}, hat in hand, and {ally}, who moved, and the mule. What they are all looking at is out of the picture. The compass had come round to north and stayed there, as though it had never thought of anything else. That evening they built the fire higher than was needed, and passed the tin cup the whole way round and then round again; and over the edge of the world, one after another, to where you could have touched them, came all the stars.",
  ],
  senses: [
    "Ants were carrying a whole green leaf over the map, from one coast to the other.",
    "A hot wind had got up, and everything that could flap was flapping.",
    "The lantern swung, and the walls leaned in and out with it.",
    "Far off a steamer hooted twice for a landing that had been washed away years ago.",
    "Somewhere overhead a troop of monkeys was passing remarks.",
    "There was salt on everything: lips, ropes, the pages of the log.",
    "The mosquito net had a hole in it, and everybody knew who had made it.",
    "Mist was coming up out of the gorge, in no hurry, like a guest who knows the house.",
  ],
  lines: [
    "It's only a small volcano.|It has a Sunday temper, that's all.",
    "The bridge will take one of us at a time.|Or all of us at once, very briefly.",
    "I never lost a passenger.|I have mislaid a few, but they were always found.",
    "They drew the dragon over the reef.|It takes up less room than the truth.",
    "If you hear singing, don't join in.|They're short of a tenor.",
    "I sold him the wrong half.|He has been so happy with it that I feel quite bad.",
  ],
  premises: [
    {
      subGenre: null,
      categories: [],
      tropes: [],
      character: "Josephine Adair, a botanist who climbs what others only sketch",
      description:
        "I have been sent a photograph, with no return address, of a flower that nobody has seen since 1788. It is in bloom. Behind it, out of focus, stands my father, who never came back from looking for it.",
    },
    {
      subGenre: null,
      categories: [],
      tropes: [],
      character: "Kit Marlow, ship's cook and the last of the crew who can still walk",
      description:
        "The captain is down with fever, the chart is in a code that he won't give up, and this morning another ship flying our own flag came over the horizon.",
    },
    {
      subGenre: null,
      categories: [],
      tropes: [],
      character: "Salim, a caravan guide who has sold the same map to three expeditions",
      description: "All three of them have come back for me at once. The trouble is that they found it.",
    },
  ],
};
