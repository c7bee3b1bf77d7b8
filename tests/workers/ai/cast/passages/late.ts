import type { Passage } from "./passage.ts";

/**
 * Written to check on other texts the rules that the longer passages led to, and used to correct them since. Their
 * first score was a precision of 0.907 and a recall of 0.915; that of the last eight, written at the end, 1.000 and
 * 0.950.
 */
export const LATE_PASSAGES: Passage[] = [
  {
    genre: "Fantasy",
    text: `Sorrel had never stolen a river before. "It's all in the wrist," said Thistledown, who was sitting on the bank with his feet in it. He had no wrists to speak of. Behind them the water-wheel of Nether Quoyle turned and turned. "What did the king say exactly?" "He said, bring me the Elver." "He meant the sword," Sorrel said. "The sword is called the Elver too." Thistledown thought about it. "Well, he should have been clearer."

They bottled it at midnight. Magus Orrin Vale had lent her the bottle and would want it back by Lammas. It was surprisingly heavy for a thing that size. Halfway up the Giant's Stair it began to talk. It wanted to know where the trout were. "Hush," said Sorrel. Somewhere ahead a lantern swung, and a woman's voice called out for the password; that would be Brannoch, or Brannoch's sister, the one with the dogs. "Otter," Sorrel tried. "Wrong," said the voice cheerfully. "It's been Heron since Sunday."`,
    characters: ["Sorrel", "Thistledown", "Orrin Vale|Magus Orrin Vale", "Brannoch"],
    notPeople: ["Nether Quoyle", "Elver", "Lammas", "Giant's Stair", "Giant", "Otter", "Heron", "Sunday"],
  },
  {
    genre: "Science Fiction",
    text: `The colonists called the planet Patience, because that was what it took. Dr. Wilhelmina Osei had been there for eleven years and had seen the sun six times. "Seven," said Quist, who kept count. She let it go. On the bench between them the sample moved. It was not supposed to. "Did you see that?" Quist asked. Osei had already hit the seal. Down in Hydroponics the lights went amber; she could picture Bram and the twins dropping their trays and running for the lock.

"Control, this is Lab Two," she said. "We have a mover." There was a long crackle. Somebody at Control, it sounded like Ferreira, told her to repeat that. She repeated it. "Mina," said Ferreira, in quite a different voice, "have you touched it?" Quist was looking at his glove. It had a hole in it you could hardly see. Outside, over Mount Disappointment, over the long grey beaches and the wreck of the Caravel, the clouds were parting. "Eight," Quist whispered, and he turned up his face to it like a flower.`,
    characters: ["Dr. Wilhelmina Osei|Wilhelmina Osei|Osei|Mina|Dr. Osei", "Quist", "Bram", "Ferreira"],
    notPeople: ["Patience", "Hydroponics", "Control", "Lab Two", "Lab", "Mount Disappointment", "Caravel"],
  },
  {
    genre: "Mystery",
    text: `The body in the font was wearing somebody else's shoes. "Size eleven," said Constable Meek. "Canon Ferris was a seven." He wrote that down. Sergeant Dilys Prothero wished that he would stop saying it out loud, with Mrs. Ferris sitting there in the front pew in her gardening hat. But Mrs. Ferris did not appear to be listening. She was reading the hymn board. "Four hundred and six," she said. "We never have four hundred and six in Advent."

Dilys looked. Then she sent Meek for the hymn book. It took him a while; it was Evensong in an hour and Mr. Pugh had locked the vestry. Number four hundred and six was for those in peril on the sea. "He couldn't swim," Mrs. Ferris remarked. "Poor Edmund. He was frightened even of the bath." From up in the loft, where nobody should have been, came a long low note on the organ. "That'll be Gethin," said Meek. "He comes to practise." Dilys was running. Gethin Pugh, as everybody in Llanfair Bychan could have told you, took a size eleven.`,
    characters: [
      "Constable Meek|Meek",
      "Canon Ferris|Edmund|Ferris",
      "Sergeant Dilys Prothero|Dilys Prothero|Dilys|Prothero",
      "Mrs. Ferris",
      "Mr. Pugh",
      "Gethin Pugh|Gethin",
    ],
    notPeople: ["Advent", "Evensong", "Llanfair Bychan", "Number"],
  },
  {
    genre: "Romance",
    text: `Anneliese had been sent to Corfu to close a hotel, not to fall off its roof. The man who caught her was called Spiro, and he was holding a paint tin at the time. "You are orange," he told her, setting her down. She was. So was her one good suit. "I'm from Head Office," said Anneliese, with as much dignity as she could. Spiro laughed until he had to sit on the wall.

He ran the bar; his grandmother ran everything else. Kyria Eftychia was about four feet tall and had buried three husbands. She walked round Anneliese twice, pinched her arm and said something in Greek. "She says that you should eat," said Spiro. It had been a longer sentence than that. In the evening, when the generator had failed and the stars came out over Albania like spilled salt, Anneliese took out the letter from Mr. Lockhart and read it one more time. Closure by the thirty-first. She folded it very small. "Spiro," she said, "how much would it cost to mend the roof?" Eftychia, at the stove, began to hum.`,
    characters: ["Anneliese", "Spiro", "Kyria Eftychia|Eftychia", "Mr. Lockhart|Lockhart"],
    notPeople: ["Corfu", "Head Office", "Greek", "Albania", "Closure"],
  },
  {
    genre: "Horror",
    text: `We weren't to go past the second gate. That was Uncle Silas's rule, the only one he had. Birdie broke it on the first day. I found her standing in the long field with her arms out, and all around her, quite still, in rows, stood the others. They had been people once. "That's Mr. Tanner," said Birdie. "That's the postman." She was right. You could tell from the hat.

"Come away," I whispered. Nothing moved. A crow came down on Mr. Tanner, and looked at us, and went off again with something in its beak. "They only want company," my sister said in the voice she uses for dolls. Then a bell rang up at the house, and every one of those heads of straw turned round towards it. Silas was on the porch. He had no face at that distance, only the white of his shirt. "Wilf," he called. "Wilfred, is your sister with you?" And I, God forgive me, I looked for her in all those rows, and I couldn't have said which one was Birdie.`,
    characters: ["Uncle Silas|Silas", "Birdie", "Mr. Tanner", "Wilf|Wilfred"],
    notPeople: ["God"],
  },
  {
    genre: "Adventure",
    text: `"Never trust a map drawn by a Portuguese," said Captain Isaura Teixeira, who was one. She turned it the other way up. The island was still not on it. From the crow's nest Monkey shouted down that it was, though, on the sea: two points off the bow, green as a lime, with smoke coming out. Mr. Cheng went for the guns. Little by little the Santa Rita came round.

"If it's Morgan's island," Cheng said, "then there'll be Morgan's dogs on it." "Dogs don't live for a hundred years." "These do." Isaura laughed, but she crossed herself under her coat. She had seen the teeth marks on Dom Afonso. They put the boat down at noon. Four went: the captain, Cheng, Monkey for his eyes and a sailmaker named Halfdan, who was too big to be argued with. The sand was black. There wasn't a bird. "Smoke's gone," Halfdan said. So it had. Then, among the trees, not very far off, something large and patient shook itself, and they all heard quite distinctly the jingle of a collar.`,
    characters: [
      "Captain Isaura Teixeira|Isaura Teixeira|Isaura|Teixeira",
      "Monkey",
      "Mr. Cheng|Cheng",
      "Morgan",
      "Dom Afonso|Afonso",
      "Halfdan",
    ],
    notPeople: ["Portuguese", "Santa Rita", "Rita", "Smoke"],
  },
  {
    genre: "Historical Fiction",
    text: `In the third year of the siege they ate the elephants. Tullia remembered the elephants: Ajax, who was gentle, and Old Hannibal, who wasn't. Her brother Gnaeus brought home a piece of one of them in a cloth. "Don't ask me which," he said. Nobody asked. Their mother cooked it with the last of the cumin, and the slave, a Numidian called Massiva, took his share outside and buried it.

"You are a fool," Gnaeus told him. Massiva went on smoothing down the earth. "He carried my father," he said at last. That was the evening that the Carthaginians came to talk. Tullia watched from the wall as the gate was opened by a hand's breadth and out went the consul, very small, in his good cloak, with Decimus Varro beside him to do the Greek. It didn't take long. Varro came back alone. He had the consul's cloak over his arm. "What do they want?" people called to him. "Decimus! What did they say?" He looked up at the wall until he found her there. "Tullia," he said. "They want you."`,
    characters: [
      "Tullia",
      "Gnaeus",
      "Massiva",
      "Decimus Varro|Varro|Decimus",
      "Ajax",
      "Hannibal|Old Hannibal",
    ],
    notPeople: ["Numidian", "Carthaginians", "Greek"],
  },
  {
    genre: "Contemporary",
    text: `Group meets in the basement of St. Brendan's, Wednesdays at seven. There are nine of us if you count Ray, and Ray counts himself. I'm Jo. I don't say a lot. "Who wants to begin?" asks Hyacinth, who isn't a therapist, she's very clear on that, she is a facilitator. Nobody wants to. Then Desmond puts up his hand. He always does. Desmond's wife left him for a man who builds ponds.

"I saw her in Tesco," says Desmond. There's a sort of groan. Ray says, "Mate." Ling pushes the biscuits at him. It's custard creams this week; last week Mrs. Obuya brought a whole Victoria sponge and wept into it, and we ate it anyway. "And what did you do?" Hyacinth asks. He'd hid behind the cereal. He'd hid there for twenty minutes and read every word on the back of the Shreddies. I'm thinking, that's the first thing I've ever really understood about him. So I put my hand up. Everyone turns to look at me. Even Ray. "It's okay, Jo," says Ling. "My name's Joanna," I say, "and I've done the exact same thing."`,
    characters: ["Ray", "Jo|Joanna", "Hyacinth", "Desmond", "Ling", "Mrs. Obuya"],
    notPeople: ["St. Brendan", "Brendan", "Wednesdays", "Tesco", "Victoria", "Shreddies", "Mate", "Group"],
  },
  {
    genre: "Thriller",
    text: `Every exchange on the Baltic cable ran through a hut on Gotland, and inside the hut was Sixten Lund with a sandwich. He didn't hear the boat. He heard the dog stop barking. "Who's there?" he said in Swedish, and then, because it seemed polite, in English. The woman in the doorway took off her mask. "Hello, Sixten." He put down the sandwich. "They told me that you drowned," said Lund.

"Twice." Marika came in and shut the door. Behind her was a boy with a rifle whom she called Jonas, and a man with no gun at all, and he was the one to be afraid of. Lund knew him from a photograph: Aleksandr Brandt, late of the Stasi, late of Moscow, late of pretty much everywhere. "We need nine minutes on Pair Four," said Brandt. "And then?" Brandt took the other half of the sandwich. "Then it's Christmas, Herr Lund. For everybody, everywhere. No lights, no banks. Silent night." Jonas giggled. Marika wasn't laughing, and Sixten saw that her hand, the one that Brandt couldn't see, was open and held out to him.`,
    characters: ["Sixten Lund|Lund|Sixten|Herr Lund", "Marika", "Jonas", "Aleksandr Brandt|Brandt"],
    notPeople: [
      "Baltic",
      "Gotland",
      "Swedish",
      "English",
      "Stasi",
      "Moscow",
      "Pair Four",
      "Pair",
      "Christmas",
    ],
  },
  {
    genre: "Western",
    text: `Nobody knew what Temperance Gault did with the money. She took the payroll off the Union Pacific at Dry Creek, and again at Bitter Creek, and the third time the company sent Virgil Stamp. "She's five foot one," said the agent at Laramie. "How hard can it be?" Stamp looked at the man's arm, which was in a sling, and did not reply.

He caught her up in the Medicine Bow, in snow, at a fire. She'd been expecting him, it seemed; there were two cups. "You're Ada Stamp's boy," Temperance said. He had thought of a number of things that she might say and that wasn't one. "You knew my mother?" "I knew her in Abilene. She'd have been ashamed of that hat." Snow hissed in the coals. Virgil sat down. It was the biscuits that did it, he told Marshal Teague afterwards, though Teague never believed him. The biscuits and the list. It was a long list and it was in two hands, and the second hand he'd have known anywhere. Widows, mostly. Beside each name was a sum.`,
    characters: [
      "Temperance Gault|Temperance",
      "Virgil Stamp|Stamp|Virgil",
      "Ada Stamp|Ada",
      "Marshal Teague|Teague",
    ],
    notPeople: [
      "Union Pacific",
      "Dry Creek",
      "Bitter Creek",
      "Laramie",
      "Medicine Bow",
      "Abilene",
      "Widows",
      "Snow",
    ],
  },
  {
    genre: "Dystopian",
    text: `The Ministry of Weather regretted the rain. It regretted it hourly, through the speakers, in the voice of a woman who had been dead since the Consolidation. Ilya had known her. She was called Petra Hollin and she'd had a lisp, which they had taken out. "Ilya, you're doing it again," said Juno. He was mouthing along. He stopped.

The queue moved up by one. At the window Clerk Nakamura stamped cards; at the other window nobody stamped anything, and there was a queue for that as well. "When I get to the front," Juno said, "I'm going to ask him for snow." "They'll put you in the Quiet." "It'd be worth it." She was seventeen and had never seen any. Ilya had. He remembered Petra in it, with her mouth open, that last winter in Old Novgorod before it had a number. He should have told Juno then. He should have said, you have her chin. "Next," said Nakamura. "Name?" "Juno Hollin," said the girl, and overhead, between one regret and another, the voice seemed to catch.`,
    characters: ["Ilya", "Petra Hollin|Petra", "Juno|Juno Hollin", "Nakamura|Clerk Nakamura"],
    notPeople: [
      "Ministry of Weather",
      "Ministry",
      "Weather",
      "Consolidation",
      "Quiet",
      "Old Novgorod",
      "Novgorod",
    ],
  },
  {
    genre: "Comedy",
    text: `It was Gavin's idea to hire a llama. It was always Gavin's idea. "For gravitas," he explained. The best man, the florist and both of the mothers looked at it. The llama looked at the florist. It was called Consuela, according to the man who'd brought it, and it had been in a music video. "Does it bite?" asked Aunt Philippa. "No," said the man, whose name was Baz, and who had a bandage on each hand.

Cressida arrived at two in a cloud of tulle. She saw Consuela and stopped. "Gavin," she said. There are a great many ways of saying Gavin; Tom had heard most of them since Cambridge, but that one was new. He stepped in front of the groom. "It's for the photos, Cress. It's ironic." "Is it?" said Cressida. "Is it, Tom?" The vicar, the Reverend Lionel Purslow, who had been enjoying himself more than he had at any wedding since the one with the swan, leaned over to the organist. "Play something," he murmured. "Quickly, Doreen." Consuela was eating the bouquet.`,
    characters: [
      "Gavin",
      "Aunt Philippa|Philippa",
      "Baz",
      "Cressida|Cress",
      "Tom",
      "Lionel Purslow|Reverend Lionel Purslow|Purslow",
      "Doreen",
      "Consuela",
    ],
    notPeople: ["Cambridge"],
  },
  {
    genre: "Drama",
    text: `Visiting was at three. Xiomara brought the shirts, as she'd brought them every other Saturday for nine years, and the guard, whose name was Delroy and who had two girls at her school, did not unfold them any more. "He's in a mood," said Delroy. She knew that. It was the anniversary. In the room with the bolted chairs her son sat with his hands flat on the table. "You came," said Ignacio. "Did you think that I wouldn't?"

He shrugged. He'd got thin. He asked after the dog, after Mrs. Papadakis, after the Mets. He did not ask after his brother; so she said it for him. "Rubén's getting married, Nacho. In the fall." The hands moved a little on the table. "To Celeste?" "To Celeste." For a while there was only the drinks machine. Then Ignacio laughed, not in a bad way. It was how he used to laugh as a boy, on the stoop on Fulton Street, when Rubén did his impression of Father Moynihan. "Tell him," he began, and couldn't, and tried it again. "You tell him from me that he'd better dance."`,
    characters: [
      "Xiomara",
      "Delroy",
      "Ignacio|Nacho",
      "Mrs. Papadakis",
      "Rubén",
      "Celeste",
      "Father Moynihan|Moynihan",
    ],
    notPeople: ["Saturday", "Mets", "Fulton Street", "Visiting"],
  },
  {
    genre: "Fantasy",
    text: `You have been apprenticed to Mother Nettle for a year and a day, and you still can't make the broom stand up. "It's because you look at it," says Pike. He's the other apprentice. His stands up, sweeps, and has once been sent to market. Mother Nettle is at the window with the moon on her spectacles; she doesn't turn round. "Someone is on the Drove Road," she says. "Someone with iron."

Pike stops grinning. It isn't done to bring iron up here, not since the Treaty. You go to the glass. Far down, between the black hedges, a light is climbing, and you know at once, by the limp of it, that it's Jessamy, your own sister, who swore at Candlemas never to speak to you again. "Do we let her in?" Pike asks. He's asking you. They both are. Behind you there's a dry scrape on the flags. The broom has got up by itself. It's leaning toward the door, like a hound; and Nettle has taken off her spectacles. "Now that," she says, "is a very different kind of magic."`,
    characters: ["Mother Nettle|Nettle", "Pike", "Jessamy"],
    notPeople: ["Drove Road", "Treaty", "Candlemas"],
  },
  {
    genre: "Open Genre",
    text: `There are two kinds of people in Bellhaven, those who have spoken to the whale and those who say they haven't. Constance Eberhardt said that she hadn't. She said it in the post office, rather loudly, on the first of May, and after that of course everyone knew. "What was it like?" Rosalind asked her at the pump. Constance filled up her can. "It wants to know," she said, "who's been throwing the pianos in."

That was Arturo. Everyone knew that as well. He had begun with the upright from the school and gone on to the Steinway; he was building something down there, Magnus the diver said, with rooms. Nobody had liked to ask. In the end it was Rosalind who went, at low tide, in Magnus's second-best suit. She was gone for an hour and nine minutes. When they got the helmet off she was smiling. "Well?" said Arturo. His cap was in his hands. "It likes the Steinway," said Rosalind. "It would like it tuned." Arturo sat down on the shingle and wept, and far out past the Needles something enormous played, with one flipper, a chord.`,
    characters: ["Constance Eberhardt|Constance", "Rosalind", "Arturo", "Magnus"],
    notPeople: ["Bellhaven", "May", "Steinway", "Needles"],
  },
  {
    genre: "Fantasy",
    text: `You push the door of the Drowned Rat open with your shoulder. It's busy. At the far table a dwarf called Grum Ironhand is losing at dice to a girl in a green hood; that'll be Sparrow. "Sit," says Grum. You sit. Sparrow slides a cup across to you without looking up. "The Count of Vey wants his ring back," she says. "I want a pony." Grum laughs. Behind the bar Old Marn polishes the same glass he has been polishing since Harvestmoon. Do you tell Sparrow about the ring?`,
    characters: ["Grum Ironhand|Grum", "Sparrow", "Old Marn|Marn", "Count of Vey|the Count of Vey|the Count"],
    notPeople: ["Drowned Rat", "Vey", "Harvestmoon"],
  },
  {
    genre: "Science Fiction",
    text: `Airlock Three cycled. Tamsin counted to ten in Martian, because Ravi said it helped, and stepped out onto the hull of the Persephone. Jupiter filled half of everything. "Do you see it?" asked Ravi in her helmet. She saw it. It was sitting on the antenna, grooming. "Tell Doc," she said slowly, "that Noodle is alive." There was a silence on the line, then a whoop that had to be Doc Abara herself. The cat regarded Tamsin with contempt. Six weeks in vacuum, and Noodle had put on weight.`,
    characters: ["Tamsin", "Ravi", "Doc Abara|Doc|Abara", "Noodle"],
    notPeople: ["Martian", "Persephone", "Jupiter", "Airlock"],
  },
  {
    genre: "Mystery",
    text: `Lady Violet Harcourt-Finch was found in the icehouse on Twelfth Night with a spoon in her hand. "Silver," observed Sergeant Bhatt. "Georgian," said Miss Pym, who had come about the drains. The family waited in the drawing room: Peregrine, who drank; Octavia, who didn't; and the twins, Castor and Moll. Bhatt asked them all one question. Only Moll answered it. "Because of the pudding," she said. Miss Pym closed her eyes. She had eaten two helpings.`,
    characters: [
      "Lady Violet Harcourt-Finch|Violet Harcourt-Finch|Lady Violet",
      "Sergeant Bhatt|Bhatt",
      "Miss Pym",
      "Peregrine",
      "Octavia",
      "Castor",
      "Moll",
    ],
    notPeople: ["Twelfth Night", "Georgian"],
  },
  {
    genre: "Romance",
    text: `The trouble with Heath was that he knew it. He leaned on the bar at the Rose and Crown like a man in an advertisement. "Marry me," he told Juliet. "No." "Marry Jasper, then." Jasper, who was pulling a pint, went the colour of a post box. It was the eleventh of February. On the fourteenth, if the forecast for Skye was right, there'd be no ferry, and Juliet would be stuck here with the pair of them until March. "I'd sooner marry the ferry," said Juliet. Heath put a hand to his heart.`,
    characters: ["Heath", "Juliet", "Jasper"],
    notPeople: ["Rose and Crown", "Rose", "Crown", "February", "Skye", "March"],
  },
  {
    genre: "Horror",
    text: `Something was wearing Mrs. Ellery. Nia knew it as soon as the door opened. The cardigan was right, and the slippers, but it smiled with too many teeth. "Come in, dear," it said. "Tea?" Gwil was already past her. He'd always liked Mrs. Ellery. "Gwil, don't," Nia said. He turned in the hallway, puzzled, under the picture of the Sacred Heart, under the barometer that said Stormy. "What?" The door closed between them. She heard the kettle. She heard Gwil laugh; and then she heard him, very faintly, ask where Mr. Ellery was.`,
    characters: ["Mrs. Ellery", "Nia", "Gwil", "Mr. Ellery"],
    notPeople: ["Sacred Heart", "Stormy"],
  },
  {
    genre: "Adventure",
    text: `They buried Quill where he fell, under a cairn, with his compass. Nobody spoke. Then Yara took the map out of her shirt. "Two days to the Teeth," she said. "Three, with Bastien's leg." Bastien spat. He wasn't going to be anybody's third day. Above them the kites had begun to gather, and far back down the valley a dog barked. Corrigan's dog. So Corrigan had crossed the river. "Leave me the rifle," Bastien said. "No," said Yara. "Leave me the rifle and the brandy, woman, and go and find Eldorado." She left him both.`,
    characters: ["Quill", "Yara", "Bastien", "Corrigan"],
    notPeople: ["Teeth", "Eldorado"],
  },
  {
    genre: "Historical Fiction",
    text: `Aethelred's men came at Candlemas for the tithe, and found the barn empty. "Rats," said Godwin. His wife Eadgyth kept her eyes on the floor. The reeve, one Wulfstan, a Mercian with a broken nose, walked from one end of the barn to the other. He picked up one grain of barley. He ate it. "Large rats," he said. That night Eadgyth heard horses. She woke the boy. "Run to Father Osric," she whispered, "and tell him Wulfstan knows." Leofric ran.`,
    characters: ["Aethelred", "Godwin", "Eadgyth", "Wulfstan", "Father Osric|Osric", "Leofric"],
    notPeople: ["Candlemas", "Mercian", "Rats"],
  },
  {
    genre: "Contemporary",
    text: `Zee doesn't do birthdays. Everyone at Morrow & Finch knows it, and so when the lift opened and there was Karthik with a cake, the whole floor went quiet. "It isn't for you," Karthik said at once. "It's for Bronwen." Bronwen from Accounts, who was in Tenerife till Monday, looked out from the framed photo he had taped to the box. Zee studied the cake. It said HAPPY BIRTHDAY BRONWIN. "You spelled it wrong," she said. "I know," said Karthik miserably. She cut herself a slice. Somewhere near the printers, Alejandra started to clap.`,
    characters: ["Zee", "Karthik", "Bronwen", "Alejandra"],
    notPeople: ["Morrow", "Finch", "Accounts", "Tenerife", "Monday"],
  },
  {
    genre: "Thriller",
    text: `Stone checked the mirror. The grey Audi was still there, two cars back, and he could see Lomax at the wheel with a phone at his ear. "We've got company," he said. Mei-Ling didn't look round. She was reloading. "How many?" "Lomax. One other." The lights at Vauxhall went amber. "It's Dragan," she said after a second. "He breathes through his mouth." Stone put his foot down. Behind them somebody's horn went on and on. If Control had given them up, then Paris was burned, and so was Sister Agnes, and so, come to think of it, was he.`,
    characters: ["Stone", "Lomax", "Mei-Ling", "Dragan", "Sister Agnes|Agnes"],
    notPeople: ["Audi", "Vauxhall", "Control", "Paris"],
  },
  {
    genre: "Western",
    text: `The stage from Yuma was six hours late and had no driver. Sheriff Clementina Ruiz walked around it twice. There was blood on the step. Inside sat a drummer in corsets, dead asleep, and a nun. "Sister," said Ruiz, "what happened to Pete?" The nun considered. "He saw something at Dead Man's Wash," she said, "and got down to shoot it." Ruiz sent Tom Two Horses for the mules. Nobody had to tell him about the Wash. His brother Eli had got down there too, the year of the comet.`,
    characters: ["Sheriff Clementina Ruiz|Clementina Ruiz|Ruiz", "Pete", "Tom Two Horses|Tom", "Eli"],
    notPeople: ["Yuma", "Dead Man's Wash", "Wash"],
  },
  {
    genre: "Dystopian",
    text: `Every night at nine the Voice read the names. Haru kept the radio under the sink. Tonight there were four: Lindgren, P.; Moss, Abigail; Okonjo, T.; and then a pause. Nadia had stopped chewing. "Sato," said the Voice. "Sato, Haru." It went on to the weather. He looked at the bread in his hand. Across the table Nadia got up, went to the window and drew the blind, exactly as if they had been expecting rain from Sector Nine. "You have until the patrol," she said. "Marek has a boat." Marek! He had thought that Marek was a Listener.`,
    characters: ["Haru|Sato", "Nadia", "Marek", "Lindgren", "Moss|Abigail", "Okonjo", "the Voice|Voice"],
    notPeople: ["Sector Nine", "Listener"],
  },
  {
    genre: "Comedy",
    text: `Graham had been elected by mistake. Nobody else on the parish council of Upper Slaughterford had turned up, apart from Mrs. Ng, who had voted for him to annoy her sister. "Speech," said Mrs. Ng. Graham stood up. He sat down again. "Hear, hear," said Mrs. Ng. The clerk, a Mr. Tibbs, wrote it in the book. Then they came to item one, which was the swans. Derek the lollipop man had views about the swans. So, as it turned out, did the swans, who'd come in by the fire door. "Point of order," said Tibbs from the top of the piano.`,
    characters: ["Graham", "Mrs. Ng", "Mr. Tibbs|Tibbs", "Derek"],
    notPeople: ["Upper Slaughterford", "Speech"],
  },
  {
    genre: "Fantasy",
    text: `The last lamplighter of Ysmere was a woman named Corvina Thatch, and she was afraid of the dark. "It's perfectly reasonable," she told her apprentice. "I know what's in it." Fig, who was eleven, held the ladder. He had come from the Salt Marches in the spring with nothing but a tin whistle and a cough. Below them the Grand Canal lay black as a boot. Corvina lit the ninth lamp; the tenth went out. Then the eleventh. "Fig," she said very quietly, "get behind me." Someone was walking along the quay, putting out the stars one by one. He wore the livery of the Margravine. "Good evening, Thatch," said the Snuffer. "Is that the boy?" High over Ysmere the bell of Saint Orla began to ring, though it was not yet the hour.`,
    characters: ["Corvina Thatch|Corvina|Thatch", "Fig", "the Snuffer|Snuffer"],
    notPeople: ["Ysmere", "Salt Marches", "Grand Canal", "Saint Orla", "Margravine"],
  },
  {
    genre: "Science Fiction",
    text: `Unit Seven dreamed of geese. Dr. Rosario Vance had written it down, four nights running, and had not told Personnel. "What kind of geese?" she asked. "Grey," the robot said. "They were over the Humber. I was counting them for Mr. Pell." There was no Mr. Pell in any file. Rosario had looked, and so had Ibrahim, who could find anything. He sat on her desk now, eating her sandwich. "Pell, Arthur," said Ibrahim. "Born in Goole, 1931. Kept geese." He stopped chewing. "Ro, he died in the flood of '53." In the corner Seven turned its head. "Yes," it agreed. "The water came in under the door. Will you tell Elsie I am sorry about the gate?"`,
    characters: [
      "Dr. Rosario Vance|Rosario Vance|Rosario|Vance|Ro",
      "Ibrahim",
      "Mr. Pell|Pell|Arthur",
      "Elsie",
      "Unit Seven|Seven",
    ],
    notPeople: ["Humber", "Goole", "Personnel"],
  },
  {
    genre: "Mystery",
    text: `Three things were wrong with the hat. Bettina Crum laid them out for Chief Inspector Lovell on the blotter as if they were cards. "One, it's dry. Two, it's a seven and a quarter, and poor Mr. Audley took a six. Three," she said, "it was made in Trondheim." Lovell turned it over. "So?" "So who do we know who winters in Trondheim?" He thought of the guests at Marling Court. Colonel Brandreth never left Hove. The Fitzalans did not go north of Paris. But little Sigrid, the au pair, who had wept so hard on Saturday that she'd had to be given brandy by the cook? "Oh, no," said Lovell. "Not Sigrid." Crum patted his hand. "No," she said. "Her fiancé. Now ask me where Halvard is."`,
    characters: [
      "Bettina Crum|Crum|Bettina",
      "Chief Inspector Lovell|Lovell|Inspector Lovell",
      "Mr. Audley|Audley",
      "Colonel Brandreth|Brandreth",
      "Sigrid",
      "Halvard",
    ],
    notPeople: ["Trondheim", "Marling Court", "Hove", "Fitzalans", "Paris", "Saturday"],
  },
  {
    genre: "Romance",
    text: `Winter came to Kallavesi in a single night, and in the morning Tuomas found the Englishwoman on his jetty, trying to walk on water. "It's too thin," he called. She fell in. Her name was Philippa, she told him later through chattering teeth, in his mother's dressing gown; Pippa to her friends. She'd come to paint the ice. "The ice is in January," said Tuomas. "This is only an opinion." Aino, his daughter, sat on the stove bench and stared. Aino hadn't spoken to a stranger since the spring, since Helsinki. Pippa sneezed. She took a stub of charcoal from her hair and drew, on the back of an old Sibelius programme, a fat seal with a moustache. "That's you," said Aino to her father.`,
    characters: ["Tuomas", "Philippa|Pippa", "Aino"],
    notPeople: ["Kallavesi", "Winter", "January", "Helsinki", "Sibelius", "Englishwoman"],
  },
  {
    genre: "Horror",
    text: `The estate agent wouldn't come past the gate. "You'll find everything in order," Ms. Tandy called. Then she got in her car. So Joel went up to Hob House by himself. The key turned on its own. Inside it smelled of apples. He could hear somebody humming upstairs; a workman, maybe. "Hello?" The humming stopped. "Joel," a child's voice said, pleased. "You're back." He hadn't told anyone his name. On the wall by the stairs somebody had measured children in pencil. Ruth, 1911. Ruth, 1912. Barnaby, 1912. And there, low down, the pencil still bright: Joel. He'd never been to Dorset in his life. He rang his wife. "Dee, listen," he began, and Dee said, in the voice from upstairs, "Come and be measured."`,
    characters: ["Ms. Tandy|Tandy", "Joel", "Ruth", "Barnaby", "Dee"],
    notPeople: ["Hob House", "Dorset"],
  },
  {
    genre: "Adventure",
    text: `You have perhaps a minute before the guards come round again. Lucjan has the rope. Big Sal has the other end of it, and Big Sal, you remember too late, has never liked you. "Tell me again about the emeralds," she says. The wind off the Sound plucks at your sleeves. Forty feet below, the Marguerite is turning slowly on her chain. "They're in the heel of my boot," you say. "Ask Lucjan." Lucjan looks away. He had been at Fort Kessel, before; he's seen what Commandant Oduya does with thieves. "They are in his boot," he says at last. Sal considers this. "Then I only really need the boot," she says. A dog begins to bark. It's Ferdinand, you would know that bark anywhere: the Commandant's own hound. Do you jump?`,
    characters: ["Lucjan", "Big Sal|Sal", "Commandant Oduya|Oduya|the Commandant", "Ferdinand"],
    notPeople: ["Sound", "Marguerite", "Fort Kessel"],
  },
  {
    genre: "Contemporary",
    text: `Nobody at the Sunday league had ever seen Oluwaseun pass the ball. He was very good; he just didn't believe in it. "Shay," bawled the manager, "Shay, your left!" Shay shot. It went over the bar, over the fence and into the yard behind Patel's, where there was a dog. "That's the third ball," said Mick. "That's eleven quid." Grealish, the dog, was named after the footballer, and bit like one. They drew straws. Hamza got it, as usual. He'd a way with dogs. He went over the fence and there was a silence, and then a girl's voice that was not Hamza's said, "Is this yours?" She was about their age. She juggled it twice and volleyed it back, a good forty yards, into the net. Mick took his hat off. "What's your name, love?" "Efua," said the girl. "Can I bring the dog?"`,
    characters: ["Oluwaseun|Shay", "Mick", "Hamza", "Efua", "Grealish", "Patel"],
    notPeople: ["Sunday"],
  },
  {
    genre: "Thriller",
    text: `At 04:10 the Minister's plane left Tempelhof without the Minister on it. Kessler watched it go from the cab of a fuel truck. "Well?" asked the woman beside him. She'd told him to call her Rook. It wasn't a name, but then neither was Kessler. "He'll be in the trunk of the second car," he said. "Voss will drive. Voss always drives." Rook was assembling something long. "And the girl?" Nobody had mentioned a girl. He turned his head, carefully. "Which girl?" "Anneke," said Rook. "Your daughter Anneke. She got into the first car twenty minutes ago with Dr. Lindh." The plane went over them, lights blinking, toward Bonn. She smiled at him in the mirror. "Now you'll tell me," she said, "who Mr. Abernathy is."`,
    characters: [
      "Kessler",
      "Rook",
      "Voss",
      "Anneke",
      "Dr. Lindh|Lindh",
      "Mr. Abernathy|Abernathy",
      "the Minister|Minister",
    ],
    notPeople: ["Tempelhof", "Bonn"],
  },
  {
    genre: "Western",
    text: `Grace Amberley ran the only newspaper between Salt Fork and the Pecos. It came out Thursdays, if there was paper. "You can't print that," said Mayor Dill. She set another letter. "Watch me." Behind him in the doorway Buck Tolliver shifted his weight, and the floor complained. He was the Mayor's nephew, and the Mayor's argument. "Buck," Grace said without looking up, "how's your mother?" He took off his hat. "Poorly, Miss Grace." "You tell her I'll be by on Sunday with the broth." Tolliver promised that he would. Dill had gone the color of brick. "Whose side are you on?" he asked. "Hers makes better broth," said Buck.`,
    characters: [
      "Grace Amberley|Grace|Miss Grace",
      "Mayor Dill|Dill|the Mayor",
      "Buck Tolliver|Tolliver|Buck",
    ],
    notPeople: ["Salt Fork", "Pecos", "Thursdays", "Sunday"],
  },
  {
    genre: "Open Genre",
    text: `My aunt left me a lighthouse and a grudge. The lighthouse is at Cape Merriment. The grudge is against one Lionel Fisk, whom I'd never met, and the will is quite specific about it: I am not to forgive him before Michaelmas. "She can't do that," said Bernadette, who does wills. "Apparently she can." I moved in on the first of August. There was no furniture except a chair and a telescope, and the telescope had been nailed in place. I looked. On the far side of the bay, at another window, an old man with another telescope was looking back. He waved. I did not wave. "It's Fisk," I told Bernadette over the phone. "It has to be Fisk." He held up a sign. It took me a while to make it out, on account of the gulls. SORRY ABOUT THE PONY, said the sign.`,
    characters: ["Lionel Fisk|Fisk", "Bernadette"],
    notPeople: ["Cape Merriment", "Michaelmas", "August"],
  },
  {
    genre: "Fantasy",
    text: `Nobody in Hallowmere would sell Tarn a horse, so he stole one. It was a good horse and it belonged to the Duchess. "You'll hang," said Ivo, trotting alongside on foot. "They'd have to catch me." Ivo, who had been his squire for two years and his conscience for rather longer, caught hold of the stirrup. "Lord Tarn. Please. Go back and ask for her pardon." Rain was coming in over the Weeping Hills. Somewhere behind them a horn sounded, then another. That would be Captain Merrow, thought Tarn, and Captain Merrow did not give up. He reached down and hauled the boy into the saddle behind him. "Hold on, Ivo," he said. "I'm about to be sorry."`,
    characters: ["Tarn|Lord Tarn", "Ivo", "Captain Merrow|Merrow"],
    notPeople: ["Hallowmere", "Weeping Hills", "Duchess"],
  },
  {
    genre: "Science Fiction",
    text: `The message had taken nine years to arrive, and it was for Lena. Kofi found her in the greenhouse ring, arguing with a tomato. "It's from Earth," he said. "From someone called Arjun Mehta." Her hands stopped moving. Through the glass the long curve of the Endurance turned slowly against the dark. "Arjun was my brother," said Lena. Kofi noticed the tense. He'd been on the ship long enough to know what nine years did to tenses. "Do you want me to open it?" In the corridor Dr. Sandoval was calling the names for second shift: Abara, Okoye, Petrenko, Ruiz. Lena wiped her hands on her coveralls. "No," she said. "Let's get the others. Arjun liked an audience."`,
    characters: [
      "Lena",
      "Kofi",
      "Arjun Mehta|Arjun",
      "Dr. Sandoval|Sandoval",
      "Abara",
      "Okoye",
      "Petrenko",
      "Ruiz",
    ],
    notPeople: ["Earth", "Endurance"],
  },
  {
    genre: "Mystery",
    text: `By breakfast everyone at Thornbury Grange knew that Mr. Castellan was dead, and by lunch everyone knew who had done it. Unfortunately they all knew somebody different. Cook said it was the nephew. The nephew, a limp young man called Gideon, said it was the butler. Hobbs, the butler, said nothing at all and went on polishing a fork. "That's the ninth time he's polished that fork," murmured Inspector Adair. Constable Wick wrote it down. "Sir? There's a lady to see you. A Miss Temperley, from Bath." Adair sighed. He had been hoping that Edith Temperley would not hear of it till Thursday. "Show her in," he said, "and hide the sherry."`,
    characters: [
      "Mr. Castellan|Castellan",
      "Gideon",
      "Hobbs",
      "Inspector Adair|Adair",
      "Constable Wick|Wick",
      "Edith Temperley|Miss Temperley",
    ],
    notPeople: ["Thornbury Grange", "Bath", "Thursday"],
  },
  {
    genre: "Romance",
    text: `Every morning at seven Signora Bellucci opened her shutters, and every morning at one minute past, Dario fell in love with her granddaughter. Chiara never looked up. She watered the basil, she scolded the cat, whose name was Garibaldi, and she went in. "Speak to her," his brother Enzo advised. "Sing." Dario could not sing. He drove a number eleven bus. On Ferragosto, when the whole of Trastevere had gone to the sea, he met her on the stairs with a watermelon. "You're the bus," said Chiara. He said that he was. "You ring your bell when you pass our window." He admitted it. She gave him the watermelon to hold, and looked him up and down. "Tomorrow," she said, "ring it twice."`,
    characters: ["Signora Bellucci|Bellucci", "Dario", "Chiara", "Enzo", "Garibaldi"],
    notPeople: ["Ferragosto", "Trastevere"],
  },
  {
    genre: "Horror",
    text: `There was one rule in the Marsh house. You did not answer the telephone after dark. Wes thought that it was a joke, until the first night, when it rang for an hour and Mrs. Marsh simply turned up the radio. "It isn't for us," little Posy explained. She was cutting the heads off paper dolls. Her brother Linus watched the clock. At ten it stopped. At ten past, Wes's own phone lit up in his pocket. Unknown number. He looked at Posy; Posy looked at her scissors. "Don't," said Linus. It was only his mother, though. It said so on the screen: MUM. He had forgotten for a moment, the way you do, that they'd buried her in Leeds in May.`,
    characters: ["Wes", "Mrs. Marsh", "Posy", "Linus"],
    notPeople: ["Leeds", "May", "Mum"],
  },
  {
    genre: "Thriller",
    text: `You've been Martin Hale for six weeks, and you are getting good at it. Martin takes sugar. Martin is afraid of dogs. "Passport," says the officer at Schiphol, and you hand him over. Behind the glass stands a woman in a green coat. You know her from Lisbon; her name was Ilka then. She doesn't nod. "And the purpose of your visit, Mr. Hale?" "Tulips," you say. It's the right word. The officer's eyes flick up, once. He stamps you in. On the escalator Ilka is suddenly at your elbow, smelling of rain. "Brandt's dead," she says, without moving her lips. "Novotny sold us. Keep walking, Martin." Ahead, by the flower stall, a man with a dog is reading yesterday's Telegraaf.`,
    characters: ["Martin Hale|Martin|Mr. Hale", "Ilka", "Brandt", "Novotny"],
    notPeople: ["Schiphol", "Lisbon", "Telegraaf", "Tulips", "Passport"],
  },
  {
    genre: "Western",
    text: `They called him Preacher, though he'd never preached. He came down out of the Bitterroots with the first snow, leading a mule named Deuteronomy, and asked in Cutler's store for nails. "How many?" asked old Cutler. "How many have you got?" That made Abigail laugh. She was Cutler's youngest, and she hadn't laughed since the fever took Samuel. The stranger looked round at her. He had one brown eye and one blue. "You building something?" she said. "A church," said Preacher. Outside, Sheriff Boone had stopped to read the brand on the mule. He read it twice. Then, very slowly, he unbuttoned his coat. There was a warrant in Missoula for a man with two-colored eyes.`,
    characters: ["Preacher", "Cutler|old Cutler", "Abigail", "Samuel", "Sheriff Boone|Boone"],
    notPeople: ["Bitterroots", "Missoula", "Deuteronomy"],
  },
  {
    genre: "Comedy",
    text: `The Little Wibley Players had done Hamlet every year since the war, and this year, by popular demand, they were going to do something else. "Macbeth," proposed Vernon. There was a hiss. You did not say that word in the scout hut, not since what had happened to Mr. Applegarth. "The Scottish play," said Vernon hastily. Dilys Crump put up her hand. "Is there a dog in it?" Her terrier, Olivier, had been a great success as Yorick. "There is no dog in it," said Vernon. "There was no dog in Hamlet, Dilys." At the back Trevor Sims, who did the lights, was quietly eating the props. "What about a musical?" he said. Everyone turned round. Trevor had not spoken since 1998.`,
    characters: ["Vernon", "Mr. Applegarth", "Dilys Crump|Dilys", "Trevor Sims|Trevor", "Olivier"],
    notPeople: ["Little Wibley", "Hamlet", "Macbeth", "Scottish", "Yorick"],
  },
];
