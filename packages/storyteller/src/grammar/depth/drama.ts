import type { GenreDepth } from "../types.ts";

export const dramaDepth: GenreDepth = {
  manners: {
    Helen: [
      "{speaker} folded the tea towel into four, and then, since there was nothing else, into eight.",
      "{speaker} had her sleeves rolled, as she'd had them for six years.",
    ],
    Conrad: [
      "{speaker} looked for somewhere to put his good coat, and went on wearing it.",
      "{speaker} jingled the car keys in his pocket until he heard himself.",
    ],
    Judith: [
      "{speaker} heard what she had said, a second afterwards, like the rest of you.",
      "{speaker} lit a cigarette and held it out of the window, where it had always been forbidden.",
    ],
    Peter: [
      "{speaker} stood in the doorway with a hand on either post.",
      "{speaker} had picked up his bag again, for the weight of it.",
    ],
    Edith: [
      "{speaker} moved an ornament back to where it stood before she had married into the house.",
      "{speaker} smiled the way one does at a guest, and after forty years it was you who felt like one.",
    ],
    Robin: [
      "{speaker} was sitting on the stairs, on the fourth from the top, from which one hears everything.",
      "{speaker} bit a thumbnail and kept count of who had stopped talking.",
    ],
  },
  threads: [
    [
      "A man had come about the piano. He had cash in an envelope. He asked if he might try it, and sat down in his overcoat; and what he played was the piece that had not been heard in that house since the winter of the ambulance.",
      "The man about the piano had written. He would not take it after all, he said, at any price. He was returning with this the hymn book that he'd found under the lid, and had they known that there was a photograph in it?",
      "{ally} had the man's photograph from the hymn book propped against the milk jug. It was of the two of them, at nineteen, at that piano: Father, and the man in the overcoat. They were playing four hands. Nobody in the family had ever known Father to play a note.",
    ],
    [
      "Every one of the apple trees in the orchard had a child's name nailed to it on a slip of lead. One tree bore a name that none of you could place. It was the best cropper; it always had been.",
      'They had begun to pick the tree with the strange name. {third} asked the old gardener who it was for. He went on up the ladder until you could see only his boots. "For her as he didn\'t marry," the boots said. "She\'d a fancy for a russet."',
      'The russets went to her in the end, in a laundry basket. She was eighty-four, and lived over the bakery, and took one out and smelled it before she let {rival} in. "He said they\'d keep," she told {rival.them}. "He was always going to bring me some."',
    ],
    [
      "The letters from the solicitor were in the toast rack, where the letters went. There were three, and the third was marked Second Reminder. {rival} had been breakfasting behind the newspaper so as not to face them.",
      "{third} opened the solicitor's letters with a butter knife and read them out in a flat voice, without the commas. The house had been sold. It had been sold four years ago. They'd all of them been living there, since then, on somebody's kindness.",
      '"It was I who bought it," said {rival}. "Somebody had to. He was so ashamed; he asked me to go on quarrelling with him about the roof, so that none of you should guess." {rival.They} buttered the toast right up to the edges. "I thought that we did it rather well."',
    ],
    [
      "Upstairs they had found a suitcase, packed. It held a woman's things for a warm country, a phrase book, and two tickets for a boat that sailed on the day you were christened.",
      "{ally} had unpacked the suitcase and hung everything up to air. The dresses stirred along the landing, in colours that nobody could remember on her. In a sleeve there was a list: passport, quinine, tell him. The first two had been ticked.",
      '"She did tell me," said the old man in the garden, when they showed him the list. "She came down the steps with that case in her hand, and the pram. She asked could I hold the pram a minute, while she thought." He had held it, he said, until it got dark.',
    ],
    [
      "Every night at ten {third} walked down to the gate and stood there, and came back. It had been going on since the funeral. When asked, {third.they} said that it was for the air.",
      "At ten o'clock {rival} went down to the gate in {third}'s place, with a torch, and was gone for half an hour. They could be seen from the window, the two of them, side by side, looking up the road like people at a bus stop.",
      '"He used to whistle, from the bend," {third} said at last. "So that she\'d know to put the kettle on. I only thought somebody should be there." The next night at ten the whole family was standing at the gate in its slippers; and {rival}, who could not whistle, whistled.',
    ],
  ],
  endings: [
    'The van had gone by four, and there was nothing in the room now but the marks where things had stood. They found that they could not sit, so they leaned, along the wall, in order of age. {ally} had kept back seven glasses. {rival} poured, and gave {third} as much as anyone. Somebody would have to say a few words, and they all looked round for the person who always did; and then at the carpet; and then, in a body, at you. But it was {rival} who began. "He wasn\'t easy," {rival.they} said, and the laugh that went up was so loud, and so like his, that the old dog came running in from the hall.',
    'They went down to the water after supper, in single file, by the path that he had cut. It was a very clear evening. {ally} had thought to bring a jar, and {rival} an umbrella, and neither was wanted. When it was done they stood for a while with wet shoes. "I was going to be so angry," said {rival}, to nobody in particular. {ally} took {rival.their} arm; they did not look alike, and never had, but they both put their heads down into the wind at just the same slant. Behind you every window was lit. It would be the last time, and someone had gone round and seen to it, even in the attics.',
  ],
  senses: [
    "There were seven coats in the hall, and eight hooks.",
    "The gravel had been raked for the visitors, and no one had yet walked on it.",
    "Somebody's reading glasses lay on the arm of the chair, folded, waiting for somebody's hand.",
    "A saucepan had boiled dry, and one could smell that no one had been in the kitchen.",
    "Moths had been at the velvet of the best chairs, in a neat row, like readers.",
    "The swing moved in the garden. It was only the wind; it was always only the wind.",
    "The light on the stairs had been left on for someone, and then it was morning.",
    "Along the skirting there were pencil marks, with dates, and the tallest was about to your shoulder.",
  ],
  lines: [
    "You've his hands.|I had to look away at table, the way you broke the bread.",
    "I made up the small room for you.|I know there's a bigger. It's full of what we don't discuss.",
    "I rang every Sunday.|I'd let it ring twice and put it down. I only wanted to hear that there was a house.",
    "She never once raised her voice.|We used to pray that she would.",
    "Eat something.|It's the only thing we know how to say to each other.",
    "You were the favourite.|I don't mind now. I've met people who weren't anybody's.",
  ],
  premises: [
    {
      subGenre: null,
      categories: [],
      tropes: [],
      character: "Margaret Doyle, eldest of four, who stayed",
      description:
        "The old house is to be sold on Friday, and all of my brothers have come home to divide what's in it. There is one locked room, and Mother, who has not spoken in a year, has just asked for the key.",
    },
    {
      subGenre: null,
      categories: [],
      tropes: [],
      character: "Daniel, a concert pianist who has lost the use of his left hand",
      description:
        "My teacher is dying and has sent for her three best pupils. Two of us haven't spoken since the competition. The third was never a pupil at all, or so they say.",
    },
    {
      subGenre: null,
      categories: [],
      tropes: [],
      character: "Ruth Adeyemi, a judge who must recuse herself and does not",
      description:
        "The boy in the dock has my son's eyes and the name I gave up at seventeen. Nobody in that courtroom knows it but me; and he has begun to look at me.",
    },
  ],
};
