/** A touch of colour for a sub-genre, a category or a trope: texts for the opening and for later on, in the slots of `GenreGrammar`. */
export type Flavour = readonly string[];

const FLAVOURS: Record<string, Flavour> = {
  // Fantasy
  high: [
    "There were older powers than kings in that country, and most kings had the sense to bow to them.",
    "A herald rode through, with a trumpet and no message, and was listened to with bared heads.",
  ],
  urban: [
    "Between two ordinary streets lay a third that the maps left out, and its lamps burned green.",
    "Under the railway arches somebody was selling bottled weather out of a suitcase, and the pigeons there had hands.",
  ],
  dark: [
    "The gods of that land were not dead. They were hungry, which was worse.",
    "At the crossroads they had hung another saint, and the crows were leaving him alone.",
  ],
  epic: [
    "Far to the north the beacons had been lit, one after another, and nobody living knew by whom.",
    "All that day there had been riders on the north road, and none of them had stopped for water.",
  ],
  "sword & sorcery": [
    "You owned a good blade and a bad reputation, and had been paid, lately, for both.",
    "Somewhere in the thieves' quarter a gong was struck, and a hundred shutters closed on the one note.",
  ],
  "magical realism": [
    "It had rained upwards for an hour that morning. People had put out buckets on the ceilings, and gone to work.",
    "The dead aunts had come for coffee again, as they did on Thursdays, and were complaining about the cups.",
  ],
  "portal fantasy": [
    "The door had been in the wall behind the wardrobe all your life. Only since yesterday did it have a handle.",
    "In your pocket there was still a bus ticket from the other side, and it had begun to put out leaves.",
  ],
  "fairy tale retelling": [
    "There had been three sisters, once, and a spindle, and a promise; the tale that people told of it had the important part the wrong way round.",
    "Three drops of blood lay on the snow, and somebody had thoughtfully put a chair beside them.",
  ],
  // Science fiction
  "space opera": [
    "Nine fleets hung over the border stars that season, and every admiral in them was waiting for somebody else to sneeze.",
    "News came in of a coronation and two mutinies, in the same bulletin, to the same march.",
  ],
  cyberpunk: [
    "Rain slid down the adverts. Somebody had bought the sky over your district and was using it to sell teeth.",
    "A vending machine on the corner recognised you, lowered its price, and asked after your mother.",
  ],
  dystopian: [
    "The loudspeakers wished everybody a productive evening, in the voice of a woman whom nobody had ever met.",
    "Over the doors the green eyes opened, one after another, and wished you a compliant day.",
  ],
  "time travel": [
    "Your watch showed the hour that you had left, and the sun the hour that you had come to, and they were eighty years apart.",
    "On the bench lay a newspaper of the day after tomorrow. Somebody had already done the crossword.",
  ],
  "alien contact": [
    "The signal had been counting for eleven days. This morning it had stopped at a prime number and begun to wait.",
    "The thing in the quarantine bay had learned to knock. It knocked now, politely, in threes.",
  ],
  "post-apocalyptic": [
    "Grass had come up through the motorway, and somebody had mown it, in a perfectly straight line, towards the horizon.",
    "A plane lay in the wheat with its windows open, and families had hung out washing along the wing.",
  ],
  "hard sci-fi": [
    "There were four hundred kilograms of margin in the fuel budget, and everybody aboard could recite what each of them was for.",
    "A burn of eleven seconds was scheduled for the hour. Everybody had strapped down their cups without being told.",
  ],
  biopunk: [
    "The streetlights here were grown, not built. They leaned towards you a little as you passed, being fond of warmth.",
    "One of the walls had caught a cold. It shivered, and people leaned on it gently in passing.",
  ],
  // Mystery
  "cozy mystery": [
    "There was, at least, cake. In your experience there was always cake, and it was always the cake that gave somebody away.",
    "The vicar's wife had brought shortbread, and with it, under the doily, an entire theory.",
  ],
  "police procedural": [
    "The incident room smelled of marker pens and late sandwiches, and the board had more string on it than sense.",
    "A constable came by with the photocopies, collated by somebody who had also read them.",
  ],
  "private detective": [
    "The retainer lay on your blotter in used notes. People who paid that way seldom wanted the truth; they wanted it first.",
    "There was a match on the window ledge, bent in the way that one man bends them.",
  ],
  "locked room mystery": [
    "The door had been bolted from within, the window painted shut, and the chimney would not have let through a cat.",
    "Somebody had chalked the outline of the bolt on the door, and under it, of the hand that must have shot it.",
  ],
  "cold case": [
    "The file was nineteen years old. Someone had taken it out and put it back so often that the corners had gone round.",
    "The old exhibits had come up from the basement in a fruit box, and they still had somebody's lunch in with them.",
  ],
  "psychological thriller": [
    "You had begun to keep a diary, and lately there were entries in it that you did not remember making.",
    "There was a note on the mirror in your own writing. It said: not her.",
  ],
  "murder mystery": [
    "Nobody had yet used the word. They said the accident, or poor thing, and did not look at the stairs.",
    "A cup had been left upside down in its saucer, and nobody at that table drank coffee.",
  ],
  "crime drama": [
    "Everyone in that neighbourhood owed somebody something, and tonight the book was being balanced.",
    "A long car stood at the end of the street with its windows up, as it had since the funeral.",
  ],
  // Horror
  psychological: [
    "You had slept, you were almost sure of it. It was only that the room you woke in was a little longer than it had been.",
    "There was one more stair than there had been, and everybody but you stepped over it.",
  ],
  supernatural: [
    "There was a cold place on the stairs about the size of a child.",
    "Every clock in the place was right, and each of them was right about something else.",
  ],
  gothic: [
    "The family portraits had been turned to face the wall, and nobody would say whose comfort that was for.",
    "In the west wing the candles had been lit by someone, down the whole length of a corridor that had no floor.",
  ],
  body: [
    "There was a new tooth at the back of your mouth. You counted again, and there were two.",
    "The scar on {third}'s arm had moved an inch since the morning, towards the hand.",
  ],
  cosmic: [
    "Three stars had gone out that month, in a row, and the row pointed down.",
    "There was a hum in the ground, too low to hear, and all the worms had come up to get away from it.",
  ],
  slasher: [
    "The summer people had gone home early that year. All of them had, except the ones who hadn't.",
    "Someone had nailed a life jacket to the boathouse door, through the name tape.",
  ],
  "zombie apocalypse": [
    "They were slow in the cold. That was what one lived by now, like a farmer: the forecast.",
    "A wind chime had been hung on the wire, and all of them had learned to sleep only while it was silent.",
  ],
  "haunted house": [
    "The house had been empty for thirty years, and every bed in it was warm.",
    "The bells in the servants' passage rang from rooms that had been bricked up.",
  ],
  // Thriller
  action: [
    "There were eleven minutes on the clock and one road out, and a lorry was being parked across it.",
    "A siren was going somewhere behind the docks, and a second, and then there was a sound that put them both out.",
  ],
  espionage: [
    "The chalk mark on the lamp post said that your contact was safe. It had been drawn by somebody left-handed. Your contact wasn't.",
    "In the classified column there was an advertisement for a piano, one leg missing. It had run every Monday until this one.",
  ],
  legal: [
    "The verdict was due at ten. One of the jurors had telephoned you at three in the morning and said nothing, very clearly.",
    "The court stenographer had stopped typing a full second before the judge stopped speaking.",
  ],
  medical: [
    "The chart said that the patient in bed six had died on Tuesday. He had asked you this morning for more jam.",
    "A trolley came down the corridor by itself and rolled to rest against the door of number nine.",
  ],
  techno: [
    "A machine that was connected to nothing had just sent you a message, and it had spelled your name right.",
    "Every phone in the room lit up at the same instant, for nobody, and went dark.",
  ],
  political: [
    "Before breakfast two ministers had resigned, and each of them had named you as the reason.",
    "On the television, without sound, a man whom all of you knew was denying it.",
  ],
  domestic: [
    "There were two toothbrushes in the glass when you came home. You lived alone.",
    "The photograph in the hall was hanging straight. It had never, in six years, hung straight.",
  ],
  // Romance: categories
  sports: [
    "The floodlights hummed above the empty stands, and somebody was still out there, running.",
    "In the stands somebody had left a scarf, knotted round the rail at the very seat from which you can see the bench.",
  ],
  billionaires: [
    "The lift went to a floor that had no number, and asked for nothing but a thumbprint.",
    "A helicopter had been sent for the ice, and the ice had come back with a note.",
  ],
  "office romance": [
    "The whole floor had gone home but for two lamps, one at your desk and one across the way.",
    "Two cups stood by the photocopier with the same crooked biro heart on the bottom, and one of them was yours.",
  ],
  "cozy romance": [
    "There was soup on the stove, a dog on the good chair, and a snowfall that nobody had ordered.",
    "Somebody had put another log on and moved the two good chairs an inch nearer together.",
  ],
  "summer romance": [
    "It was the last week of August, when every evening is somebody's last.",
    "There was sand in everything, and salt, and a tune from the jetty that would be over by September.",
  ],
  "secret identity": [
    "You had told one small lie on the first day, about your name, and had been furnishing it ever since.",
    "Somebody called out, across the room, the name that you had given. It took just a moment too long.",
  ],
  "hockey players": [
    "The rink lay freshly cut and shining, and smelled of cold iron and old tape.",
    "A puck had been left on the window sill, with a date on it in silver ink, and a smaller date under that.",
  ],
  rockstar: [
    "Nine thousand people had sung a song that night which had been written, you happened to know, on the back of your gas bill.",
    "From the car outside, very softly, came that song; then somebody in there turned it off as if caught.",
  ],
  "single parent": [
    "A paper crown lay on the stairs, and a small voice above was negotiating with bedtime.",
    "A small drawing had been pushed under the door. It showed three people, and an arrow, and a question mark.",
  ],
  vampire: [
    "The invitation had come after dark and asked, in beautiful handwriting, to be invited in.",
    "The good wine had not been touched, and the mirror over the bar had been turned, from politeness, to the wall.",
  ],
  werewolf: [
    "The moon would be full on Thursday. Everyone in the valley was being careful not to mention it.",
    "Out on the hill something sang one long note, and three people found reasons to look at their boots.",
  ],
  cowboy: [
    "Dust hung gold over the paddock, and someone was talking a frightened horse into trust, one word at a time.",
    "A hat had been hung on the gatepost, which in that county meant that somebody was waiting and would not say so.",
  ],
  exes: [
    "There are few people who know how you take your coffee and what you look like when you lie. One of them had just walked in.",
    "Somebody had ordered for you without asking. They had remembered about the onions.",
  ],
  mafia: [
    "The best table was always kept free, and everyone knew for whom, and no one had ever sent a bill.",
    "Two men at the bar stood up when {rival} came by, and sat down again a good while after.",
  ],
  "small town": [
    "By noon the whole of Main Street would know that you were back, and by one o'clock they would have an opinion on it.",
    "At the hardware store they had already taken sides, and somebody was keeping a tally in nails.",
  ],
  royalty: [
    "Protocol required eleven steps and a bow. It had nothing to say about the way that somebody had looked at you over it.",
    "A footman was holding a door for nobody. He had been told to hold it until it was needed.",
  ],
  military: [
    "The letters had come once a week, censored in blue pencil, and you knew by heart even the parts that were missing.",
    "There was a kitbag in the hall with its label turned inwards, and no one liked to ask for how long.",
  ],
  "fantasy romance": [
    "An old law of that court forbade anyone to touch the hand of the moon's envoy. Nobody had told the envoy.",
    "The roses along the cloister had opened, all of them, in the night, and were facing the same way.",
  ],
  // Romance: tropes
  "enemies to lovers": [
    "There was one person in the world whose every sentence you could finish, and you had never let them finish one.",
    "{rival} had been about to say something cutting. One could see it put back, unused, like a knife in a drawer.",
  ],
  "love triangle": [
    "Two letters had come by the same post. You had answered neither, and both of them knew.",
    "There were three chairs at that table, and whichever way they were turned one of them was in the middle.",
  ],
  "friends to lovers": [
    "Twelve years of friendship are a fine thick wall, and it is a strange thing to notice a door in it.",
    "{third} said a thing that {third.they} had said a hundred times, and this time the room went quiet round it.",
  ],
  "toxic/drama": [
    "You had left four times. You still knew which stair to skip so as not to be heard.",
    "A plate had been mended with gold along the crack, and thrown again, and mended again.",
  ],
  "second chance romance": [
    "You had said goodbye on this very spot, and had meant it, and here you both were.",
    "There was a mark on the doorpost at the height of two shoulders, from the last time, and nobody had painted over it.",
  ],
  "forbidden love": [
    "Two families had not spoken for thirty years, except through lawyers. You had begun to speak through a hedge.",
    "A curtain in the house across the way had been drawn back by exactly one hand.",
  ],
  "grumpy and sunshine": [
    "You had brought biscuits. They had been received like a summons.",
    "Somebody had drawn a smile on the KEEP OUT sign, and somebody else had, grudgingly, not rubbed it off.",
  ],
  "fake relationship": [
    "The rules were written on a napkin, seven of them, and you had both signed. Number four was already in danger.",
    "The napkin with the rules on it had been framed, as a joke, and hung where both of you had to pass it.",
  ],
};

/** The touches for these names, as far as there are any. */
export function flavoursFor(names: readonly string[]): Flavour[] {
  return names.map((name) => FLAVOURS[name.trim().toLowerCase()]).filter((flavour) => flavour !== undefined);
}
