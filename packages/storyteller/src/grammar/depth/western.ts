import type { GenreDepth } from "../types.ts";

export const westernDepth: GenreDepth = {
  manners: {
    Hattie: [
      "{speaker} chewed a straw from one corner of her mouth to the other, which was as near as she came to hurrying.",
      "{speaker} had a curry comb in her hand, and pointed with it.",
    ],
    Eli: [
      "{speaker} squatted and let a little dust run out of his fist, to see which way it cared to go.",
      "{speaker} looked off to where the sky was, as if it had been him they were all talking to.",
    ],
    Cutter: [
      "{speaker} turned the ring on his finger till the stone was out of sight.",
      "{speaker} poured himself a glass of water, to the brim, and let it stand.",
    ],
    "Doc Lacey": [
      "{speaker} consulted his watch and then, with regret, the bottle.",
      "{speaker} held out a hand flat to see how it shook, and seemed satisfied.",
    ],
    Ruth: [
      "{speaker} had the shotgun in the crook of her arm, and a piece of chalk behind her ear.",
      "{speaker} corrected somebody's grammar, absently, under her breath.",
    ],
    "the Kid": [
      "{speaker} spun the pistol, dropped it, and picked it up as if that were how it was done.",
      "{speaker} pulled his hat low to hide the gray.",
    ],
  },
  threads: [
    [
      "A mule had walked in off the flats with a full pack and no owner. She had on a straw bonnet, tied under the chin with a good deal of care. She wouldn't be led, and she wouldn't be shooed.",
      "The mule with the bonnet had kicked two men that tried to look in the pack. {third} sat down by her and read her the newspaper. Along about the advertisements she sighed, and let {third.them} have the one strap.",
      "There was no gold in the mule's pack. There was seed corn, forty pound of it, and a preacher's collar, and a paper: FOR WHOEVER IS STILL THERE. They planted it behind the church, where the ground was softest; and the mule stood by in her bonnet and saw to it that the rows were straight.",
    ],
    [
      "Somebody'd been painting out the bullet holes. You'd see a door that had had three in it since the spring, and there would be three daisies on it, yellow, with the paint still wet.",
      'The daisies had got as far as the bank. There were eleven on the front of it, and one, done small, on the deputy\'s hat, while he slept. "I could put up a reward," said the marshal, "but I\'d want to know which of you I was insulting."',
      "It was old Mrs. Pruitt that did the daisies. She had had four boys. She'd counted up every hole in that town, one time, when she couldn't sleep, and it had come to her that she owned more of it than anyone; and so they brought her the ladder.",
    ],
    [
      "There was a grave up on the bench with a fresh board, and on it {rival}'s name. The date was Sunday week. {rival} rode up and looked at it, and rode back down, and bought a round.",
      "The board on the bench had been mended; somebody'd scratched out Sunday and put Friday. {rival} still laughed, but {rival.they} had quit sitting by the window. \"It's the spelling riles me,\" {rival.they} said.",
      '{ally} had carved the board. {ally.They} owned up to it flat, in the street. "I wanted you to go read it," {ally.they} told {rival}. "I wanted you to stand there once, where my brother is, and see how small it comes out." {rival} didn\'t answer; but the next day there were two boards, and the new one had the brother\'s name on, spelled right.',
    ],
    [
      "The stage had left a trunk behind, addressed to Miss A. Delacroix, Opera House. There wasn't any opera house. It took four men to shift it, and when they set it down it hummed.",
      "Folks had taken to eating their dinner round the trunk for Miss Delacroix. {third} allowed that it was in G. Nobody came to claim it, and a petition was got up about the opera house.",
      "She came in on the Saturday, Miss Delacroix, eighty years old and no bigger than a hen, and had them open it: it was a harp. She played on the depot platform, there being no place else. You could see men come in off the range a mile away, and stop, and take their hats off, out there by themselves with the cows.",
    ],
    [
      "Up the canyon they had found a wagon from the forty-nine, wheels and all, tucked under the overhang as if for a nap. The water barrel was sealed. When you rocked it, it was full.",
      '{ally} had carried a cup of the old water from the canyon down to town in both hands. It was as sweet as the day that it was drawn. "They had that left," {ally.they} said, "and they quit."',
      "They read what was in the wagon book out loud, by turns. The party of forty-nine hadn't quit; they had gone on, on foot, on the last of what they could carry, and had left a barrel full for the next ones. It was signed by nine people. {third} found two of the names over the store.",
    ],
  ],
  endings: [
    "It rained that night. It came up the valley about ten o'clock with its boots on, and everybody got out of bed and stood in the street in their nightshirts with their faces up. {rival} stood there too, a little apart, with the hat off and the hair plastered down, looking like anyone. {ally} went along and set out buckets, pans, a hip bath, the collection plate. There wasn't a word said, to speak of. Come morning the dust was laid, and the wind had gone around to the south; your horse was saddled at the rail, and somebody had hung a full canteen on the horn and not left a name.",
    'They took the rope down off the beam and gave it to the well. {rival} went out on the noon train, in the ordinary car, with {rival.their} hands free and a lunch somebody had packed; at the crossing {rival.they} touched {rival.their} hat to the graves. {ally} leaned on the rail until you couldn\'t tell any more what was smoke. "Well," {ally.they} said, and the way {ally.they} said it you could have built a house on. The windmill turned over, caught, and this time kept on turning. Out past the last corral the road lay just the same as ever, both ways, in the evening light, with nobody on it.',
  ],
  senses: [
    "A wagon tongue lay in the road where it had broke, and everyone drove around.",
    "On the wall of the barbershop there was a list of teeth, with prices.",
    "Wind had got into the stovepipe and was telling it something.",
    "You could smell rain, a long way off, falling on somebody else.",
    "A jackrabbit sat up in the street, looked both ways, and crossed.",
    "The flag had been left out so long it was all one color.",
    "Through the floor you could hear them rolling barrels.",
    "The mountains stood a day nearer than they had that morning.",
  ],
  lines: [
    "I was married to a man like him.|I keep the coffin in the barn, with oats in it.",
    "You can't eat pride.|But you'd be surprised how long you can chew it.",
    "He give me his word.|I've still got it. I never did find anything it would fit.",
    "That horse has throwed four preachers.|He's got nothing against you personal.",
    "I come out here for my lungs.|I stayed because I'd told everyone goodbye.",
    "Shut the gate.|I know there ain't a fence. Shut it anyhow.",
  ],
  premises: [
    {
      subGenre: null,
      categories: [],
      tropes: [],
      character: "Josie Flint, a circuit judge's daughter who rides in his robe",
      description:
        "My father died on the road with eleven cases still to hear, and nobody in Mercy knows his face. The first man in the dock this morning is the one I think shot him.",
    },
    {
      subGenre: null,
      categories: [],
      tropes: [],
      character: "Tom Sorrow, a gunfighter going blind",
      description:
        "I have one more fight promised and I can't see past the end of the street. A girl of ten has offered to be my eyes, for a price: she wants to know who killed her brother, and I believe it was me.",
    },
    {
      subGenre: null,
      categories: [],
      tropes: [],
      character: "Wei Lan, who runs the telegraph at the end of the line",
      description:
        "There is a message tonight for the men who are going to rob the noon train. I'm the only one who knows what it says, and they are standing at my window, with their hats off, waiting.",
    },
  ],
};
