import type { GenreDepth } from "../types.ts";

export const comedyDepth: GenreDepth = {
  manners: {
    Barnaby: [
      "{speaker} opened his mouth to add something, and was seen to lose it.",
      "{speaker} finished with a gesture, since the words had run out some way back.",
    ],
    Winifred: [
      "{speaker} put it to the vote with a glance, and carried it.",
      "{speaker} made a note on her wrist, on top of the other notes.",
    ],
    "Mr Pottle": [
      "{speaker} ticked something on the upper clipboard and crossed it off on the lower.",
      "{speaker} blew softly on his whistle, for emphasis.",
    ],
    Delphine: [
      "{speaker} leaned upon a mantelpiece that wasn't there.",
      "{speaker} had got herself into an invisible box, and talked through the side of it.",
    ],
    Gerald: [
      "{speaker} ate a sandwich that had been somebody's evidence.",
      "{speaker} nodded, to be on the safe side, at everyone in turn.",
    ],
    "the Contessa": [
      "{speaker} fanned herself with the fire regulations.",
      "{speaker} said something in Italian, or at any rate with her hands.",
    ],
  },
  threads: [
    [
      'A wheelchair had been left by the tea tent, a good one, with a rug and a hot-water bottle, and nobody in it. {third} had walked round it twice. "Either it\'s a miracle," {third.they} said, "or someone\'s in the cider."',
      "The empty wheelchair had moved. It was beside the hoopla now, with a coconut on the seat. Three committee members had pushed it there in turn, each in the belief that it was occupied and only short.",
      'The owner of the wheelchair came back for it at five, a small brisk lady in plimsolls who had won the egg-and-spoon, the sack race and the ladies\' high jump. "I don\'t need it," she explained. "I bring it for the parking."',
    ],
    [
      "The vicar had lent his ladder to somebody, and that somebody to somebody else; and he now walked about the grounds with a wistful look, peering up things. It had been, he told people, a very long ladder.",
      "They had found one half of the vicar's ladder. It was holding up the beer tent. When it was pointed out to {rival} that it couldn't be moved, {rival.they} moved it, and so the whole of the next ten minutes took place under canvas.",
      'The other half of the ladder was against the church tower, with a boy at the top of it who had gone up to see who had taken the ladder. "I can see it from here!" he called down. He\'d been up there since Matins. The vicar wept; it was the right length after all.',
    ],
    [
      'A Mr Dunstable was expected, and there was a chair for him, with a card. No one could recall having asked him. He was mentioned in the programme between the sheepdogs and the interval, as "Mr Dunstable (weather permitting)."',
      "A telephone call came from Mr Dunstable's secretary to say that he'd need a tank, eight feet by four, and a dozen hoops. Silence fell. \"I thought he was from the bank,\" said {third}.",
      "Mr Dunstable arrived under a tarpaulin. He was a sea lion. He took his place in the chair with the card, acknowledged the company, and sat through the speeches with an attention that no human being had ever given them; and at the end he was the first to clap.",
    ],
    [
      "{ally} had a bet on with the postman. It was not known what it was; but since Monday {ally} had not once used the letter S, and was going about with the glazed and noble look of someone crossing a river on stones.",
      'The strain was telling on {ally}. At the words "sausage supper" {ally.they} had to be led outside. "One more day," {ally.they} told you with a hand on the rail. "It will all be worth it. I think. I am really, truly, fine."',
      "{ally} lost the bet at six in the evening, on the steps of the bandstand, when a wasp went up {ally.their} trouser leg. It was a magnificent loss, a single word, drawn out, and it went on until the wasp came out again. The postman paid up regardless. He said that he'd never heard one like it.",
    ],
    [
      "The portrait of the founder had been sent away to be cleaned, and had come back as somebody else. It was the same frame. The new man was fatter, and winked. {rival} had been curtsying to him since ten.",
      "It was whispered that under the fat founder there was yet another. {third} had rubbed at a corner with a damp bun. There was an ear. There was, moreover, an earring in it.",
      "They washed the founder down in public, with a bucket. Beneath the fat man there was a thin one; beneath the thin one was a horse; and under the horse, in an excellent state, beaming, in pearls, was the founder, who had been a Mrs Clutterbuck and had always said that they would find some way of not mentioning it.",
    ],
  ],
  endings: [
    "It was generally held to have been the best one yet. The marquee was down, and so were several of the people in it; the goat had been awarded a rosette, for want of anyone willing to take it away. {rival} sat on an upturned urn with one shoe off and was being told by the bishop, not for the first time, that he had laughed until he saw stars. {ally} had counted the takings three times and made it four pounds more than had been taken. The band was playing what might have been the anthem. Everyone stood up, to be safe; and you were seen to be still holding the rope, and nobody, now, could tell you what was on the other end.",
    "The inquiry sat for two days and found that it was nobody's fault, by name. {rival} moved a vote of thanks to the fire brigade. {ally} seconded it, got a laugh, and was so astonished that {ally.they} sat down upon the exhibit. There would be another next year, of course; the swans had been booked. As they all went out into the evening, shaking hands and taking the wrong umbrellas, somebody behind you asked if it had always been meant to end like that. There was a pause, a thoughtful one. Far away, and with great feeling, somebody sat on a trumpet.",
  ],
  senses: [
    "A smell of hot tuba hung over the refreshments.",
    "The clock on the pavilion was right, but nobody believed it.",
    "Half of the bunting spelled something, if you read it from the lake.",
    "A lady was being revived with a programme, against her will.",
    "The raffle prizes had been arranged in order of usefulness, beginning at the back.",
    "Two men carried a door across the lawn, and presently carried it back.",
    "The jelly had begun to lean.",
    "Someone had been sick in the euphonium, though it was early to say who.",
  ],
  lines: [
    "I'd like it to be noted that I was under the table.|Not hiding. I had been put there.",
    "It's not a disaster.|It's an event with fewer chairs than one had planned.",
    "He isn't dead.|He does that whenever there's a collection.",
    "I've alerted the authorities.|They asked me to stop.",
    "We agreed on no fireworks.|These are technically flares. There's been a boat.",
    "I distinctly said two hundred swans' eggs.|Well, I said it to Gerald.",
  ],
  premises: [
    {
      subGenre: null,
      categories: [],
      tropes: [],
      character: "Percival Nutt, a wedding planner on his last warning",
      description:
        "There are two weddings at the castle today and one cake. Both brides are called Fiona, both grooms have bolted, and the only person who knows where they went is the swan keeper, who wants a favour.",
    },
    {
      subGenre: null,
      categories: [],
      tropes: [],
      character: "Dot Fairweather, 71, treasurer of the bowls club",
      description:
        "We have accidentally been booked to rob a bank. It was meant to be a talk on security, but the gentlemen in the van have paid in full.",
    },
    {
      subGenre: null,
      categories: [],
      tropes: [],
      character: "Alan, an understudy who has never once gone on",
      description:
        "Tonight the whole cast has eaten the same prawns. I know all of the parts. The curtain goes up in nine minutes, and there is a sword fight.",
    },
  ],
};
