import type { Passage } from "./passage.ts";

/** The finder was tested and corrected with these. */
export const TUNED_PASSAGES: Passage[] = [
  {
    genre: "Fantasy",
    text: `Ysolde drew the sword they called Winterfang and laid it across her knees. "We cross the Mere of Glass at dawn," she said. Old Tam Reddick only grunted and went on mending his boot.

"At dawn," he agreed, "if the Queen's riders are not in Harrowgate before us."`,
    characters: ["Ysolde", "Tam Reddick|Tam"],
    notPeople: ["Winterfang", "Mere of Glass", "Harrowgate"],
  },
  {
    genre: "Fantasy",
    text: `Rain had come to Silverhold. In the Hall of Nine Doors, Lord Aurelian Thane waited with his daughter, Princess Ilse. Aurelian's hands shook; Ilse took one of them. "Father," she whispered, "the dwarves of Kar Doon will come. Borin gave his word."

Thunder answered from the Greywall Mountains.`,
    characters: ["Aurelian Thane|Lord Aurelian Thane|Aurelian", "Ilse|Princess Ilse", "Borin"],
    notPeople: ["Silverhold", "Kar Doon", "Greywall Mountains", "Hall of Nine Doors"],
  },
  {
    genre: "Science Fiction",
    text: `Commander Okonkwo let the Meridian drift. Beyond the glass hung Europa, white and cracked. "Any word from Mission Control?" asked Petrov.

"None," said Okonkwo. Lin Xiu tapped her console again. Earth was forty minutes away, and Mars had stopped answering in April.`,
    characters: ["Okonkwo|Commander Okonkwo", "Petrov", "Lin Xiu"],
    notPeople: ["Meridian", "Europa", "Mission Control", "Earth", "Mars", "April"],
  },
  {
    genre: "Science Fiction",
    text: `You step out of the airlock. Juno Vasquez is already there, her helmet under her arm. "Took you long enough," says Juno. Behind her Dr. Halvorsen argues with a technician about the reactor. The Concordat patrol docks on Tuesday; Vasquez knows it, and so does Halvorsen.`,
    characters: ["Juno Vasquez|Juno|Vasquez", "Dr. Halvorsen|Halvorsen"],
    notPeople: ["Concordat", "Tuesday"],
  },
  {
    genre: "Mystery",
    text: `Inspector Dunmore had not slept. The body in the library of Ashcombe House belonged to Sir Giles Pemberton, and Lady Pemberton refused to come down. "She blames the butler," said Constable Wicks.

"Everybody blames Hobbs," Dunmore replied. Outside, on the Dover road, a car had stopped.`,
    characters: [
      "Inspector Dunmore|Dunmore",
      "Sir Giles Pemberton|Giles Pemberton|Sir Giles",
      "Lady Pemberton",
      "Constable Wicks|Wicks",
      "Hobbs",
    ],
    notPeople: ["Ashcombe House", "Dover"],
  },
  {
    genre: "Mystery",
    text: `April knew Paris well enough to be lost in it. April Delacroix, private enquiries, said the card. She found Monsieur Fournel in a café near Montmartre, stirring his coffee to death. "Mademoiselle," he began, "my brother Luc has vanished." The Seine went by, grey as May could make it.`,
    characters: ["April Delacroix|April", "Monsieur Fournel|Fournel", "Luc"],
    notPeople: ["Paris", "Montmartre", "Seine", "May"],
  },
  {
    genre: "Romance",
    text: `Elizabeth had not meant to laugh. But Daniel Moreau had flour on his nose, and Beth, as her sister called her, could not help it. "What?" he asked.

"Nothing," said Elizabeth. Across the kitchen her sister Joanna rolled her eyes. "Lizzie, kiss him or give him a towel."`,
    characters: ["Elizabeth|Beth|Lizzie", "Daniel Moreau|Daniel", "Joanna"],
  },
  {
    genre: "Romance",
    text: `Hope was the last thing Nathaniel Cross expected in Hope Harbor. She stood by the ferry with two suitcases. "You must be Nate," she said. "I'm Grace Ellery. Your mother wrote to me."

Mrs. Cross had written to everybody. Nate picked up the heavier case. Grace smiled at him.`,
    characters: ["Nathaniel Cross|Nate|Nathaniel", "Grace Ellery|Grace", "Mrs. Cross"],
    notPeople: ["Hope", "Hope Harbor"],
  },
  {
    genre: "Horror",
    text: `Something moved in the walls of Blackthorn Manor. Silence followed. Then Agnes heard her name, quite close, in the voice of her dead twin, Edith. "Agnes," it said. "Let me in."

She ran. Mr. Crowe, the sexton, found her at daybreak on the steps of St. Brannoc's Church. God help us, he thought.`,
    characters: ["Agnes", "Edith", "Mr. Crowe|Crowe"],
    notPeople: ["Blackthorn Manor", "St. Brannoc's Church", "God", "Silence", "Brannoc"],
  },
  {
    genre: "Horror",
    text: `Darkness pooled in the stairwell. Whispers rose. Kowalski lifted the lantern; Reyes stood behind him, breathing through her teeth. "Tell me you saw that," Reyes hissed. Kowalski said nothing. Halloween had been three weeks ago, and the children's masks in the cellar at Harlan Mills were turning their heads.`,
    characters: ["Kowalski", "Reyes"],
    notPeople: ["Darkness", "Whispers", "Halloween", "Harlan Mills"],
  },
  {
    genre: "Adventure",
    text: `Captain Mara Voss brought the Gannet round under the lee of Skerry Island. "Reef her!" she shouted. Finn was already aloft. Mara watched him work, her one good eye narrowed against the spray. The captain trusted few men; she trusted Finn O'Rourke. Below, Jean-Luc was sick in a bucket.`,
    characters: ["Mara Voss|Mara|Captain Mara Voss", "Finn O'Rourke|Finn", "Jean-Luc"],
    notPeople: ["Gannet", "Skerry Island"],
  },
  {
    genre: "Adventure",
    text: `The map came from Lisbon and smelled of fish. Professor Abernathy spread it over the bonnet of the Land Rover. "Here," he said, "the Temple of Ixtal." Tomás laughed. "The Temple is a story for tourists, Professor." But Abernathy's granddaughter, Pip, had seen the second set of marks.`,
    characters: ["Professor Abernathy|Abernathy", "Tomás", "Pip"],
    notPeople: ["Lisbon", "Land Rover", "Temple of Ixtal", "Ixtal"],
  },
  {
    genre: "Historical Fiction",
    text: `In the spring of 1793 Étienne Rousselle came back to Nantes with another man's papers. Madame Rousselle knew him at once and said nothing. Their daughter Odile did not. "Citizen," she said, "the Committee sits at four." The French had a new calendar; August was gone.`,
    characters: ["Étienne Rousselle|Étienne", "Madame Rousselle", "Odile"],
    notPeople: ["Nantes", "Committee", "French", "August"],
  },
  {
    genre: "Historical Fiction",
    text: `Mr. and Mrs. Alderton dined at six. Their eldest, Charlotte Alderton, would not eat; their youngest, Kitty, ate for both. "Charlotte," said Mrs. Alderton, "Colonel Brandreth returns from India on Friday." Mr. Alderton turned a page of the Gazette. Charlotte put down her spoon.`,
    characters: [
      "Mr. Alderton",
      "Mrs. Alderton",
      "Charlotte Alderton|Charlotte",
      "Kitty",
      "Colonel Brandreth|Brandreth",
    ],
    notPeople: ["India", "Friday", "Gazette"],
  },
  {
    genre: "Contemporary",
    text: `Priya's phone buzzed. Mum again. She turned it over on the table in the Starlight Diner and looked at Marcus. "Your turn," Marcus said. Outside, Austin baked; even the buses on Congress Avenue seemed to sweat. "I got the job," said Priya. "In Seattle. I start Monday."`,
    characters: ["Priya", "Marcus"],
    notPeople: ["Starlight Diner", "Austin", "Congress Avenue", "Seattle", "Monday", "Mum"],
  },
  {
    genre: "Contemporary",
    text: `Austin was late, as always. Dakota had ordered for both of them. "Sorry, sorry," said Austin, dropping his bag. "Chelsea kept me." Dakota raised an eyebrow. Chelsea was his boss, his landlady and, since March, his problem.`,
    characters: ["Austin", "Dakota", "Chelsea"],
    notPeople: ["March"],
  },
  {
    genre: "Thriller",
    text: `Agent Sloane counted the exits. Two. The Swiss had promised three. "Keller is inside," murmured the voice in her ear. "So is the Russian." Sloane adjusted her scarf and crossed the lobby of the Hotel Bellevue. Volkov saw her first. He smiled, raised his glass and mouthed her name: Rachel.`,
    characters: ["Sloane|Agent Sloane|Rachel", "Keller", "Volkov"],
    notPeople: ["Swiss", "Russian", "Hotel Bellevue", "Bellevue"],
  },
  {
    genre: "Thriller",
    text: `The call came from Langley at 3 a.m. Deputy Director Hargreave listened, wrote one word on her pad and hung up. Nightjar. Operation Nightjar had been buried in Vienna with Tobias Lenz. "Get me Ruiz," she told the duty officer. Ruiz arrived in his socks. "Lenz is alive," said Hargreave.`,
    characters: ["Hargreave", "Tobias Lenz|Lenz", "Ruiz"],
    notPeople: ["Langley", "Nightjar", "Operation Nightjar", "Vienna"],
  },
  {
    genre: "Western",
    text: `Sheriff Amos Tully walked down the middle of Main Street with his hands where everyone could see them. In front of the Silver Dollar Saloon stood Doc Prentiss and the Calloway boys. "Jesse," Tully called, "put it down." Jesse Calloway spat. His brother Wade laughed. Dry Creek held its breath.`,
    characters: ["Amos Tully|Tully", "Doc Prentiss|Prentiss", "Jesse Calloway|Jesse", "Wade"],
    notPeople: ["Main Street", "Silver Dollar Saloon", "Dry Creek"],
  },
  {
    genre: "Western",
    text: `Dust rose over Abilene. The Kid rode in on a mare named Sweetwater, and Abilene shut its windows. Only Widow Harlan stayed on her porch. "Texas is that way," said Mrs. Harlan, and pointed with the shotgun. "So is Hell," the Kid answered, politely enough.`,
    characters: ["Mrs. Harlan|Widow Harlan", "Kid|the Kid"],
    notPeople: ["Abilene", "Texas", "Hell"],
  },
  {
    genre: "Dystopian",
    text: `Citizen 4411 had a name once: Tamsin. She whispered it every night after the lights of Sector Nine went out. In the next bunk Oren whispered his. The Ministry of Quiet listened for such things. On Founders' Day a Warden called Strake stopped at her bunk and said, very softly, "Tamsin."`,
    characters: ["Tamsin", "Oren", "Strake"],
    notPeople: ["Sector Nine", "Ministry of Quiet", "Founders"],
  },
  {
    genre: "Dystopian",
    text: `Water was rationed on Thursdays. Ezra Quill stood in line before the Dome with his sister's jar. "Quill," said the guard, "your card's expired." Behind him, Mother Oduya began to sing, and the whole of New Carthage took it up. The guard, whose name was Pell, looked at his boots.`,
    characters: ["Ezra Quill|Quill", "Mother Oduya|Oduya", "Pell"],
    notPeople: ["Dome", "New Carthage", "Thursdays"],
  },
  {
    genre: "Comedy",
    text: `Well, said Uncle Monty, that was the cake. The cake slid off the piano. Aunt Prudence screamed; Gerald, who had been asleep, applauded. "Bravo!" Gerald cried. Oh dear, thought Winifred. Lord Fluffington, the cat, was already eating the bride and groom.`,
    characters: ["Uncle Monty|Monty", "Aunt Prudence|Prudence", "Gerald", "Winifred", "Lord Fluffington"],
  },
  {
    genre: "Comedy",
    text: `Nobody in Little Snoring had ever stolen a swan before. PC Trott wrote this down. "And you are?" he asked.

"Barnaby Finch-Hatton," said Barnaby. "This is Derek." Derek hissed. "Derek is the swan." Good heavens, thought Trott. He had been promised that Norfolk was quiet. Christmas was coming, too.`,
    characters: ["Trott|PC Trott", "Barnaby Finch-Hatton|Barnaby", "Derek"],
    notPeople: ["Little Snoring", "Norfolk", "Christmas"],
  },
  {
    genre: "Drama",
    text: `Nora folded the letter twice. "He isn't coming," she said. Her husband, Tomasz, kept his eyes on the soup. "Did he say why?"

"Because of you. Because of Gdansk. Because it is December." She sat down. Wojtek's chair stayed empty between them, as it had since Easter.`,
    characters: ["Nora", "Tomasz", "Wojtek"],
    notPeople: ["Gdansk", "December", "Easter"],
  },
  {
    genre: "Drama",
    text: `Florence had been born in Florence, which she thought vulgar of her parents. "Call me Flo," she told the new tenant. Mr. Adeyemi bowed. "Then I am Tunde." Upstairs somebody dropped a pan; it was Ruth, it was always Ruth. "My daughter," Flo explained.`,
    characters: ["Florence|Flo", "Mr. Adeyemi|Adeyemi|Tunde", "Ruth"],
  },
  {
    genre: "Open Genre",
    text: `The radio said Victoria was closed, so Imani walked from Waterloo. At the corner of Baker Street a man was selling umbrellas. "Rain by noon," he promised. Imani bought one. "What's your name?" she asked. "Ferdinand," he said, "but Ferdie will do." English rain fell on both of them.`,
    characters: ["Imani", "Ferdinand|Ferdie"],
    notPeople: ["Victoria", "Waterloo", "Baker Street", "English"],
  },
  {
    genre: "Open Genre",
    text: `You are the keeper of Harrow Light, and tonight the lamp will not burn. Below in the cove, lanterns swing. "Smugglers," breathes Wren, your apprentice. You put a hand on Wren's shoulder. Somewhere out there the Bonny Mary is looking for your light, and aboard her is Silas Penhallow.`,
    characters: ["Wren", "Silas Penhallow"],
    notPeople: ["Harrow Light", "Bonny Mary"],
  },
  {
    genre: "Adventure",
    text: `D'Artagnan would have laughed, thought Bastien. Three against one, and the one was Sister Marguerite. She broke a stool over the first man. "Run, boy!" she roared. Bastien ran. Behind him Brother Anselm was praying at the top of his voice and swinging a candlestick.`,
    characters: ["Bastien", "Sister Marguerite|Marguerite", "Brother Anselm|Anselm"],
  },
  {
    genre: "Science Fiction",
    text: `ARIA dimmed the lights. "Good evening, Theo," the ship said. Theo Brandt hated when it said that. On Kepler Station they had warned him about the Lazarus, about its voice. "Where is Ngozi?" he asked. Ngozi's cabin stood open. Her boots were there. Her helmet was not.`,
    characters: ["Theo Brandt|Theo", "Ngozi"],
    notPeople: ["Kepler Station", "Lazarus"],
  },
  {
    genre: "Fantasy",
    text: `Ash fell on the Vale. Thorn knelt beside the body of the Green Knight and closed his eyes. "He was my brother," he said to nobody. Nobody but Maerwyn, who had come up the hill without a sound. Maerwyn's staff glowed. "They are all your brothers, Thorn," she said. "That is the trouble."`,
    characters: ["Thorn", "Maerwyn"],
    notPeople: ["Vale", "Ash"],
  },
  {
    genre: "Mystery",
    text: `Miss Tansy Bell ran the post office in Upper Wallop and knew what everyone got. So when the Reverend Mr. Pym was found in the organ pipes, the police came to Tansy. "Letters from Brussels," she told Sergeant Munro, "every Wednesday." Munro licked his pencil. "From a lady?" "From a Mr. Lamb."`,
    characters: [
      "Tansy Bell|Miss Tansy Bell|Tansy",
      "Mr. Pym|Pym|Reverend Mr. Pym",
      "Sergeant Munro|Munro",
      "Mr. Lamb|Lamb",
    ],
    notPeople: ["Upper Wallop", "Brussels", "Wednesday"],
  },
];
