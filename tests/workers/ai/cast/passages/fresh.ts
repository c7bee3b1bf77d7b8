import type { Passage } from "./passage.ts";

/** Written last. Their first score was a precision of 0.974 and a recall of 0.860. */
export const FRESH_PASSAGES: Passage[] = [
  {
    genre: "Fantasy",
    text: `The bridge at Tollen had a troll under it, and the troll had a lawyer. "My client," said Mistress Vexley, "is owed nine goats." Garrick counted on his fingers. Behind him Fenna the Younger was already tuning her lute. "Nine," Garrick agreed. The troll, whose name was Umber, wept with relief.`,
    characters: ["Mistress Vexley|Vexley", "Garrick", "Fenna", "Umber"],
    notPeople: ["Tollen"],
  },
  {
    genre: "Science Fiction",
    text: `Cargo Master Oyelaran signed for the crates. "Sixteen," he said. "Fifteen," said Bex. They both looked at the empty place in the row. Docking Bay C was cold; the Halcyon was venting again. "Captain Iwu is going to kill us," said Bex. Oyelaran shook his head. Iwu would do worse: she would sigh.`,
    characters: ["Oyelaran|Master Oyelaran|Cargo Master Oyelaran", "Bex", "Captain Iwu|Iwu"],
    notPeople: ["Docking Bay", "Halcyon"],
  },
  {
    genre: "Mystery",
    text: `Mr. Septimus Crane kept bees and secrets. On Monday the bees were dead. Crane showed Sergeant Lovelace the hives without a word. "Poison?" asked Lovelace. "Jealousy," said a voice from the lane. It was Mrs. Dace, from the Rectory, with a basket of plums from Evesham.`,
    characters: ["Septimus Crane|Mr. Septimus Crane|Crane", "Sergeant Lovelace|Lovelace", "Mrs. Dace"],
    notPeople: ["Monday", "Rectory", "Evesham", "Jealousy"],
  },
  {
    genre: "Romance",
    text: `Wyatt smelled of rain and saddle soap. "You came back," said Delphine. "Denver didn't suit me." She laughed, then remembered she was engaged to his brother. Cole would be home from Cheyenne by Sunday. Wyatt looked at the ring. "Cole has good taste," he said quietly.`,
    characters: ["Wyatt", "Delphine", "Cole"],
    notPeople: ["Denver", "Cheyenne", "Sunday"],
  },
  {
    genre: "Horror",
    text: `In the photograph there were five of them; in the cabin there were six. Ingrid counted again. Lasse, Tove, the twins, herself. "Who took it?" whispered Tove. Snow pressed against the glass. Something in the loft cleared its throat. "Lasse," said Ingrid, very slowly, "don't turn round." Norway had gone dark.`,
    characters: ["Ingrid", "Lasse", "Tove"],
    notPeople: ["Snow", "Norway"],
  },
  {
    genre: "Adventure",
    text: `Lord Peverell's balloon came down in Samarkand, in the middle of a wedding. "Smile," he told his niece. Beatrix smiled. The groom, a wrestler called Rustam, lifted the basket with one hand. "English?" he asked. "Only on my father's side," said Beatrix. Peverell had fainted into the rice.`,
    characters: ["Lord Peverell|Peverell", "Beatrix", "Rustam"],
    notPeople: ["Samarkand", "English"],
  },
  {
    genre: "Historical Fiction",
    text: `Dame Alys kept the accounts of Thornbury Priory in a hand like barbed wire. When Prior Walter died in Lent, she alone knew what was owed to the Fuggers. "Sister," said young Edith, "the Bishop's men are at the gate." Alys blew on the ink. "Let the Bishop's men wait, Edith."`,
    characters: ["Dame Alys|Alys", "Prior Walter|Walter", "Edith"],
    notPeople: ["Thornbury Priory", "Lent", "Fuggers"],
  },
  {
    genre: "Contemporary",
    text: `Jordan had never been to Jordan, and was tired of the joke. "Window or aisle?" asked the woman at the desk. Her badge said Pilar. "Window," said Jordan. Behind the glass the rain was doing what it does at Heathrow. Keisha texted: where are u. Pilar slid the boarding pass across.`,
    characters: ["Jordan", "Pilar", "Keisha"],
    notPeople: ["Heathrow"],
  },
  {
    genre: "Thriller",
    text: `Nobody at the Consulate used real names. The man across the table was Mr. Green today. "Dr. Farrokhzad is ready to move," said Green. Halloran lit a cigarette he did not want. "And Lidia?" Green said nothing. Istanbul hummed below the window. Halloran had known Lidia since Trieste.`,
    characters: ["Mr. Green|Green", "Dr. Farrokhzad|Farrokhzad", "Halloran", "Lidia"],
    notPeople: ["Consulate", "Istanbul", "Trieste"],
  },
  {
    genre: "Western",
    text: `Cactus Jack Rudabaugh had died twice already. So when he walked into Purdy's store at Bitter Wells, nobody screamed; Miss Adelaide only reached under the counter. "Jack," she said. "Addie." He took off his hat. Sam Purdy, who had buried him in March, sat down on a keg of nails.`,
    characters: [
      "Jack Rudabaugh|Cactus Jack Rudabaugh|Jack",
      "Miss Adelaide|Adelaide|Addie",
      "Sam Purdy|Purdy",
    ],
    notPeople: ["Bitter Wells", "March"],
  },
  {
    genre: "Dystopian",
    text: `They gave out the names in Year Nine. Hers was Obedience. At home, with the taps running, her mother called her Lark. "Lark," she said now, through the fence, "tell them nothing." The guards of Camp Meridian laughed. One of them, a boy named Teague, did not. Lark remembered that, later.`,
    characters: ["Lark", "Teague"],
    notPeople: ["Year Nine", "Obedience", "Camp Meridian"],
  },
  {
    genre: "Comedy",
    text: `Professor Plumley had lost the Duke's tortoise. "Lost?" said Hortensia. "Mislaid," said Plumley. It was Ascot week, and the Duke of Wexmouth was due at four. Under the sideboard something chewed. "Geoffrey?" called Hortensia. The chewing stopped. Geoffrey put his head out, with a mouthful of the best Axminster.`,
    characters: ["Professor Plumley|Plumley", "Hortensia", "Duke of Wexmouth|the Duke", "Geoffrey"],
    notPeople: ["Ascot", "Axminster"],
  },
  {
    genre: "Drama",
    text: `When Rosalind came into the ward her father was asleep. Dr. Banerjee stood at the foot of the bed. "He asked for Philip," she said. Philip had been dead for twenty years. Rosalind took off her gloves. "Then today," she said, "I am Philip." Outside, London went on being London.`,
    characters: ["Rosalind", "Dr. Banerjee|Banerjee", "Philip"],
    notPeople: ["London"],
  },
  {
    genre: "Open Genre",
    text: `There is a clock in Halden Square that runs backwards. Mirek winds it. Every night he climbs the hundred stairs, and every night old Zuzana calls up from her window, "What time was it, Mirek?" He tells her. Once, in November, he told her the truth. Zuzana did not speak to him until Candlemas.`,
    characters: ["Mirek", "Zuzana"],
    notPeople: ["Halden Square", "November", "Candlemas"],
  },
];
