import type { Traits } from "./traits.ts";

/** Words for a value of a trait, as a pattern for text without case and accents. The first that is found counts. */
export type Words<Value extends string> = readonly (readonly [value: Value, words: string])[];

export const HAIR_WORDS: Words<Traits["hair"]> = [
  ["bald", "bald|hairless|shaved head|shaven head|shaven-headed|shaved bald|no hair|without hair"],
  ["mohawk", "mohawk|mohican"],
  ["afro", "afro"],
  ["locs", "dreadlocks?|dreads|locs"],
  ["braids", "braids?|braided|plaits?|plaited|pigtails"],
  ["ponytail", "ponytail|pony tail"],
  ["bun", "bun|chignon|topknot|updo|hair (?:pinned|tied|pulled|put) (?:up|back)"],
  ["bob", "bob|(?:chin|shoulder|jaw)[- ]length"],
  ["curls", "curls|curly|curly-haired|ringlets|frizzy"],
  ["waves", "waves|wavy"],
  ["spikes", "spiky|spiked|tousled|messy|unruly|wild hair"],
  ["side", "slicked[- ]back|side[- ]parted|parted|quiff|undercut"],
  [
    "long",
    "long(?:[ ,-]+[a-z]+){0,3}[ -]hair(?:ed)?|hair(?: [a-z]+){0,4} (?:waist|back|hips)|flowing hair|mane",
  ],
  [
    "crop",
    "(?:short|close-cropped|cropped)(?:[ ,-]+[a-z]+){0,3}[ -]hair(?:ed)?|crop|cropped|buzz ?cut|crew cut|pixie|balding|thinning hair|receding",
  ],
];

export const BEARD_WORDS: Words<Traits["beard"]> = [
  ["none", "clean[- ]shaven|beardless|smooth[- ]shaven|freshly shaved"],
  [
    "long",
    "(?:long|flowing|waist-length)(?:[ ,-]+[a-z]+){0,3} beard|beard(?: [a-z]+){0,4} (?:chest|belt|waist)|braided beard",
  ],
  ["goatee", "goatee|van dyke|pointed beard|chin beard"],
  ["stubble", "stubbl[ey]|stubbled|unshaven|five o.?clock shadow|scruff"],
  ["full", "beard|bearded|whiskers|sideburns"],
  ["moustache", "moustached?|mustached?|handlebar"],
];

export const EYEWEAR_WORDS: Words<Traits["eyewear"]> = [
  ["dark", "sunglasses|dark glasses|tinted glasses|shades|goggles|mirrored glasses"],
  ["monocle", "monocle"],
  ["patch", "eye[- ]?patch|one[- ]eyed|missing (?:an |one |his |her |their )?(?:left |right )?eye"],
  [
    "square",
    "(?:square|rectangular|horn[- ]rimmed|thick|heavy|black-framed)(?:[ ,-]+[a-z]+){0,2} (?:glasses|spectacles)",
  ],
  ["round", "glasses(?! of)|spectacles|bespectacled|pince-nez"],
];

export const HEADWEAR_WORDS: Words<Traits["headwear"]> = [
  ["flowers", "flowers? in (?:her|his|their) hair|flower crown|crown of flowers|wreath|garland"],
  ["pointed-hat", "(?:wizard|witch|sorcerer|pointed|pointy)(?:.s)?(?: [a-z]+)? hat"],
  ["top-hat", "top[- ]hat"],
  ["beanie", "beanie|(?:wool|woollen|woolly|knit|knitted)(?: [a-z]+)? (?:cap|hat)|watch cap|bobble hat"],
  ["beret", "beret"],
  ["bandana", "bandann?a|headband|kerchief"],
  ["turban", "turban"],
  ["headscarf", "hijab|head ?scarf|veil|wimple"],
  ["helmet", "helmet|helm"],
  ["crown", "crown|tiara|diadem|circlet|coronet"],
  ["hood", "hood|hooded|cowl"],
  ["cap", "flat cap|baseball cap|newsboy cap|peaked cap|cap"],
  ["hat", "hat|fedora|stetson|bowler|sombrero|tricorne?|trilby"],
];

export const CLOTHES_WORDS: Words<Traits["clothes"]> = [
  ["armour", "armou?r|armou?red|breastplate|chain ?mail|plate mail|cuirass"],
  ["bow-tie", "bow[- ]tie|tuxedo|dinner jacket"],
  ["uniform", "uniform|epaulettes|tunic of a soldier|livery"],
  ["gown", "gown|dress|ballgown|corset|sari"],
  ["robe", "robes?|cloak|cassock|kimono|toga|habit|mantle|cape"],
  ["overall", "overalls?|dungarees|boiler ?suit|coveralls|apron|jumpsuit"],
  ["suit", "suit|three-piece|necktie|tie|blazer|waistcoat|pinstripes?"],
  ["jacket", "leather jacket|jacket|biker|bomber"],
  ["coat", "coat|overcoat|trench ?coat|greatcoat|oilskins?|raincoat|parka|duster"],
  ["jumper", "jumper|sweater|turtleneck|roll-?neck|pullover|cardigan|hoodie|hooded sweatshirt|jersey"],
  ["tunic", "tunic|jerkin|doublet|leathers|furs|rags"],
  ["tee", "t-?shirt|tee|tank top|vest|singlet"],
  ["shirt", "shirt|blouse|collar|flannel|scrubs"],
];

export const MOOD_WORDS: Words<Traits["mood"]> = [
  ["sad", "sad|melanchol[a-z]*|mournful|griev[a-z]*|grief|sorrow[a-z]*|gloomy|wistful|lonely|weary|forlorn"],
  [
    "stern",
    "stern|grim|grim-faced|serious|scowl[a-z]*|frown[a-z]*|glower[a-z]*|ruthless|angry|gruff|menacing|fierce|cold|cruel|hard-faced|severe|intimidating",
  ],
  [
    "smile",
    "smil[a-z]*|grin[a-z]*|cheer[a-z]*|jolly|merry|friendly|kind|kindly|warm|playful|happy|laugh[a-z]*|mischiev[a-z]*|charming|bubbly|optimistic|easygoing",
  ],
];

const ROLES_OLD =
  "man|woman|lady|gentleman|wizard|witch|sailor|soldier|king|queen|monk|priest|keeper|hermit|crone|sage|professor|fisherman|farmer|doctor|captain|master|friend|soul|sorcerer|librarian|detective";
export const AGE_WORDS: Words<Traits["age"]> = [
  ["child", "child|kid|little (?:girl|boy)|toddler|schoolboy|schoolgirl|urchin"],
  [
    "old",
    `elderly|wrinkled|grandmother|grandfather|grandma|grandpa|granny|septuagenarian|octogenarian|ancient|retired|(?:very |an |the )?(?<!years? )old (?:${ROLES_OLD})|older (?:man|woman)|(?:sixt|sevent|eight|ninet)ies|aged (?:man|woman|face)`,
  ],
  ["adult", "middle[- ]aged|(?:thirt|fort|fift)ies|grown (?:man|woman)|weathered|mother of|father of"],
  ["young", "young|youthful|youth|teenage[a-z]*|teen|twenties|student|girl|boy|apprentice|college"],
];

export const SOFT_WORDS =
  "she|her|hers|herself|woman|women|girl|lady|queen|princess|mother|daughter|sister|wife|widow|aunt|grandmother|grandma|witch|priestess|goddess|heroine|duchess|countess|empress|waitress|actress|female|feminine|nun|mrs|ms|miss|madam|girlfriend|sorceress|maid|mistress|matriarch|crone";
export const STRONG_WORDS =
  "he|him|his|himself|man|men|boy|gentleman|king|prince|father|son|brother|husband|widower|uncle|grandfather|grandpa|wizard|priest|god|duke|count|emperor|waiter|actor|male|masculine|monk|mr|sir|lord|boyfriend|sorcerer|butler|patriarch|guy|cowboy|fisherman|salesman";

export const FACE_WORDS: Words<Traits["face"]> = [
  ["round", "round[- ]faced?|round face|plump|chubby|stout|fat|rotund|heavyset|full cheeks"],
  [
    "square",
    "square[- ]jaw[a-z]*|square face|strong jaw|broad[- ]shouldered|burly|muscular|stocky|brawny|massive",
  ],
  ["long", "long face|gaunt|thin|lean|lanky|slender|narrow face|hollow cheeks|tall|angular|bony|wiry"],
  ["oval", "oval face|heart[- ]shaped|delicate"],
];

/** What somebody is, where the text says no more about how they are dressed. */
export const ROLE_WORDS: readonly (readonly [words: string, look: Partial<Traits>])[] = [
  ["wizard|sorcerer|warlock|mage|archmage", { headwear: "pointed-hat", clothes: "robe" }],
  ["witch|sorceress|enchantress", { headwear: "pointed-hat", clothes: "robe" }],
  ["queen|empress", { headwear: "crown", clothes: "gown" }],
  ["princess|duchess|countess", { headwear: "crown", clothes: "gown" }],
  ["king|emperor|prince", { headwear: "crown", clothes: "robe" }],
  ["knight|paladin|crusader|gladiator", { clothes: "armour" }],
  ["monk|friar|priest|priestess|cleric|druid|oracle", { clothes: "robe" }],
  ["thief|rogue|assassin|ranger|hermit|stranger", { headwear: "hood", clothes: "robe" }],
  ["cowboy|sheriff|gunslinger|rancher|outlaw", { headwear: "hat", clothes: "jacket" }],
  ["pirate|buccaneer", { headwear: "bandana", clothes: "coat" }],
  ["detective|inspector|private eye|spy", { headwear: "hat", clothes: "coat" }],
  ["soldier|officer|general|colonel|captain|admiral|lieutenant|guard|pilot", { clothes: "uniform" }],
  ["sailor|fisherman|fisherwoman|lighthouse keeper", { headwear: "beanie", clothes: "jumper" }],
  ["doctor|physician|surgeon|scientist|chemist|nurse", { clothes: "coat", clothColour: "white" }],
  ["mechanic|engineer|farmer|gardener|smith|blacksmith|baker|cook|chef", { clothes: "overall" }],
  ["butler|bartender|waiter|magician|pianist|conductor", { clothes: "bow-tie" }],
  ["lawyer|banker|businessman|businesswoman|politician|diplomat|ceo|executive|senator", { clothes: "suit" }],
  ["teacher|librarian|professor|scholar|archivist|bookseller", { clothes: "shirt", eyewear: "round" }],
  ["biker|punk|rocker|guitarist|rebel|hacker", { clothes: "jacket" }],
  ["painter|artist|sculptor|poet", { headwear: "beret", clothes: "shirt" }],
  ["warrior|barbarian|hunter|viking|archer|elf|elven|dwarf|orc|goblin|fairy|fae", { clothes: "tunic" }],
];

/** Beings whose skin or ears are not a person's. */
export const BEINGS: readonly (readonly [words: string, look: Partial<Traits>])[] = [
  ["dark elf|drow", { ears: "pointed", skin: "violet" }],
  ["elf|elven|elvish|half-elf|fae|fairy|faerie|pixie|pointed ears|pointy ears", { ears: "pointed" }],
  ["orc|goblin|troll|half-orc|ogre", { ears: "pointed", skin: "green" }],
  ["demon|devil|imp|tiefling", { ears: "pointed", skin: "red" }],
  ["vampire|ghost|undead|lich", { skin: "ashen" }],
  ["android|robot|cyborg", { skin: "ashen" }],
  ["alien|merfolk|mermaid|merman|water spirit", { skin: "blue" }],
];

/** Where somebody's family comes from, where nothing is said of the skin. */
export const ORIGINS: Words<Traits["skin"]> = [
  [
    "deep",
    "nigerian|ghanaian|senegalese|sudanese|kenyan|congolese|west african|igbo|yoruba|hausa|zulu|maasai",
  ],
  [
    "brown",
    "african|african[- ]american|afro-[a-z]+|ethiopian|somali|jamaican|haitian|caribbean|tamil|aboriginal|black (?:man|woman|girl|boy|person|teenager)",
  ],
  [
    "tan",
    "indian|pakistani|bangladeshi|sri lankan|polynesian|maori|filipin[oa]|native american|indonesian|samoan|malay",
  ],
  [
    "olive",
    "mexican|latin[oa]|arab|arabian|egyptian|moroccan|persian|iranian|turkish|italian|greek|spanish|brazilian|lebanese|israeli|sicilian|roma|thai|vietnamese",
  ],
  ["fair", "chinese|japanese|korean|french|german|english|american|polish|russian|dutch"],
  ["porcelain", "irish|scottish|norwegian|swedish|danish|finnish|icelandic|nordic"],
];

export const SKIN_COLOURS: Words<Traits["skin"]> = [
  ["green", "green"],
  ["blue", "blue"],
  ["violet", "purple|violet|lavender"],
  ["red", "crimson|scarlet|red"],
  ["ashen", "gr[ae]y|ashen|silver|metallic"],
  ["deep", "black|ebony|very dark|deep|jet|onyx|obsidian"],
  ["brown", "dark|brown|chocolate|mahogany|umber|russet"],
  ["tan", "tan|tanned|bronze|bronzed|copper|sun-?kissed|caramel|golden|sunburnt|weathered|coppery"],
  ["olive", "olive|beige|warm|honey"],
  ["porcelain", "pale|porcelain|white|ivory|milky|alabaster|snowy"],
  ["fair", "fair|light|rosy|peach|pink|freckled|ruddy"],
];
export const HAIR_COLOUR_WORDS: Words<Traits["hairColour"]> = [
  ["auburn", "auburn|chestnut|copper|mahogany|russet"],
  ["blond", "blonde?|golden|gold|flaxen|sandy|honey|straw|platinum|yellow"],
  ["red", "red|ginger|flame|fiery|strawberry|crimson|scarlet|orange|rust"],
  ["white", "white|snowy|snow"],
  ["grey", "gr[ae]y|gr[ae]ying|silver|silvery|silvered|salt-and-pepper|ash|steel|iron"],
  ["teal", "teal|turquoise|cyan|aqua"],
  ["blue", "blue|azure|navy|indigo"],
  ["green", "green|emerald"],
  ["pink", "pink|rose|magenta"],
  ["purple", "purple|violet|lavender|lilac"],
  ["black", "black|raven|jet|ebony|dark|inky"],
  ["brown", "brown|brunette|chocolate|hazel|mousy|light|tawny"],
];
export const EYE_COLOUR_WORDS: Words<Traits["eyes"]> = [
  ["blue", "blue|azure|sapphire|sea-?blue|icy|cobalt"],
  ["green", "green|emerald|jade|sea-?green"],
  ["grey", "gr[ae]y|silver|steel|stormy|pale"],
  ["amber", "amber|gold|golden|yellow|hazel|honey|orange"],
  ["violet", "violet|purple|lilac|lavender"],
  ["red", "red|crimson|scarlet"],
  ["brown", "brown|dark|black|chocolate|chestnut|hazelnut"],
];
export const CLOTH_COLOUR_WORDS: Words<Traits["clothColour"]> = [
  ["navy", "navy|midnight|dark blue|indigo"],
  ["teal", "teal|turquoise|petrol|aqua"],
  ["black", "black|dark|charcoal|ebony"],
  ["white", "white|ivory|cream|pale|snow"],
  ["red", "red|crimson|scarlet|burgundy|maroon|ruby|wine|vermilion"],
  ["orange", "orange|rust|amber|apricot|copper"],
  ["gold", "gold|golden|brass|bronze"],
  ["yellow", "yellow|mustard|lemon|saffron|ochre"],
  ["green", "green|emerald|olive|forest|moss|khaki|sage"],
  ["blue", "blue|azure|sapphire|cobalt|denim|jeans"],
  ["purple", "purple|violet|lavender|plum|lilac|aubergine"],
  ["pink", "pink|rose|magenta|fuchsia|coral"],
  ["silver", "silver|silvery|steel|chrome"],
  ["grey", "gr[ae]y|slate|ash"],
  ["brown", "brown|tan|leather|beige|tweed|camel|russet|chestnut"],
];

/** What a colour can be said of. */
export const COLOURED: Words<"hair" | "eyes" | "skin" | "clothes" | "other"> = [
  [
    "hair",
    "hair|haired|braids?|braided|plaits?|curls|locks|dreadlocks|locs|bun|bob|ponytail|mohawk|fringe|mane|afro|ringlets|tresses|beard|bearded|moustache|mustache|goatee|stubble|waves|pigtails|spikes",
  ],
  ["eyes", "eyes?|eyed|irises|gaze"],
  ["skin", "skin|skinned|complexion|complexioned|scales"],
  [
    "clothes",
    "coat|overcoat|jacket|suit|dress|gown|robes?|cloak|tunic|shirt|blouse|jumper|sweater|turtleneck|pullover|cardigan|hoodie|uniform|overalls?|dungarees|apron|armou?r|cape|oilskins?|clothes|clothing|garb|outfit|hat|cap|beanie|hood|headscarf|hijab|scarf|turban|beret|bandana|blazer|waistcoat|vest|leathers|sari|kimono|leather|velvet|silk|wool|linen|t-?shirt",
  ],
  [
    "other",
    "tie|tattoos?|lips|nails|shoes|boots|gloves|car|horse|dog|cat|house|door|sky|light|lamp|sea|room|sword|ring|background|eyebrows?|glasses|spectacles|frames?|flower|flowers|rose",
  ],
];
