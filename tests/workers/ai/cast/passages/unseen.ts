import type { Passage } from "./passage.ts";

/**
 * Written after the finder was finished. Their first score was a precision of 0.940 and a recall of 0.848; general
 * rules (asides, origins before names, ships with epithets) were corrected with them since.
 */
export const UNSEEN_PASSAGES: Passage[] = [
  {
    genre: "Fantasy",
    text: `The gates of Emberfall stood open. "Too easy," muttered Kestrel. Beside her, Brother Odo crossed himself. They had followed the Silver Road for nine days, and in nine days Odo had not once complained; Kestrel trusted neither the gates nor the monk. "Ravens," he said, pointing. The ravens of King Halvard never came alone.`,
    characters: ["Kestrel", "Brother Odo|Odo", "King Halvard|Halvard"],
    notPeople: ["Emberfall", "Silver Road", "Ravens"],
  },
  {
    genre: "Fantasy",
    text: `Queen Morwenna the Patient signed nothing before breakfast. Her chancellor, Lord Pell Astrand, had learned this; the ambassador from Tarsis had not. "Your Majesty," he began. Morwenna ate a fig. "Lord Astrand," she said, "does the ambassador know what happened to the last one?" Astrand smiled. Midwinter was coming.`,
    characters: ["Morwenna|Queen Morwenna", "Lord Pell Astrand|Pell Astrand|Astrand|Lord Astrand"],
    notPeople: ["Tarsis", "Midwinter"],
  },
  {
    genre: "Fantasy",
    text: `Nobody warned Will that dragons snore. He lay in the heather above Loch Varra and counted the breaths. Will you go down? Aunt Sorrel had asked him. Would he? Below, Isolde the goose-girl was walking straight towards the cave with a bucket. "Isolde!" he hissed. She waved.`,
    characters: ["Will", "Aunt Sorrel|Sorrel", "Isolde"],
    notPeople: ["Loch Varra"],
  },
  {
    genre: "Science Fiction",
    text: `Static filled the channel. Ensign Takahashi turned the gain down and waited. "Say again, Ceres." Nothing. Ceres Control had twelve hundred people and one working antenna. "Try the Magellan," suggested Dr. Imre Kovacs. Kovacs had a wife on the Magellan; everybody knew that. Takahashi tried. A child answered.`,
    characters: ["Takahashi|Ensign Takahashi", "Imre Kovacs|Dr. Imre Kovacs|Kovacs"],
    notPeople: ["Ceres", "Ceres Control", "Magellan", "Static"],
  },
  {
    genre: "Science Fiction",
    text: `By the time Solveig reached Deck Nine the gravity was gone. She swam. Hollis was there already, hooked to a rail, reading. "You are late," Hollis told her. "January is late," said Solveig. "I am exactly on time." Out past the shield, the lights of Titan Harbor winked one after another.`,
    characters: ["Solveig", "Hollis"],
    notPeople: ["Deck Nine", "January", "Titan Harbor"],
  },
  {
    genre: "Mystery",
    text: `It was Friday when they found Colonel Ashdown in the maze, and Saturday before anyone told his wife. Superintendent Bly took the train from Paddington. "Who inherits?" asked Bly. "Miss Ashdown," said the solicitor, a damp man called Trew, "if Mr. Julian Ashdown is really dead." Rain. Always rain in Suffolk.`,
    characters: [
      "Colonel Ashdown",
      "Superintendent Bly|Bly",
      "Miss Ashdown",
      "Trew",
      "Julian Ashdown|Mr. Julian Ashdown",
    ],
    notPeople: ["Paddington", "Suffolk", "Rain", "Friday"],
  },
  {
    genre: "Mystery",
    text: `Detective Inés Carballo hated hotels. The Excelsior had eleven floors and, as of Tuesday, one corpse. "Room 612," said Officer Pratt. "Guest by the name of Viktor Dahl." Carballo knelt. Dahl's shoes were on the wrong feet. "Somebody dressed him, Pratt," she said.`,
    characters: ["Inés Carballo|Carballo", "Officer Pratt|Pratt", "Viktor Dahl|Dahl"],
    notPeople: ["Excelsior", "Tuesday"],
  },
  {
    genre: "Romance",
    text: `Savannah was hot, and so was Theo's temper. "Three months," he said. "Three months, Imogen." She had meant to write. She had meant to write from Lisbon, from Porto, from the wedding in Siena where Camille caught the flowers. Theo put his hat back on. Imogen took it off him again.`,
    characters: ["Theo", "Imogen", "Camille"],
    notPeople: ["Savannah", "Lisbon", "Porto", "Siena"],
  },
  {
    genre: "Romance",
    text: `Hank Dooley had never proposed to anybody before June. June Whitlow, that is; the month had nothing to do with it. He stood in the door of the Whitlow barn with his hat in his hands. "Well?" asked June. Old Mr. Whitlow coughed behind the hay. "Daddy," June said, "go inside."`,
    characters: ["Hank Dooley|Hank", "June Whitlow|June", "Mr. Whitlow"],
    notPeople: ["Daddy"],
  },
  {
    genre: "Horror",
    text: `Do not open the third door. Mrs. Vane had said it twice. Lottie opened it. Inside there was only a chair, and on the chair a doll in a yellow dress, and on the doll Lottie's own face. Footsteps sounded. "Now you are both here," said Mrs. Vane. Somewhere in Gallows Lane a dog began to scream.`,
    characters: ["Mrs. Vane", "Lottie"],
    notPeople: ["Gallows Lane", "Footsteps"],
  },
  {
    genre: "Horror",
    text: `The last entry in Father Corrigan's diary was dated All Souls' Day. Ash Wednesday had been crossed out. "It knows Latin," Bram read aloud. Jessamy took the book out of his hands. "It knows Bram," she said. Water ran somewhere under the floor of St. Jude's, and the water said: Jessamy.`,
    characters: ["Father Corrigan|Corrigan", "Bram", "Jessamy"],
    notPeople: ["Souls", "Ash Wednesday", "Latin", "St. Jude", "Jude"],
  },
  {
    genre: "Adventure",
    text: `They called the river the Old Liar. Ramón poled; Dr. Whitcombe bailed; the boy Tupa sang to the crocodiles. On the fourth day Whitcombe lost her hat, her temper and the compass, in that order. "North," said Tupa, and pointed. "South," said Ramón. Fever had made him cheerful.`,
    characters: ["Ramón", "Dr. Whitcombe|Whitcombe", "Tupa"],
    notPeople: ["Old Liar", "North", "South", "Fever"],
  },
  {
    genre: "Adventure",
    text: `Three ships lay in the roads off Port Mercy: the Anna Christina, the Fair Isabel and a black one without a name. Long Meg Teach counted their guns. "Forty," she told the bosun. Dutch Pieter shook his head. "Forty-four, Meg." A boat put off from the black ship. Meg loaded both pistols.`,
    characters: ["Meg Teach|Long Meg Teach|Meg|Long Meg", "Pieter|Dutch Pieter"],
    notPeople: ["Port Mercy", "Anna Christina", "Fair Isabel"],
  },
  {
    genre: "Historical Fiction",
    text: `Rome in August stinks. Livia held a cloth to her nose and let the slave girl, Chione, clear the way. "The Senate will wait," said her brother Decimus. "The Senate," Livia replied, "is already at Baiae." Behind them came a litter with the curtains drawn. Decimus knew whose it was. Everyone in the Subura did.`,
    characters: ["Livia", "Chione", "Decimus"],
    notPeople: ["Rome", "August", "Senate", "Baiae", "Subura"],
  },
  {
    genre: "Historical Fiction",
    text: `The telegram came to Ypres on a Sunday. Private Alfie Marsh could not read it, so Corporal Dunn did. "It's a girl," said Dunn. Alfie sat down in the mud. "Nellie wanted a girl," he said. The Germans sent over two shells, as they did at every noon. "Call her Peace," shouted Dunn.`,
    characters: ["Alfie Marsh|Alfie", "Corporal Dunn|Dunn", "Nellie"],
    notPeople: ["Ypres", "Sunday", "Germans", "Peace"],
  },
  {
    genre: "Contemporary",
    text: `The group chat had been silent since Thanksgiving. Then Mateo posted a picture of a dog. Yusra typed, deleted, typed again. "Whose?" she wrote. Ours, Mateo answered. Yusra looked at the word until the bus reached Lake Street. On Facebook her aunt Salma had already liked it.`,
    characters: ["Mateo", "Yusra", "Salma"],
    notPeople: ["Thanksgiving", "Lake Street", "Facebook"],
  },
  {
    genre: "Contemporary",
    text: `Coach Brennan blew the whistle. "Again!" Everybody groaned except Zadie Okafor, who never did. Zadie ran like somebody late for a train. Her father watched from the Subaru with the heater on. Mr. Okafor had been a sprinter once, in Lagos, before Boston, before everything. Coach glanced over at him.`,
    characters: ["Brennan|Coach Brennan", "Zadie Okafor|Zadie", "Mr. Okafor"],
    notPeople: ["Subaru", "Lagos", "Boston"],
  },
  {
    genre: "Contemporary",
    text: `"Wren's not eating," Mags told the vet. Wren, under the chair, growled. Dr. Osei got down on the floor in his good trousers. "Hello, Wren. Did somebody move house?" Somebody had; in October, from Leeds, after Colin. Mags blew her nose. The vet pretended to look for his pen.`,
    characters: ["Wren", "Mags", "Dr. Osei|Osei", "Colin"],
    notPeople: ["October", "Leeds"],
  },
  {
    genre: "Thriller",
    text: `Lockhart checked the mirror. The grey Volvo was still there. She left the ring road at Utrecht, doubled back, and dialled. "Pick up, Anselm." He picked up. "They know about Geneva," said Lockhart. Silence. Then Anselm Vogt, who had never raised his voice in eleven years, began to shout.`,
    characters: ["Lockhart", "Anselm Vogt|Anselm"],
    notPeople: ["Volvo", "Utrecht", "Geneva", "Silence"],
  },
  {
    genre: "Thriller",
    text: `Judge Delgado read the note twice. On the bench, under the flag, her hands did not shake. "Counsel will approach," she said. Marcus Webb approached; the prosecutor, Ms. Lindqvist, did too. "They have my son," Delgado whispered. Webb looked at the jury. Juror five was smiling. Lindqvist had gone white.`,
    characters: ["Judge Delgado|Delgado", "Marcus Webb|Webb", "Ms. Lindqvist|Lindqvist"],
    notPeople: ["Counsel", "Juror"],
  },
  {
    genre: "Western",
    text: `Noon came to Perdition with no shade in it. Ruth Ann Cobb tied her mule before the Cattlemen's Bank and went in with a shotgun. "Morning, Ruth Ann," said Mr. Sprague, the teller. "Morning, Eli." He had both hands up. "Where is Dawson?" she asked. Dawson was under the desk. Comanche Springs was a day's ride.`,
    characters: ["Ruth Ann Cobb|Ruth Ann|Ruth", "Mr. Sprague|Sprague|Eli", "Dawson"],
    notPeople: ["Perdition", "Cattlemen", "Comanche Springs", "Noon", "Morning"],
  },
  {
    genre: "Western",
    text: `Marshal Pike buried the Dutchman himself. Lonesome Bill held the hat. "Say something, Pike," said Bill. The marshal thought. Wind came off the Staked Plain and took the dust out of the shovel. "He was a poor shot," said Pike at last, "and I'm obliged to him." They rode on to Laredo.`,
    characters: ["Marshal Pike|Pike", "Bill|Lonesome Bill"],
    notPeople: ["Dutchman", "Staked Plain", "Laredo", "Wind"],
  },
  {
    genre: "Dystopian",
    text: `The Wall spoke at six. Good morning, Haven, it said. Juniper pulled the blanket over her ears. In the kitchen Grandmother Ash was boiling yesterday's tea. "They took the Lindens," said her brother Corvin. "All four." The Wall wished them a productive day. Juniper thought about Tobin Linden and his bad jokes.`,
    characters: ["Juniper", "Grandmother Ash|Ash", "Corvin", "Tobin Linden|Tobin"],
    notPeople: ["Wall", "Haven", "Lindens"],
  },
  {
    genre: "Dystopian",
    text: `Compliance Officer Renn had nice teeth. "Sit," he said. Mika sat. On the screen behind him the Chairman was opening a dam. "You taught a class, Mika. You taught, let me see, Shakespeare." Renn said it as one says the name of a disease. "To whom?" Mika looked at the dam. "To Zone Four," she said.`,
    characters: ["Renn|Officer Renn|Compliance Officer Renn", "Mika"],
    notPeople: ["Chairman", "Shakespeare", "Zone Four"],
  },
  {
    genre: "Comedy",
    text: `The wedding of Lady Arabella Snood was to begin at noon, and at eleven the vicar was up a tree. "Mr. Pottle," called Arabella, "do come down." "Not," said Mr. Pottle, "while that ostrich is in the county." Her fiancé, Boothby, went for a ladder. Boothby was always going for ladders. Kent was not used to this.`,
    characters: ["Lady Arabella Snood|Arabella Snood|Arabella", "Mr. Pottle|Pottle", "Boothby"],
    notPeople: ["Kent"],
  },
  {
    genre: "Comedy",
    text: `Gary the intern had set fire to the toaster again. "Statistically," said Deepa from Accounts, "it was somebody's turn." Mr. Blenkinsop came out of his office wearing one shoe. "Gary!" he roared. Gary waved the extinguisher. "Morning, Mr. B!" On the wall the Employee of the Month smiled down at them; it was the toaster.`,
    characters: ["Gary", "Deepa", "Mr. Blenkinsop|Blenkinsop"],
    notPeople: ["Accounts", "Employee", "Month", "Morning"],
  },
  {
    genre: "Drama",
    text: `After the funeral the two Misses Harkness divided the spoons. "You take Mother's," said Louisa. "I have no use for Mother's," said Constance. Their brother Edgar smoked at the window. All his life Edgar had smoked at that window. "Father wanted the house sold," he said, and both sisters put down their spoons. Spring was late.`,
    characters: ["Louisa", "Constance", "Edgar"],
    notPeople: ["Misses Harkness", "Mother", "Father", "Spring"],
  },
  {
    genre: "Drama",
    text: `Nobody sat in Yevgeny's seat. The orchestra tuned without him. At eight Maestro Ricci raised his stick, lowered it, and turned round. "Anna Pavlovna," he said, "play." She took her violin across the stage to the empty chair. Carnegie Hall had gone quiet. Ricci closed his eyes. Anna Pavlovna played.`,
    characters: ["Yevgeny", "Ricci|Maestro Ricci", "Anna Pavlovna|Anna"],
    notPeople: ["Carnegie Hall"],
  },
  {
    genre: "Open Genre",
    text: `Dear Cousin Bea, the house is sold. Monsieur Lacroix takes the keys on the first of July. I walked through every room and said goodbye to the stove. Do you remember how Grandpa Emil burned the Christmas goose? Emil laughed till he wept. Paris is grey. I remain your loving Clémence.`,
    characters: ["Cousin Bea|Bea", "Monsieur Lacroix|Lacroix", "Grandpa Emil|Emil", "Clémence"],
    notPeople: ["July", "Christmas", "Paris"],
  },
  {
    genre: "Open Genre",
    text: `The cat's name was Monday, because he was unwelcome. Monday slept on the scores; Monday walked through the paint. "He must go," Ottoline said every evening. Every evening Hugh agreed. Then one night Hugh did not come home from Highgate, and it was Monday who sat with Ottoline until it was light.`,
    characters: ["Ottoline", "Hugh", "Monday"],
    notPeople: ["Highgate"],
  },
  {
    genre: "Adventure",
    text: `Sergeant-Major Bhatt did not believe in maps. "Mr. Lyle," he told the new lieutenant, "the Hindu Kush has not read them." Lyle laughed, and slipped, and stopped laughing. Bhatt caught him by the strap. Far below, the Kunar roared. Behind them Jahan, the guide's boy, was eating an apple and admiring the view.`,
    characters: ["Bhatt|Sergeant-Major Bhatt", "Mr. Lyle|Lyle", "Jahan"],
    notPeople: ["Hindu Kush", "Kunar"],
  },
  {
    genre: "Horror",
    text: `It rained frogs on Maple Avenue, and Dale Purcell, sixty-one, retired, went out to sweep them up. "Dale," said the frog on the broom. He kept sweeping. At number nine the Hendersons' porch light came on. Mrs. Henderson had been dead since Labor Day. She lifted one hand, and Dale, because he was polite, lifted his.`,
    characters: ["Dale Purcell|Dale", "Mrs. Henderson"],
    notPeople: ["Maple Avenue", "Labor Day", "Hendersons"],
  },
];
