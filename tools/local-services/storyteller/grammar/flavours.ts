/** A touch of colour for a sub-genre, a category or a trope: texts for the opening, in the slots of `GenreGrammar`. */
export type Flavour = readonly string[];

const FLAVOURS: Record<string, Flavour> = {
  // Fantasy
  high: ["There were older powers than kings in that country, and most kings had the sense to bow to them."],
  urban: ["Between two ordinary streets lay a third that the maps left out, and its lamps burned green."],
  dark: ["The gods of that land were not dead. They were hungry, which was worse."],
  epic: ["Far to the north the beacons had been lit, one after another, and nobody living knew by whom."],
  "sword & sorcery": ["You owned a good blade and a bad reputation, and had been paid, lately, for both."],
  "magical realism": [
    "It had rained upwards for an hour that morning. People had put out buckets on the ceilings, and gone to work.",
  ],
  "portal fantasy": [
    "The door had been in the wall behind the wardrobe all your life. Only since yesterday did it have a handle.",
  ],
  "fairy tale retelling": [
    "There had been three sisters, once, and a spindle, and a promise; the tale that people told of it had the important part the wrong way round.",
  ],
  // Science fiction
  "space opera": [
    "Nine fleets hung over the border stars that season, and every admiral in them was waiting for somebody else to sneeze.",
  ],
  cyberpunk: [
    "Rain slid down the adverts. Somebody had bought the sky over your district and was using it to sell teeth.",
  ],
  dystopian: [
    "The loudspeakers wished everybody a productive evening, in the voice of a woman whom nobody had ever met.",
  ],
  "time travel": [
    "Your watch showed the hour that you had left, and the sun the hour that you had come to, and they were eighty years apart.",
  ],
  "alien contact": [
    "The signal had been counting for eleven days. This morning it had stopped at a prime number and begun to wait.",
  ],
  "post-apocalyptic": [
    "Grass had come up through the motorway, and somebody had mown it, in a perfectly straight line, towards the horizon.",
  ],
  "hard sci-fi": [
    "There were four hundred kilograms of margin in the fuel budget, and everybody aboard could recite what each of them was for.",
  ],
  biopunk: [
    "The streetlights here were grown, not built. They leaned towards you a little as you passed, being fond of warmth.",
  ],
  // Mystery
  "cozy mystery": [
    "There was, at least, cake. In your experience there was always cake, and it was always the cake that gave somebody away.",
  ],
  "police procedural": [
    "The incident room smelled of marker pens and late sandwiches, and the board had more string on it than sense.",
  ],
  "private detective": [
    "The retainer lay on your blotter in used notes. People who paid that way seldom wanted the truth; they wanted it first.",
  ],
  "locked room mystery": [
    "The door had been bolted from within, the window painted shut, and the chimney would not have let through a cat.",
  ],
  "cold case": [
    "The file was nineteen years old. Someone had taken it out and put it back so often that the corners had gone round.",
  ],
  "psychological thriller": [
    "You had begun to keep a diary, and lately there were entries in it that you did not remember making.",
  ],
  "murder mystery": [
    "Nobody had yet used the word. They said the accident, or poor thing, and did not look at the stairs.",
  ],
  "crime drama": [
    "Everyone in that neighbourhood owed somebody something, and tonight the book was being balanced.",
  ],
  // Horror
  psychological: [
    "You had slept, you were almost sure of it. It was only that the room you woke in was a little longer than it had been.",
  ],
  supernatural: ["There was a cold place on the stairs about the size of a child."],
  gothic: [
    "The family portraits had been turned to face the wall, and nobody would say whose comfort that was for.",
  ],
  body: ["There was a new tooth at the back of your mouth. You counted again, and there were two."],
  cosmic: ["Three stars had gone out that month, in a row, and the row pointed down."],
  slasher: ["The summer people had gone home early that year. All of them had, except the ones who hadn't."],
  "zombie apocalypse": [
    "They were slow in the cold. That was what one lived by now, like a farmer: the forecast.",
  ],
  "haunted house": ["The house had been empty for thirty years, and every bed in it was warm."],
  // Thriller
  action: [
    "There were eleven minutes on the clock and one road out, and a lorry was being parked across it.",
  ],
  espionage: [
    "The chalk mark on the lamp post said that your contact was safe. It had been drawn by somebody left-handed. Your contact wasn't.",
  ],
  legal: [
    "The verdict was due at ten. One of the jurors had telephoned you at three in the morning and said nothing, very clearly.",
  ],
  medical: [
    "The chart said that the patient in bed six had died on Tuesday. He had asked you this morning for more jam.",
  ],
  techno: [
    "A machine that was connected to nothing had just sent you a message, and it had spelled your name right.",
  ],
  political: ["Before breakfast two ministers had resigned, and each of them had named you as the reason."],
  domestic: ["There were two toothbrushes in the glass when you came home. You lived alone."],
  // Romance: categories
  sports: ["The floodlights hummed above the empty stands, and somebody was still out there, running."],
  billionaires: ["The lift went to a floor that had no number, and asked for nothing but a thumbprint."],
  "office romance": [
    "The whole floor had gone home but for two lamps, one at your desk and one across the way.",
  ],
  "cozy romance": [
    "There was soup on the stove, a dog on the good chair, and a snowfall that nobody had ordered.",
  ],
  "summer romance": ["It was the last week of August, when every evening is somebody's last."],
  "secret identity": [
    "You had told one small lie on the first day, about your name, and had been furnishing it ever since.",
  ],
  "hockey players": ["The rink lay freshly cut and shining, and smelled of cold iron and old tape."],
  rockstar: [
    "Nine thousand people had sung a song that night which had been written, you happened to know, on the back of your gas bill.",
  ],
  "single parent": ["A paper crown lay on the stairs, and a small voice above was negotiating with bedtime."],
  vampire: ["The invitation had come after dark and asked, in beautiful handwriting, to be invited in."],
  werewolf: [
    "The moon would be full on Thursday. Everyone in the valley was being careful not to mention it.",
  ],
  cowboy: [
    "Dust hung gold over the paddock, and someone was talking a frightened horse into trust, one word at a time.",
  ],
  exes: [
    "There are few people who know how you take your coffee and what you look like when you lie. One of them had just walked in.",
  ],
  mafia: [
    "The best table was always kept free, and everyone knew for whom, and no one had ever sent a bill.",
  ],
  "small town": [
    "By noon the whole of Main Street would know that you were back, and by one o'clock they would have an opinion on it.",
  ],
  royalty: [
    "Protocol required eleven steps and a bow. It had nothing to say about the way that somebody had looked at you over it.",
  ],
  military: [
    "The letters had come once a week, censored in blue pencil, and you knew by heart even the parts that were missing.",
  ],
  "fantasy romance": [
    "An old law of that court forbade anyone to touch the hand of the moon's envoy. Nobody had told the envoy.",
  ],
  // Romance: tropes
  "enemies to lovers": [
    "There was one person in the world whose every sentence you could finish, and you had never let them finish one.",
  ],
  "love triangle": [
    "Two letters had come by the same post. You had answered neither, and both of them knew.",
  ],
  "friends to lovers": [
    "Twelve years of friendship are a fine thick wall, and it is a strange thing to notice a door in it.",
  ],
  "toxic/drama": ["You had left four times. You still knew which stair to skip so as not to be heard."],
  "second chance romance": [
    "You had said goodbye on this very spot, and had meant it, and here you both were.",
  ],
  "forbidden love": [
    "Two families had not spoken for thirty years, except through lawyers. You had begun to speak through a hedge.",
  ],
  "grumpy and sunshine": ["You had brought biscuits. They had been received like a summons."],
  "fake relationship": [
    "The rules were written on a napkin, seven of them, and you had both signed. Number four was already in danger.",
  ],
};

/** The touches for these names, as far as there are any. */
export function flavoursFor(names: readonly string[]): Flavour[] {
  return names.map((name) => FLAVOURS[name.trim().toLowerCase()]).filter((flavour) => flavour !== undefined);
}
