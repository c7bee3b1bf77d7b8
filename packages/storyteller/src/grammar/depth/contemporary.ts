import type { GenreDepth } from "../types.ts";

export const contemporaryDepth: GenreDepth = {
  manners: {
    Priya: [
      "{speaker} opened your fridge while she talked, looked in, and closed it, as she had for nine years.",
      "{speaker} was wearing your cardigan, and saw you notice, and pulled it tighter.",
    ],
    Gus: ["{speaker} yawned with his mouth shut.", "{speaker} checked a mirror that wasn't there."],
    Marian: [
      "{speaker} waited, with her eyebrows up, as if you had a hand half raised.",
      "{speaker} took off her glasses and let them hang, which used to mean that the lesson was over.",
    ],
    Leo: [
      "{speaker} had started making tea, and then sorting the post, and then the tea again.",
      "{speaker} drew a plan of it with a finger on the table.",
    ],
    Sasha: [
      "{speaker} had one earphone in, and took it out for you, which was a compliment.",
      "{speaker} shrugged with one shoulder; the other was busy with the bag.",
    ],
    "Aunt Bea": [
      "{speaker} produced a boiled sweet from her sleeve and looked at it with surprise.",
      "{speaker} patted the chair next to her, twice, as one calls a cat.",
    ],
  },
  threads: [
    [
      "A tortoise had been found on the second-floor landing, with a phone number on its shell in nail varnish. {third} rang the number. It was the pizza place; they were very nice about it, and said that they got that a lot.",
      "The tortoise was living under {ally}'s radiator by then. The nail varnish had turned out to have a second line beneath the first, worn nearly away: IF SLOW, ASK FOR DENISE.",
      'Denise came for the tortoise on a Sunday, eighty if she was a day, on a scooter. She had been ringing round for a year. "He does this," she said. "He walks off when somebody dies, and comes back when they\'ve done the cards." She left her number, in biro, on {ally}\'s hand.',
    ],
    [
      "The council had put up a notice on the big plane tree: to be felled. By evening it had a cardigan on, a red one, buttoned round the trunk. Nobody had seen who did it.",
      'The plane tree now wore two scarves, a tie and somebody\'s wedding hat. The men from the council had come, walked round it, and gone to sit in the van. "They\'re phoning someone," said {third}. "They\'ve been phoning since nine."',
      "They didn't fell the tree. A woman in a lanyard came and stood before it for a long while, and asked whose the red cardigan was. When nobody said, she did up the bottom button, which had come undone, and took the notice down.",
    ],
    [
      "{rival} had been learning Portuguese from an app, at night; you could hear it through the wall. The horse drinks milk. My uncle is not a horse. Where, {rival} asked the dark, very clearly, is the station?",
      'It had got as far as the past tense on the other side of the wall. I was waiting. You were waiting. {third} had looked up flights. "It\'s for somebody," {third.they} said. "Nobody does the subjunctive for fun."',
      "The call came through on {rival}'s phone in the middle of supper. {rival.They} stood up and took it by the window. It was slow and full of mistakes; the only word that the rest of you knew was the one for station. When {rival.they} turned round {rival.they} said, in English, \"I've got a granddaughter.\"",
    ],
    [
      "In the launderette there was a machine that nobody used, since it gave you back other people's things. You put in five socks and had six. {ally} swore by it. {ally.They} had got a very decent towel that way.",
      "The odd machine at the launderette had returned a child's mitten that {third} had lost in 2009. {third.They} had it on a string round {third.their} neck. It didn't prove anything, said {third}; only it still smelled of the same house.",
      'They were taking out the old machines. When the odd one was tipped back there was a nest of things behind it as deep as a bed, and half the street was down there till midnight, holding up sleeves. "That\'s mine," people kept saying. "Oh my God. That\'s mine."',
    ],
    [
      "A busker had taken the pitch outside the bank, a tall woman with a saw. She played it with a bow, and it made a sound like somebody being brave. People crossed the road to be nearer to it, and looked at their phones.",
      "The woman with the saw wasn't there. Her stool was. By lunchtime someone had put a coin on it; by four there was a small heap, and {ally} had gone to ask at the hospital.",
      "They wheeled her out to the pitch in a blanket, with a drip. She wasn't allowed the bow. So {third} held the saw, and somebody from the bank drew the bow across, terribly; and she bent the blade with her one good hand until it found the note.",
    ],
  ],
  endings: [
    "In the end it was just an ordinary evening with too many people in the kitchen. {ally} was telling it wrong, and being corrected from three sides; {rival} had found the tin opener; someone had propped the back door with the bad chair to let out the steam. The envelope was on the fridge now, under a magnet, open, along with the takeaway menu and the bin days. It had stopped raining at some point. A bus went by, lit up like an aquarium, and the whole top deck of it looked down into the yellow window at you, and then it was gone, and there was the washing-up.",
    "The keys went through the letter box with less noise than you would think. {rival} had the last box. It said MISC., like all of them. {ally} stood in the street with one hand on the van and told the driver about the clutch. \"Text when you're there,\" {ally.they} said, to everybody. All up the road the lights were coming on, blue where there was football, yellow where there wasn't; and behind you, in the empty flat, the heating came on by itself, for no one, out of habit, and went tapping round from room to room.",
  ],
  senses: [
    "Somebody was practising the same four bars of a hymn on a trumpet.",
    "The bins had been put out a day early, and there was some feeling about it.",
    "A text buzzed on the worktop and walked a centimetre towards the edge.",
    "The smoke alarm gave the small chirp that means it would like a word.",
    "All the good mugs were in the sink.",
    "The neighbour's telly had got to the weather.",
    "A helium balloon from some other week was dying behind the door.",
    "It was getting dark in the way it does when no one wants to be the one to put the light on.",
  ],
  lines: [
    "I wrote it all out in a message.|It said it was too long, so I sent you a thumbs-up.",
    "It's a good job.|I know it's good, because I cry only on Sundays.",
    "We were going to repaint that room.|We bought the rollers. They've been to three houses.",
    "She left me the cat.|I mean that she left me, and there was the cat.",
    "I don't miss him.|I miss having somebody to not tell things to.",
    "You're doing the voice.|The one for call centres. I'm not a call centre.",
  ],
  premises: [
    {
      subGenre: null,
      categories: [],
      tropes: [],
      character: "Dee Okafor, a locksmith who is bad with people",
      description:
        "A man has hired me to unlock his front door every day this week, and he never goes in. Today he has asked me to do it for him.",
    },
    {
      subGenre: null,
      categories: [],
      tropes: [],
      character: "Martin Shaw, a redundant accountant newly in charge of a choir",
      description:
        "There are eleven strangers in the back room of a closed library on Tuesdays, and not one of them can sing. We have been booked for a funeral in five weeks.",
    },
    {
      subGenre: null,
      categories: [],
      tropes: [],
      character: "Ana, a night-shift cleaner in an office tower",
      description:
        "I answer the notes that people leave on their desks, and lately they have started answering me. Somebody on the ninth floor is not all right, and I only know their handwriting.",
    },
  ],
};
