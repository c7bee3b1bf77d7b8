/** `characters`: one entry per person, with all their names separated by `|` (any of them is right). */
type Passage = { text: string; characters: string[] };

/** Passages in the style of today's interactive fiction, with names from many countries and names that are also words. */
export const MODERN_PASSAGES: readonly Passage[] = [
  {
    text: `Wren came over the wall at second bell, mud to the knees, with the stolen writ between her teeth. The yard of Castle Ombry was empty except for a hound. She gave it the last of the sausage. "You took your time," a voice said from the well-house. It was Ash, of course, sitting on the rim with his boots dangling over forty feet of nothing. "The steward has been asking for you. So has Lady Tamsin Roake." Wren spat out the writ. "What did you tell them?" "That you were at prayer." He grinned. "Hope nearly choked on her soup."

They crossed by the kitchens. Hope was there still, scouring a pot that was already clean, and when she saw the seal she put both hands over her mouth. Nobody in Ombry had seen the mark of the Thornwood Court since the old queen died. Midwinter was nine days off. "Burn it," said Hope. Ash shook his head slowly. Upstairs, Lady Tamsin was laughing at something, and the laugh went on too long.`,
    characters: ["Wren", "Ash", "Hope", "Lady Tamsin Roake|Tamsin Roake|Lady Tamsin"],
  },
  {
    text: `The road into Vel Sharat ended at a gate made of bones, and the gate was closed. Ixoriel laid her palm against it. "Old work," she said. "Older than the Accord." Behind her the mule brayed, and Dobbin Fenn, who had been hired for the mule and not for conversation, asked whether older meant worse. "It means hungry." She drew the little knife. Three drops, her teacher used to say; three drops and a true name. Teacher Oumou had been dead for eleven winters, and still Ixoriel heard her whenever there was blood.

The gate opened the width of a hand. Something on the other side said, in Low Tongue, that the toll had gone up. Fenn sat down on the ground. "I'm not paying it," he announced. "I'm from Harrowgate. We don't pay tolls, we don't pay tithes, and we don't pay bones." Ixoriel began, in spite of everything, to laugh. The thing behind the gate laughed too. It said that its name was Kesk, and that it had not been amused since the reign of Aldous the Bald.`,
    characters: [
      "Ixoriel",
      "Dobbin Fenn|Fenn|Dobbin",
      "Oumou|Teacher Oumou",
      "Kesk",
      "Aldous|Aldous the Bald",
    ],
  },
  {
    text: `Sol had been awake for thirty hours when the Meridian Star dropped out of the fold. The bridge smelled of burnt coffee and Ngozi's ginger sweets. "We're short," Ngozi reported, not turning around. "Four light-minutes short. That's Tethys down there, not Rhea." Commander Halvorsen came up the ladder in her socks. She looked at the screen for a long moment. "Whose arithmetic was it?" Nobody answered. Sol raised a hand. "Mine, Commander." "Good," said Halvorsen. "I'd hate to think it was the computer's."

The computer, which called itself Bishop, made the small noise it made when it was offended. It had been polite since Ganymede. Sol had learned to be afraid of that. In the lower hold somebody was hammering: Yusuf, probably, taking the pump apart again, or else the thing from Cradle Station had found out how doors worked. "Bishop," said the commander softly, "lock Deck Four." The hammering stopped. Then, very clearly, in Yusuf's voice, something down there began to sing.`,
    characters: ["Sol", "Ngozi", "Commander Halvorsen|Halvorsen", "Bishop", "Yusuf"],
  },
  {
    text: `Tariq's implant woke him at four with an advertisement for oranges. There were no oranges in Lower Kowloon. He lay under the dripping pipe and let the jingle finish, because it cost eleven credits to skip, and thought about the girl from Orison. She had given her name as Jun-seo Baek. She had paid in paper. Who, in the year of the Long Dark, still had paper?

At the noodle counter Auntie Phuong knew already. Phuong knew everything before breakfast. "Orison men came," she told him, ladling. "Two suits. One polite, one not." The polite one had left a card. Tariq turned it over: a number, a single word in Mandarin, a thumbprint of something brown. "The not-polite one ate nine dumplings," said Auntie Phuong, "and he asked for Crow." Nobody had called him Crow since the Refinery. He put the card in the broth and watched the ink run. When he looked up, Jun-seo was sitting on the next stool. "You look terrible," she said. "Did you bring it?"`,
    characters: ["Tariq|Crow", "Jun-seo Baek|Jun-seo", "Auntie Phuong|Phuong"],
  },
  {
    text: `There were four people in the library who could have moved the clock, and by ten Inspector Quillfeather had disliked three of them. Mrs. Abernethy-Cole he forgave, since she had offered him a biscuit. "It was fast," she insisted. "Rupert always kept it fast. He missed the Exeter train once and never got over it." Rupert, under a sheet on the billiard table, kept his own counsel.

Young Dr. Pemberton wanted his bag back. The vicar wanted to go home. And Saoirse Malley, who had been a parlourmaid for exactly six days, wanted to know whether she would be paid for Thursday. "You found him, Miss Malley," the inspector said. "I did, sir. I found him dead and the clock stopped and the window open, and I shut the window, for the rain was coming in on the Turkey carpet." Quillfeather stopped writing. It had not rained. It hadn't rained in Little Marrow since the last week of August. Pemberton, by the fire, turned very carefully to look at the window.`,
    characters: [
      "Inspector Quillfeather|Quillfeather",
      "Mrs. Abernethy-Cole",
      "Rupert",
      "Dr. Pemberton|Pemberton",
      "Saoirse Malley|Miss Malley|Malley|Saoirse",
    ],
  },
  {
    text: `Delacroix ran the numbers a third time and they still spelled murder. The Bellweather Trust had insured the painting in March, moved it in April, and burned it in May. "Arson," Okafor said over her shoulder. She was eating crisps. "Insurance arson. Boring." "Nine people knew about the sprinklers," said Delacroix. "Eight of them were at the gala in Antwerp. Guess who wasn't."

Okafor guessed Lindqvist. It was always Lindqvist with her, ever since the business at the opera. But the ninth name on the list was Pilar Echeverría, conservator, thirty-one, no car, no debts, one cat. Her phone had been off since Sunday. They drove out along the canal with the wipers going. At the last house before the lock, a curtain moved. "Ms Echeverría?" called Delacroix. "Police." The door was answered by a very old man in a very good suit. "Pilar is not here," he said pleasantly. "She has gone to see her brother." Okafor looked at the file. There was no brother. There was, however, a cat. Its bowl said Monsieur.`,
    characters: ["Delacroix", "Okafor", "Lindqvist", "Pilar Echeverría|Ms Echeverría|Echeverría|Pilar"],
  },
  {
    text: `"You're in my seat," said the woman with the cello. Mateo looked at his ticket, then at hers. They were identical: coach C, 41A, Ljubljana to Vienna, one way. "Then we'll have to share," he said, and was rewarded with a look that could have stripped varnish. Her name, it turned out somewhere after Maribor, was Ilse. The cello's name was Gerald. Gerald had his own ticket and the window.

By Graz she had told him about the audition; by the tunnel he'd told her about Beatriz, which he never told anyone. Beatriz would have liked her. Ilse listened with her chin on Gerald's shoulder. "And you never wrote to her?" "I wrote every week. I never posted them." The conductor came, a Herr Zöllner by his badge, and frowned at the two tickets, and frowned at the cello. "One of you must stand," said Zöllner. Ilse stood. So did Mateo. Gerald, who had paid full fare, stayed where he was.`,
    characters: ["Mateo", "Ilse", "Beatriz", "Herr Zöllner|Zöllner", "Gerald"],
  },
  {
    text: `Nobody in Port Sorrow got married in November, but Clementine Achterberg had never been good at waiting. She stood in the vestry in her grandmother's boots and listened to the wind try the door. "He's late," Bea observed. "The ferry's late," said Clem. "It's different." Bea, who had been divorced twice and was proud of both, only hummed.

Outside the men of the lifeboat were holding down the marquee. Old Tobias had brought his accordion. Finally, at a quarter past, there was a shout from the quay, and Clem had her skirts in both fists and was running, past Reverend Achebe with his umbrella inside out, past the Methodists, past Tobias who struck up the wrong tune, all the way to the end of the stone. The Kittiwake came round the point on her side. At her rail, soaked, waving a bunch of something that had once been flowers, was Rafe Dunmore. "I lost the ring!" he bawled. "Good!" Clementine bawled back. "I hated it!"`,
    characters: [
      "Clementine Achterberg|Clementine|Clem",
      "Bea",
      "Tobias|Old Tobias",
      "Reverend Achebe|Achebe",
      "Rafe Dunmore|Rafe",
    ],
  },
  {
    text: `The children in Row Nine had stopped sleeping. Nurse Adeyemi wrote it in the log each morning, and each morning the log was blank. On Wednesday she used ink. "They all draw the same thing," she told Dr. Strand. "Look." Strand looked. A tall house, a tall door, a tall woman with no hands. Underneath, in nine different scripts, a word: MOTHER. "Group hysteria," said Strand, but he folded the drawing away in his pocket instead of putting it in the file.

That night Adeyemi sat up with them. Little Pip had the bed by the wall. "She comes when you count," Pip whispered. "So don't count." How many beds, thought Adeyemi, and then stopped, cold, because she had been about to. There was a tap at the glass. Third floor. Tap, tap. Down the ward Marguerite began, in a clear high voice, to say the numbers. "One," said Marguerite. "Two." At the desk, the telephone rang: Strand, calling from home, from the tall house on Gallow Hill. "Who is this woman?" he was screaming. "Who let her in?"`,
    characters: ["Nurse Adeyemi|Adeyemi", "Dr. Strand|Strand", "Pip", "Marguerite"],
  },
  {
    text: `Grandad's tapes were labelled in pencil. CHRISTMAS 81. CROMER. JUNE & THE DOGS. The last one only said DON'T, and so naturally Kit put it on. Hiss. A room, our room, with the old wallpaper. "There's nobody in it," I said. "Wait," said Kit. We waited. Dev ate a biscuit very slowly. On the tape a clock struck, and a man's voice, Grandad's but younger, began reading out names. Elspeth Crewe. Martin Oyelowo. Dev Sandhu. Dev stopped chewing.

"That's not funny," he said. Nobody was laughing. The tape was from before he was born. It went on, patient as a register: Thomas Ware, Agnes Ware, Katherine Louise Mallory. Kit reached for the button. Her hand didn't get there. From the other end of the house, from the bit that Dad bricked up, came the sound of someone saying "Present."`,
    characters: [
      "Kit|Katherine Louise Mallory",
      "Dev|Dev Sandhu",
      "Elspeth Crewe",
      "Martin Oyelowo",
      "Thomas Ware",
      "Agnes Ware",
    ],
  },
  {
    text: `Forty fathoms under the Sea of Marrow, Jacinta ran out of rope. She hung there, upside down, a lamp in her teeth, and considered the dark. Above her Bao was shouting. He'd been shouting since Tuesday. "Is it there?" "I can't see!" "Is it gold?" "Bao, I cannot see!" Then the lamp swung, and something down there swung back at her: an eye, painted, wide as a cart, on the bow of a ship that had gone down with all hands in the time of the Emperor Justinian.

The Theodora. Old Nikos had been right. Old Nikos had been right, and they had laughed at him in every bar from Chios to Smyrna, and now he was dead and there it was. Jacinta let go. It was six feet to the deck, and the deck held. In the lamplight the amphorae lay in rows, still corked. Somebody had been here before her, though. On the mast, quite recently, somebody had carved initials. She knew them. "Bao," she called, very quietly, up the shaft. "When did you say that Castellane left Izmir?"`,
    characters: ["Jacinta", "Bao", "Nikos|Old Nikos", "Castellane", "Justinian|Emperor Justinian"],
  },
  {
    text: `"Left," said Zofia. Left was a wall. "Other left." The jeep went through a fruit stall, a line of washing and the corner of the Hotel Splendide, in that order, and came out on the Avenue Lumumba with a goat on the bonnet. Behind them the General's men were reloading. Professor Ito had lost his hat. He seemed to mind that more than the bullets. "It was from Borsalino," he kept saying.

"Hold this." Zofia put the idol in his lap. It was uglier than in the photographs. "Is it supposed to be warm?" the professor asked. Nobody had told him about the warm part. Mbeki was going to have to tell him, and Mbeki was in a cell in Kinshasa with two broken ribs, unless Sister Immaculée had got there with the money, and since it was Friday, and Sister Immaculée played cards on Fridays, there was every chance that she hadn't. The goat looked in at them through the windscreen. "Right," said Zofia, and this time there was a street.`,
    characters: ["Zofia", "Professor Ito|Ito", "Mbeki", "Sister Immaculée|Immaculée"],
  },
  {
    text: `They burned the bridge at Saint-Malo-des-Bois on the feast of Saint Crispin, and Perrette watched it from the hayloft with her fist in her mouth. The English had come with torches. Her father stood among the others in the square, hat in hand, while a captain on a grey horse read from a paper in bad French. Guillaume Tanneur was to hang. So was the priest. So was anyone who had sheltered the one they called the Heron.

"Don't breathe," somebody whispered in the straw. She had forgotten that he was there. He'd come in the night, a long man with a bandaged head, and asked her for water in the voice of a lord. "Are you him?" Perrette breathed. The Heron closed his eyes. "My name is Aubrey de Sarre, and I'm a coward. Is Tanneur your father?" It was her uncle. It was Uncle Guillaume, who made her a doll out of bark. De Sarre was quiet for a while. Below, Captain Holloway had finished reading. "Well," said Aubrey, and began to look about for his boots.`,
    characters: [
      "Perrette",
      "Guillaume Tanneur|Tanneur|Uncle Guillaume|Guillaume",
      "Aubrey de Sarre|De Sarre|de Sarre|Aubrey|the Heron|Heron",
      "Captain Holloway|Holloway",
    ],
  },
  {
    text: `Philadelphia stank that August. Dr. Cornelius Van Alst burned vinegar in every room and still the flies came. "It is the docks," he told his wife. "It is the French," said Temperance, who had been reading the Gazette. In the back kitchen Phillis, who could also read, though nobody had asked her, said nothing. She had nursed four of them since Sunday. Three were dead. The fourth was Master Jonathan, and he was asking for oranges.

Oranges, in a city with no ships. But Phillis knew a man. She found him on Race Street, sitting on a barrel as if there were no fever at all. "Absalom," she said, "I need a thing from the Caledonia before they burn her." Absalom considered. He had buried eleven people that day for Mr. Girard's committee, and been spat at for it twice. "Who is it for?" She told him. He took off his hat and looked into it. "Does he still throw his shoes at you?" "Not since Thursday," said Phillis. Absalom sighed and got down off the barrel.`,
    characters: [
      "Dr. Cornelius Van Alst|Cornelius Van Alst|Van Alst",
      "Temperance",
      "Phillis",
      "Master Jonathan|Jonathan",
      "Absalom",
      "Mr. Girard|Girard",
    ],
  },
  {
    text: `Mondays belonged to Priya. That was the deal: Priya got Mondays and the good knife, Femi got the radio, and Chef got to shout. By eleven the fish hadn't come. "Call Marlowe's," Chef shouted. "I called Marlowe's," said Femi. "They say it's on the bridge." "Which bridge?" Nobody knew. There were a lot of bridges between here and Grimsby.

The new girl stood by the walk-in, trying not to be in anybody's way. Lark, her name was, or that's what it said on her sleeve in marker. She couldn't be more than nineteen. "Can you do onions?" Priya asked her. "I can do anything," said Lark. Femi laughed out loud. But she could, as it happened. She did the onions and then the shallots, and then, when the fish came at last, half of it wrong, she took the good knife out of Priya's hand without asking and boned eleven sea bass while Dermot from deliveries stood there with his mouth open. "Where did you learn that?" "Lagos," said Lark. Femi stopped laughing. "Whereabouts in Lagos?"`,
    characters: ["Priya", "Femi", "Lark", "Dermot", "Chef"],
  },
  {
    text: `My sister calls it the Summer of Denial, but it was only June, and it was only Leeds. I'd moved back into the box room with my degree and my air fryer. Mum worked nights. Gran had the telly. And every afternoon at four o'clock Callum Petrie from next door leaned over the fence and asked me whether I'd seen his tortoise.

"He's called Usain," said Callum. "He's very fast." I hadn't seen Usain. "When did you last have him?" "Easter." It turned out that Callum's wife had left at Easter as well, with the car. I think he missed the tortoise more. Anyway, I started looking. It was that or apply for the thing at Barclays. I looked under sheds. I looked in the Hendersons' pond. Mrs. Henderson, who'd hated me since the incident with the gazebo, came out with two lemonades. "Try the allotments," she said. "Ask for Winston. Winston knows about tortoises." So that's how I met him, on a Tuesday, between the beans: Winston Bright, ninety-one, Jamaican, no shirt, feeding lettuce to six of them.`,
    characters: ["Callum Petrie|Callum", "Mrs. Henderson", "Winston Bright|Winston", "Usain"],
  },
  {
    text: `Reyes had eleven minutes. She spent one of them being sick. Then she wiped her mouth, took the badge off the man in the stairwell and went up. Level six was dark. "Talk to me," said Kowalczyk in her ear. "Dark," said Reyes. "It shouldn't be. Petrov's people have the grid." "Then Petrov's people are dead." A pause. Static. He came back on and his voice was different. "Abort, Ana. Langley says abort."

She was already at the door. Behind the glass a single screen was lit, and in front of it, tied to a chair with a lamp cord, sat Senator Whitcombe's son. Alive. He looked at her badge. "You're not Hendricks," the boy said. "No." She cut the cord. "Hendricks is downstairs." There was something taped to the underside of the chair. Eight minutes, said the thing. Eight minutes, and it was not counting for the building. "Marcus," she said, because that was his name, it had been on every television in Virginia since Monday, "I need you to not stand up."`,
    characters: ["Reyes|Ana", "Kowalczyk", "Petrov", "Hendricks", "Marcus", "Senator Whitcombe|Whitcombe"],
  },
  {
    text: `The envelope said Mr. Gray and the flat belonged to a Mr. Brown, so Novak knew it was one of Harriet's. She had always thought that she was funny. He slit it with a thumb. Two passports, one Estonian and one Maltese; ten thousand in Swiss francs; a postcard of the Prater with a single line in green ink. Tell Vesna I kept the dog.

Vesna was dead. Vesna had been dead since Trieste, and nobody knew that better than Harriet Lisle, who had signed for the coffin. Unless. Novak sat on a stranger's bed and listened to the lift go up and down. Unless it was a different sort of message. In the old days, in Section, a dog was a man on the inside. "Oh, you clever cow," he said aloud. There was only one man left inside, and Ambrose Tolliver was having dinner at the Sacher that night with the Chinese attaché. Brown, when he came home, was going to find a window broken and a very good coat missing. Novak left him the Maltese one for his trouble.`,
    characters: [
      "Novak",
      "Harriet Lisle|Harriet",
      "Vesna",
      "Ambrose Tolliver|Tolliver|Ambrose",
      "Mr. Brown|Brown",
      "Mr. Gray|Gray",
    ],
  },
  {
    text: `Cade Burdette rode into Mercy with the sun behind him and a dead man's saddle under him. The dead man had been called Loomis. He'd had it coming. Mercy had one street, one well and a preacher, and all three were dry. "We don't want trouble," said the preacher from the church steps. He had a shotgun. "Nor do I," said Burdette. "I want a bath."

There was a hotel, the Continental, run by a widow with a burned hand. She gave him the key without a word. It was her boy who did the talking. "Are you the one that shot Judge Amory?" "No." "Are you the one that shot Loomis?" Cade considered him. He was about ten. "What's your name, son?" "Josiah. Ma calls me Siah. Dutch says you're a Pinkerton." "And who is Dutch?" The boy pointed. Across the street, on the porch of Tull's, a very large man put down his newspaper and stood up, and kept on standing up. The widow closed the shutters. "That's Dutch," Josiah said happily.`,
    characters: [
      "Cade Burdette|Burdette|Cade",
      "Loomis",
      "Judge Amory|Amory",
      "Josiah|Siah",
      "Dutch",
      "Tull",
    ],
  },
  {
    text: `Running Elk told it differently. The way the Army told it there had been forty Cheyenne at Sand Fork and the cavalry had been lucky. The way Running Elk told it there had been six boys and a grandmother. Hattie wrote both of them down. She had come out from the Boston Courier with two pencils and a letter to Colonel Strake, and the Colonel had read the letter and laughed.

"Write that the snow came early," Running Elk said. "Write that we had no horses." Hattie wrote. Through the flap she could see Ezekiel, the interpreter, arguing with the sentry; Zeke argued with everyone. He came in with ice in his beard. "Strake wants you back at the fort by dark, Miss Lowell. He says there's a train on Saturday." "There's no train on Saturday." "No, ma'am," said Zeke. "I told him you'd know that." She sharpened the second pencil. It was December, the Moon of Popping Trees, and she had nine fingers left that she could feel. "The grandmother," said Hattie Lowell. "What was her name?"`,
    characters: ["Running Elk", "Hattie Lowell|Hattie|Miss Lowell", "Colonel Strake|Strake", "Ezekiel|Zeke"],
  },
  {
    text: `Citizen 4471-Lambda was called Oona at home. It was a crime, a small one, like sugar. Her mother said it into her hair each morning before the Chime: Oona, Oona, so that it would last all day. At the Assembly they sat in rows. Proctor Vance read the Numbers. On the screen the Chancellor smiled, and everyone under fourteen smiled back, and the machine counted the smiles.

"You're one short," said a voice at the end of the row. It was the boy who had come from Annex. He had a scar where his number should be. Oona didn't turn her head. "Smile," she hissed. "They'll send you to Gray Harbor." "I've been to Gray Harbor," the boy said. "My name is Teo." Just like that, out loud, in the Assembly, with Vance not ten feet away. She waited for the sirens. There was only the hum. Proctor Vance had lifted his head. He was looking straight at Teo, and there was something in his face that Oona had never seen on a Proctor before, something almost like hunger. "Say it again," said Vance.`,
    characters: ["Oona", "Proctor Vance|Vance", "Teo"],
  },
  {
    text: `Rationing came to the Spire on a Thursday, and by Saturday Mags had a list. Sugar, said the list. Batteries. Insulin. A left boot. People came to her by the service stairs, after Curfew, with things wrapped in cloth. Quade wanted morphine and had a violin. "I don't need a violin." "It's a Guarneri," said Quade. "I don't know what that is."

Somebody behind him did. The woman stepped round into the light; she was from Upside, you could tell it by the teeth. "That belonged to my husband," she said. Quade went the colour of soap. Mags put her hand on the bat under the counter. "Lady, everything in here belonged to somebody's husband." The woman put a card on the counter, a gold one. Mags had only ever seen a picture. AURELIA SANTANGELO-REEVE, it read, OFFICE OF THE CUSTODIAN. "I don't want it back," said Aurelia. "I want to hear him play it." Outside, the Wardens were changing shift. Quade, after a long time, lifted the thing to his chin.`,
    characters: ["Mags", "Quade", "Aurelia|Aurelia Santangelo-Reeve|AURELIA SANTANGELO-REEVE"],
  },
  {
    text: `The Bishop of Wragby had eaten the prize marrow. There was no getting around it: the Bishop was there, the marrow was not, and there was butter on his gaiters. "It was on a plate," he said. "It was on a plinth," said Mrs. Trubshaw. Major Featherstonehaugh, who was judging, asked for a chair. He'd come through Tobruk without needing one.

"We could use Dora's," suggested the curate. Everyone turned to look at Dora. She was nine and her marrow was eleven inches long. "It's called Kevin," Dora said. "You can't eat Kevin." Nobody, the Major assured her, was going to eat Kevin. "He did the other one," said Dora, and pointed. The Bishop studied the roof of the tent. Up there, as it happened, was the reason that Nigel Trubshaw had not been seen since lunch; and as it was a hot day, and the canvas was forty years old, he was about to be seen by everybody. "Is that," said Mrs. Trubshaw, "my husband?"`,
    characters: [
      "Bishop of Wragby|the Bishop of Wragby|the Bishop|Bishop",
      "Mrs. Trubshaw",
      "Major Featherstonehaugh|Featherstonehaugh|the Major",
      "Dora",
      "Nigel Trubshaw|Nigel",
      "Kevin",
    ],
  },
  {
    text: `After the funeral Babatunde found his father's other phone. It was in the piano. There were three hundred messages on it, all to someone called Lindiwe, and the last was from the Tuesday he died. Home by eight, it said. Save me some. "Put it back," said Folasade from the door. She was still in her gele. His sister had known, then. They'd all known: Folasade and Uncle Rotimi and even Cousin Grace in Manchester, and not one of them had said a word to him in thirty years.

"Is she coming?" "She's in the kitchen," said Folasade. He went down. There was a woman at the sink, quite old, in a borrowed apron, washing the glasses of the people who had come to bury her husband. She did not look round. "You've got his walk," said Lindiwe. "I heard him on the stairs." Babatunde picked up a towel. There was nothing else to do. Glass by glass they got through it, and by the time Pastor Eze had finished his sermon upstairs, she'd told him about Durban, about the house, and about a boy named Sizwe, who had his walk as well.`,
    characters: [
      "Babatunde",
      "Lindiwe",
      "Folasade",
      "Rotimi|Uncle Rotimi",
      "Grace|Cousin Grace",
      "Pastor Eze|Eze",
      "Sizwe",
    ],
  },
  {
    text: `You wake on the floor of the Number Nine tram with somebody's parrot on your chest. The parrot says, "Marta." You are not Marta. You're fairly sure. Outside the windows it's snowing upward. "Next stop Terminus," says the driver without turning round, and his hands, on the wheel, are made of brass.

There is one other passenger. He has a checked suit and a hamper. "Ludo Vanterpool," he says, lifting his hat an inch. "We met in Prague. You were taller." He offers you a hard-boiled egg. What do you do with an egg at a time like this? You eat it. Vanterpool beams. "Marta," the parrot says again, more urgently, and then, "Behind you." You turn. The aisle's empty, but the bell rope is swinging. "Don't mind Osgood," Ludo says. "Osgood was conductor here until the accident. He likes to see tickets." You haven't got a ticket. You look in your pockets, and what you find there is a photograph of a lighthouse, a child's tooth, and a letter in your own handwriting that begins, Dearest Marta, by the time you read this.`,
    characters: ["Marta", "Ludo Vanterpool|Vanterpool|Ludo", "Osgood"],
  },
];
