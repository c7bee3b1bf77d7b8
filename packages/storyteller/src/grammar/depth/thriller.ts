import type { GenreDepth } from "../types.ts";

export const thrillerDepth: GenreDepth = {
  manners: {
    Kessler: [
      "{speaker} had put a coin on its edge and was watching for vibrations.",
      "{speaker} spoke into her cup, where nobody could read her lips.",
    ],
    Doyle: [
      "{speaker} smiled like a man quoting a price.",
      "{speaker} patted his pockets, one after another, and was reassured by the third.",
    ],
    Voigt: [
      "{speaker} let the pause go on until somebody else should feel obliged to fill it.",
      "{speaker} squared a sheet of paper that had nothing on it.",
    ],
    Rana: [
      "{speaker}'s thumb was over the red button of the recorder; she lifted it off, so that you saw.",
      "{speaker} had written a single word on her palm and was holding it shut.",
    ],
    Milo: [
      "{speaker} talked to the keyboard.",
      "{speaker} had picked the lock of the sugar cupboard while he was thinking.",
    ],
    "the Dane": [
      "{speaker} looked at your left ear; they never looked anyone in the eye.",
      "{speaker} peeled an orange in a single strip and laid the peel back together.",
    ],
  },
  threads: [
    [
      "There was a phone in the freezer, in a bag of peas. It had one number in it, under the name of Mum, and it rang every day at a quarter to five and was not to be answered.",
      "At a quarter to five the phone among the peas didn't ring. {ally} counted the minutes aloud, which was unlike {ally.them}. At nine minutes to, it lit up with a text instead. It said: DON'T COME FOR SUNDAY LUNCH.",
      'The phone in the freezer was answered at last by {third}, who forgot. "Oh, thank goodness," said an old lady. "I\'ve been so worried. Two men have been here for you, with such nice manners, and I gave them the wrong address, as you told me to, dear, and then I gave them lunch."',
    ],
    [
      "The cleaner on the ninth floor had been writing times on the underside of the desks, in marker: somebody's comings and goings, three months of them, to the minute. {third} photographed them on hands and knees.",
      'The times from under the desks went into {third}\'s machine, and there was a gap in them, every second Thursday, nineteen minutes wide. "He goes nowhere," said {third}. "The lift says so. The doors say so. For nineteen minutes he isn\'t in the building, and he doesn\'t leave it."',
      "They timed it on the Thursday. The nineteen minutes were spent in the chapel in the basement that was on no fire plan. He was on his knees in it, the man they had all been running from, with his shoes off, saying a list of names. Nine of them. He looked up when he got to the tenth.",
    ],
    [
      "A dog walker went by below at ten past the hour with a different dog each time. It was always the same lead. {ally} had noticed the lead.",
      "The dog walker had stopped coming. In the gutter where they had always crossed lay the lead, coiled, with something clipped to it in place of a dog: a locker key, number 118.",
      "Locker 118 at the bus station held a child's drawing, a roll of film, and a receipt for nine dogs, hired, by the day. On the back was written in a firm round hand: I COULDN'T GET CLOSER. I AM SORRY. THEY WERE GOOD DOGS.",
    ],
    [
      "Somebody was moving money through a charity for retired donkeys. It came in every month from a shipping firm in Piraeus, and went out as hay. {third} had done the sum. That was eleven hundred tons of hay.",
      'They had found the donkeys. There were four of them, in a wet field, elderly and suspicious, behind a fence that drew as much current as a hospital. "That," said {ally}, and lowered the glasses, "is a great deal of fence."',
      'Under the field of the donkeys lay the servers, row after row, keeping warm what stood above them. {third} pulled one cable, then another. By the light of the phone you could see {third.their} face. "It\'s everybody," {third.they} said. "It isn\'t the targets. It\'s just everybody."',
    ],
    [
      "The tailor in Wexford Street had a suit for you on the rail, already paid for, made to your measure. Nobody had measured you. In its inner pocket there was a theatre ticket for the following evening.",
      'The seat beside yours at the theatre stayed empty until the second act. Then {rival} sat down in it, with a choc ice. "Nice suit," {rival.they} said, eyes front. "He was buried in one like it. I should keep the jacket buttoned."',
      'The tailor unpicked the lining himself. There was a sheet of silk inside, with a column of writing as fine as hair. "He told me, make it for whoever comes with that walk," he said, with pins in his mouth. "I\'ve been looking at walks for eleven years."',
    ],
  ],
  endings: [
    'The grey van went past at nine minutes to seven, and it was delivering bread. All over the city, phones were ringing in offices that had no number on the door, and being let ring. {rival} had been allowed to keep {rival.their} tie. They took {rival.them} out by the front, past the cameras, past the girl from page forty-one, who turned it over and began on page forty-two. {ally} had ordered for the both of you without asking, and sat with {ally.their} back to the window for the first time since you had met. "Eat," {ally.they} said. "Nobody knows where we are." The strange thing was that it was true.',
    "It came out on a Friday, below the fold, between the weather and a picture of a seal. By Monday there had been nine resignations; by Wednesday the seal had a name. {rival} walked out across the tarmac to a small aircraft with no markings, stopped at the foot of the steps and looked back, not angrily, like someone checking a room for what they have left. {ally} dropped the last of the phones into the river. The rings went out, and out, and reached the farther side. You could hear a lift, a tram, somebody's key in a lock. None of it was for you.",
  ],
  senses: [
    "The smoke detector had a small red light, and beside it a smaller one.",
    "A taxi stood at the rank with its hood up and nobody looking under it.",
    "The corridor had been hoovered, and there was one set of prints on the pile.",
    "The ice in the glass had not had time to melt.",
    "A pigeon on the ledge had something bright round its leg.",
    "Two floors up a printer started by itself, ran off a single sheet, and stopped.",
    "The lobby smelled of lilies, as lobbies do where something has been paid for.",
    "On the rooftop opposite a man was watering a plant, and had been for twenty minutes.",
  ],
  lines: [
    "You have a tail.|Don't be flattered. He's an intern.",
    "I never met the man.|I've got his fingerprints on my christening cup, but I never met him.",
    "Nobody was supposed to get hurt.|We had a slide about it.",
    "Take the stairs.|The lift has a memory.",
    "It was a clean operation.|That's what gave it away. They're never clean.",
    "They offered me immunity.|I asked from what. They had to go out and check.",
  ],
  premises: [
    {
      subGenre: "Espionage",
      categories: [],
      tropes: [],
      character: "Leah Brandt, translator, retired from a service that does not retire people",
      description:
        "A man I buried in 1989 has just ordered coffee at the next table. He left a coin under the saucer, and it's our old signal for run.",
    },
    {
      subGenre: "Techno",
      categories: [],
      tropes: [],
      character: "Dev Malhotra, the author of the software that sorts emergency calls",
      description:
        "Last night it put through a call that had not been made yet. It gave my address, the time as twelve minutes from now, and my own voice asking for help.",
    },
    {
      subGenre: "Legal",
      categories: [],
      tropes: [],
      character: "Grace Oduya, a public defender with one week left",
      description:
        "My client won't speak, the evidence is perfect, and this morning the prosecutor slid me a note across the table. It says: please win.",
    },
  ],
};
