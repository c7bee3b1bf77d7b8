import type { ROMANCE_CATEGORIES, ROMANCE_TROPES } from "./genre-choices.ts";
import type { Genre } from "./genres.ts";

/** One of Booky's ideas for a story: as much of the new-story form as an idea has. */
export type StoryIdea = {
  title: string;
  genre: Genre;
  /** Where the genre has sub-genres. */
  subGenre: string | null;
  /** Of Romance alone. */
  categories: readonly (typeof ROMANCE_CATEGORIES)[number][];
  tropes: readonly (typeof ROMANCE_TROPES)[number][];
  character: string;
  description: string;
};

type Told = Pick<StoryIdea, "title" | "character" | "description"> &
  Partial<Pick<StoryIdea, "subGenre" | "categories" | "tropes">>;

function toIdeas(genre: Genre, ideas: readonly Told[]): StoryIdea[] {
  return ideas.map((idea) => ({ genre, subGenre: null, categories: [], tropes: [], ...idea }));
}

/** Booky's story prompts, at least three a genre. */
export const STORY_IDEAS: readonly StoryIdea[] = [
  ...toIdeas("Fantasy", [
    {
      title: "The Toll at Wend Bridge",
      subGenre: "High",
      character: "Isaura Pell, a bridge keeper who takes her toll in memories",
      description:
        "Everyone who crosses Wend Bridge pays with a memory, and Isaura shelves them in jars. Tonight a soldier pays with one that is hers: her own hands, sealing a door in the mountain behind the bridge. She has no recollection of it, the soldier is gone, and something has started to knock.",
    },
    {
      title: "Rent Control",
      subGenre: "Urban",
      character: "Dario Quill, a building inspector who can hear what houses want",
      description:
        "The tenement on Cask Street has eleven floors from the outside and twelve from within. Dario is sent to condemn it, but the tenants of the twelfth have signed leases older than the city, and the house has begun to move its front door a little further down the street every night.",
    },
    {
      title: "What the Miller Ground",
      subGenre: "Fairy Tale Retelling",
      character: "Brannoch, a miller's third daughter with a bargain to keep",
      description:
        "Years ago the miller promised a stranger whatever stood behind the mill, and thought of the apple tree. It was his daughter, hanging out the washing. Now the stranger has come to collect, polite and very tired, and he asks for her help: he has made a worse bargain himself, and it falls due at first frost.",
    },
    {
      title: "Salt for the Drowned King",
      subGenre: "Sword & Sorcery",
      character: "Oru, a hired blade who has sworn never to cross water again",
      description:
        "Six ships went out to rob the tomb under the tide and one came back, rowed by nobody, loaded with gold and salt. The harbour guild will pay a fortune to have every coin returned before the spring flood. Only Oru knows the way in, because Oru is the one who left the other crews behind.",
    },
  ]),
  ...toIdeas("Science Fiction", [
    {
      title: "Eleven Minutes of Light",
      subGenre: "Hard Sci-Fi",
      character: "Tamsin Okafor, a relay technician alone on a moon of Neptune",
      description:
        "The relay at Proteus passes on other people's messages and never receives any. Then a distress call arrives, with Tamsin's own voice and tomorrow's date in its header, asking for the one valve that keeps her warm to be shut. The next supply ship is nine weeks away and the call repeats every eleven minutes.",
    },
    {
      title: "The Secondhand Body Shop",
      subGenre: "Cyberpunk",
      character: "Lucho, a repairer of used limbs in a market under the motorway",
      description:
        "A customer brings in an arm that won't stop writing: the same address, over and over, on whatever it can reach. Lucho recognises the handwriting of a sister who sold everything she had, part by part, and vanished. Three other people in the city are wearing the rest of her, and somebody else is buying them up.",
    },
    {
      title: "Protocol for Visitors",
      subGenre: "Alien Contact",
      character: "Wren Adeyemi, a village schoolteacher and reluctant interpreter",
      description:
        "They landed in the potato field behind the school and will speak to no government, only to whoever taught the children the counting song they answered with. Wren has until the end of term to learn what they want. The first thing that they ask is why the village is so calm about what lies under the church.",
    },
  ]),
  ...toIdeas("Mystery", [
    {
      title: "The Ninth Signal",
      subGenre: "Cold Case",
      character: "Nora Tisdale, a relief radio operator on her first night shift",
      description:
        "At ten past three the harbour radio reads out the name of a boat that went down thirty years ago, followed by a position two miles offshore. The log for that night has been cut out with a razor. By breakfast three people in town have asked Nora, quite casually, whether she slept well.",
    },
    {
      title: "A Draught in the Map Room",
      subGenre: "Locked Room Mystery",
      character: "Professor Edwin Achterberg, a retired cartographer asked to value a library",
      description:
        "The collector died at his desk in a room bolted from within, one window painted shut, a single candle burnt to the end. The family wants the maps valued and the matter closed. But one map shows this very house with a room that Edwin cannot find, and the ink on it is still wet.",
    },
    {
      title: "Prize Marrow",
      subGenre: "Cozy Mystery",
      character: "Philippa Gant, a village postmistress who reads every postcard",
      description:
        "On the morning of the produce show the favourite's marrow is found stabbed with a letter knife from the post office. By noon its owner is missing, and Philippa holds an undelivered postcard that she really should not have read. The judges meet at four, and all of them are lying about where they were at dawn.",
    },
  ]),
  ...toIdeas("Romance", [
    {
      title: "Half the Bakery",
      categories: ["Small Town", "Cozy Romance"],
      tropes: ["Enemies to Lovers", "Grumpy and Sunshine"],
      character: "Marguerite Lowe, a pastry cook who has inherited half a bakery",
      description:
        "Aunt Odile left the ovens to Marguerite and the shop front to Teodor, the carpenter next door who once reported her for the noise of her mixer. Neither can sell without the other, and the summer fair has ordered four hundred tarts. They agree on a chalk line down the middle of the floor. It lasts a day.",
    },
    {
      title: "The Understudy's Fiancé",
      categories: ["Secret Identity"],
      tropes: ["Fake Relationship", "Friends to Lovers"],
      character: "Joss Verano, a stage prompter with a flawless memory and no courage",
      description:
        "To get through a family wedding, Joss's oldest friend needs somebody to be engaged to for four days on a lake. Joss knows every line of how they met, because Joss made them all up. The trouble starts at the rehearsal dinner, when the friend departs from the script and seems to mean it.",
    },
    {
      title: "Low Season",
      categories: ["Summer Romance", "Exes"],
      tropes: ["Second Chance Romance"],
      character: "Ilse Marchetti, a ferry captain on a route that closes in autumn",
      description:
        "Eight years ago Ilse waited an hour past departure for someone who did not come. This morning he walked aboard with a tool bag and a contract to survey the harbour for closing. There are thirty crossings left before the line shuts for good, and he has bought a ticket for every one of them.",
    },
    {
      title: "Overtime",
      categories: ["Hockey Players", "Single Parent"],
      tropes: ["Forbidden Love"],
      character: "Dana Whitlock, a physiotherapist newly hired by a losing team",
      description:
        "Club rules are plain: staff and players, never. The captain is thirty-four, playing his last season on a knee that only Dana knows is finished, and raising a daughter who has decided that Dana shall teach her to skate backwards. Nine games are left, and the secret about the knee is getting heavier.",
    },
  ]),
  ...toIdeas("Horror", [
    {
      title: "The Quiet Floor",
      subGenre: "Psychological",
      character: "Amadou Reyes, a night nurse in a sleep clinic",
      description:
        "All six patients on the quiet floor dream of the same corridor and wake at the same minute. Each of them has got one door further than the night before. On the monitor of the empty seventh bed a heartbeat has appeared, slow and steady, and it quickens when Amadou walks past.",
    },
    {
      title: "Grandmother's Inventory",
      subGenre: "Haunted House",
      character: "Celia Thorne, an auctioneer clearing out her family's house",
      description:
        "The inventory that her grandmother left is exact: forty-one chairs, nineteen clocks, one child. Celia was an only grandchild and grew up elsewhere. The buyers come on Saturday, and with each lot that she carries out to the van, something small has been put back in its place.",
    },
    {
      title: "Spring Tide",
      subGenre: "Cosmic",
      character: "Kestrel Voe, a tide-table clerk who has found an error",
      description:
        "The sea has been coming in four minutes early, and only on one stretch of coast. Kestrel is sent with a tripod and a notebook to the village there, where the people are kind and the houses all face inland. They seem relieved that someone has come to count. They will not say what comes after zero.",
    },
  ]),
  ...toIdeas("Adventure", [
    {
      title: "The Last Mail over Karrak Pass",
      character: "Yusra Benn, a mail rider with a lame mule and a sealed box",
      description:
        "The pass closes with the first storm, and the storm is a day away. Yusra has one box to bring across, addressed to a town that the map no longer shows, and three other riders have been paid to see that it does not arrive. The mule knows a path that nobody has taken since the avalanche.",
    },
    {
      title: "A Balloon for Mr. Osei",
      character: "Kofi Osei, a kite maker who has never left his valley",
      description:
        "The surveyors flew off in a hurry and left a balloon, half a map and a wounded navigator. If the map's other half reaches the mining company first, the valley will be a lake by winter. Kofi knows wind, silk and knots. How to come down again, the navigator says, they will discuss on the way.",
    },
    {
      title: "The Salvors of Gannet Deep",
      character: "Petra Halloran, a diver who owes her boat to the wrong people",
      description:
        "The wreck lies in forty metres, a grain ship by her papers. Petra went down for the bronze and came up with a passenger list in a grain ship's safe. Two other boats have anchored in the bay since yesterday. The weather gives her three dives at most, and her air supplier has stopped answering.",
    },
  ]),
  ...toIdeas("Historical Fiction", [
    {
      title: "The Indigo Ledger",
      character: "Rukmini, a dyer's widow in Gujarat, 1672, who keeps two sets of books",
      description:
        "The foreign factors buy her cloth by weight and cheat her by the ounce, and Rukmini's second ledger proves it. When the factory's own clerk comes to her at night and offers to trade his books for hers, she must decide whether he wants justice, or to learn exactly what she knows before the ships sail.",
    },
    {
      title: "Lamplighters' Strike",
      character: "Tom Ferrier, a lamplighter in Edinburgh, winter 1843",
      description:
        "For six nights the Old Town has been dark, and Tom is on the committee that keeps it so. On the seventh somebody lights one lamp, in the close where a banker was found dead. The magistrates call it proof against the strikers. Tom knows whose ladder that was: his father's.",
    },
    {
      title: "The Glass Fleet",
      character: "Zanetta, a bead maker of Murano, 1510, forbidden to leave the island",
      description:
        "Glassmakers who leave Murano are hunted down, and those who stay keep its secrets. A stranger offers Zanetta a workshop of her own in a city beyond the mountains, for one recipe. Her brother guards the boats. Her daughter has already packed. The stranger's gold, she notices, is Venetian.",
    },
  ]),
  ...toIdeas("Contemporary", [
    {
      title: "Lost Property",
      character: "Benedikt Aho, a clerk at a railway station's lost-property office",
      description:
        "Every Tuesday somebody hands in the same red suitcase, and every Wednesday somebody else claims it. Benedikt has worked behind the counter for twelve years without asking a question. This week nobody comes, the station is to be closed in a month, and he is holding a suitcase that is humming a little.",
    },
    {
      title: "The Interpreter's Weekend",
      character: "Selin Aydın, a court interpreter who is good at leaving things out",
      description:
        "Selin's parents have not spoken to each other for nineteen years, except through her. Now both want to sell the house, each has told her a different reason, and the buyer is coming on Sunday. For the first time she thinks about translating them word for word.",
    },
    {
      title: "Community Garden, Plot Nine",
      character: "Marcus Bell, a bus driver on leave who has never grown anything",
      description:
        "The allotment came with his late neighbour's keys: a shed, a waiting list of enemies, and a notebook that plans the next three summers in detail. The council wants the land for parking. The other gardeners want Marcus to speak at the hearing, because his neighbour had promised them a secret that would save it.",
    },
  ]),
  ...toIdeas("Thriller", [
    {
      title: "The Understated Risk",
      subGenre: "Techno",
      character: "Hana Lindqvist, an actuary at a firm that insures dams",
      description:
        "Her model says that a certain dam will fail on Thursday, and the model has been right about small things for a month. Hana's manager deletes her report before she has sent it. Somebody has already bought the right insurance, in her name, with a policy that pays out twice if she is standing below the wall.",
    },
    {
      title: "Dead Letter Day",
      subGenre: "Espionage",
      character: "Anselm Roth, a retired courier who now mends watches in Trieste",
      description:
        "A watch comes in for repair with a film behind its dial and a code that Anselm invented forty years ago. Only two people ever learned it. One of them is buried in this city and the other has just rung to ask when the watch will be ready, and whether he still takes his coffee by the window.",
    },
    {
      title: "Informed Consent",
      subGenre: "Medical",
      character: "Dr. Ifeoma Sale, an anaesthetist covering a colleague's list",
      description:
        "Under the anaesthetic the patient begins to count backwards in a voice that is not slurred at all, and gives Ifeoma a licence plate and a time. The surgeon hears nothing unusual. The file has been changed when she looks again, and the car with that plate is parked beside hers.",
    },
  ]),
  ...toIdeas("Western", [
    {
      title: "Water Rights",
      character: "Consuelo Vance, a well digger with a deed that nobody believes in",
      description:
        "In the dry year of '81 the only sweet water in Perdition Flat comes up on Consuelo's quarter acre. The railway wants it, the cattlemen want it, and the judge who could settle the matter was shot on his way to town. He lives, more or less, in her root cellar, and asks her to write something down.",
    },
    {
      title: "The Coffin Freight",
      character: "Eli Moss, a teamster hauling eleven coffins north",
      description:
        "The contract pays double if the lids stay on. Two hundred miles of bad road, a hired guard who reads scripture at the mules, and on the second night Eli counts twelve. Whoever is following keeps exactly a day behind. Whoever is inside has begun to leave the supper plates clean.",
    },
    {
      title: "Schoolhouse Law",
      character: "Adelaide Crane, a schoolteacher sworn in as marshal by mistake",
      description:
        "The telegram appointing a marshal was meant for another A. Crane, but the badge has come, the old marshal has left on the morning stage, and the Tolliver brothers are due out of prison by Friday. Both of them learned to read in Adelaide's front row. She begins by cancelling arithmetic.",
    },
  ]),
  ...toIdeas("Dystopian", [
    {
      title: "The Silence Tax",
      character: "Mirela Stan, a collector who audits how many words people use",
      description:
        "In the Quiet Quarter speech is metered and debts are paid in silence. Mirela's round takes her to a flat where a family of five has reported no words for two years. They are not mute, they are not poor, and when she turns off her meter, as the law forbids, the walls are full of writing.",
    },
    {
      title: "Seed Day",
      character: "Joah, a ration clerk who has found a living pear",
      description:
        "Everything grown in the towers is grey, square and sufficient. Then a pear turns up in a sealed crate, bruised and fragrant, with a bite taken out of it. The rules say that Joah must burn it. There is a tower number pencilled on the crate, and it is one more than the city has.",
    },
    {
      title: "The Borrowed Hour",
      character: "Calla Ndiaye, a night-shift guard at the Bureau of Time",
      description:
        "Citizens may lend an hour of their day and get it back when they retire. Calla guards the vault where the hours are kept. On the eve of the great repayment she opens the wrong door and finds the shelves empty, dusted, and labelled with tomorrow's excuses. Her own mother retires in the morning.",
    },
  ]),
  ...toIdeas("Comedy", [
    {
      title: "The Wrong Kind of Funeral",
      character: "Barnaby Stitch, an events planner who has double-booked a chapel",
      description:
        "At two o'clock there is a funeral and at two o'clock there is a surprise birthday for a man of ninety. Both parties are early, both have brought a brass band, and the guest of honour has climbed into the only quiet place he could find for a nap. Barnaby has one chapel, one cake and a very open mind.",
    },
    {
      title: "Minor Deities, Window Four",
      character: "Prudence Okoro, a civil servant in the licensing office for small gods",
      description:
        "The god of left socks wants an extension, the god of queues has been waiting since spring, and head office wants the whole department closed by Friday for lack of miracles. Prudence needs one, properly documented, in triplicate. The only applicant left is the god of things going slightly wrong.",
    },
    {
      title: "An Honest Day's Heist",
      character: "Gil Pomeroy, a locksmith whose crew consists of amateur opera singers",
      description:
        "The painting was stolen from Gil's nan, so stealing it back is only tidying up. The crew is the Tuesday chorus: loud, loyal, and incapable of whispering. The museum is holding a costume gala tonight. They have a plan in three acts, and the tenor has already improved it.",
    },
  ]),
  ...toIdeas("Drama", [
    {
      title: "The Second Violin",
      character: "Leontyne Brandt, second violin in a quartet for twenty-six years",
      description:
        "The first violin has lost the hearing in one ear and only Leontyne knows. Their farewell tour has nine concerts, and she has started to cover for him so well that the critics are praising the wrong player. He asks her to go on. Their cellist, who loves them both, has begun to listen closely.",
    },
    {
      title: "What We Owe the Orchard",
      character: "Rafael Imbert, the son who left, back for the harvest",
      description:
        "His father's stroke left him with four words, and one of them is the name of nobody in the family. The cherries are ripe, the pickers are unpaid, and Rafael's sister has run the farm alone for eleven years and would like an apology before she hands him a ladder. A woman by that name telephones on the first evening.",
    },
    {
      title: "Visiting Hours",
      character: "Noor Haddad, a prison librarian whose brother has been moved to her wing",
      description:
        "The rules require Noor to declare a relative. Declaring him would mean her post, and the reading group that three men are alive because of. He pretends not to know her, perfectly, as he always could. Then he takes out a book and returns it with a page missing, and she understands that he is asking for help.",
    },
  ]),
  ...toIdeas("Open Genre", [
    {
      title: "The Town That Rehearsed",
      character: "Vesper Hale, a travelling piano tuner with perfect pitch",
      description:
        "Vesper arrives in a town where everybody seems to be expecting her and has learned something to say. The baker drops the same loaf each morning, the quarrel at the fountain is word-perfect, and all the pianos are out of tune by the same single note. On the third day somebody whispers her a line of her own.",
    },
    {
      title: "Letters to the Lighthouse Cat",
      character: "Ansel, a boy of eleven who writes to a cat and gets answers",
      description:
        "The lighthouse has been automatic for years, and the cat is the only one left on its island. Ansel writes to her because there is nobody else to write to. The answers come with the tide, in green ink, funny and a little stern. The latest says: do not come on Sunday, whatever you hear.",
    },
    {
      title: "The Museum of Unfinished Things",
      character: "Odalys Fenn, a restorer hired to finish what others left",
      description:
        "Half a symphony, a bridge's first arch, a letter that stops at a comma: the museum keeps what was never completed, and its director has asked Odalys to choose one thing and end it. She has a key to every room but one. From behind that door comes the sound of someone patiently starting over.",
    },
  ]),
];

/** Booky's ideas of one genre. */
export function findIdeas(genre: Genre): StoryIdea[] {
  return STORY_IDEAS.filter((idea) => idea.genre === genre);
}
