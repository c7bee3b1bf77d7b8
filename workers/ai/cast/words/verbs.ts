import { wordSet } from "./word-set.ts";

const SPEECH = wordSet(`
said says say asked asks ask replied replies answered answers cried cries exclaimed exclaims whispered whispers murmured murmurs muttered mutters
shouted shouts yelled yells screamed shrieked called calls observed remarked remarks returned rejoined continued continues added adds inquired
enquired demanded demands repeated interrupted protested explained declared announced suggested insisted admitted agreed objected responded
retorted snapped growled grumbled sighed sobbed gasped groaned moaned laughed chuckled giggled hissed stammered stuttered bellowed roared pleaded
begged promised warned urged told tells confessed conceded countered drawled croaked breathed mumbled quipped joked teased lied swore
pronounced quoth ejaculated faltered echoed corrected offered mused wondered resumed barked commanded ordered purred snarled spat rasped squeaked
whimpered wailed boomed chimed crooned scoffed sneered sniffed huffed grunted finished concluded began put thundered stated explains reasoned ventured volunteered prompted pressed protested chorused bawled cackled grunts announces observes reports reported shouts yells mutters`);

/** Acts and states of a mind or a body. Things and places "stood", "lay" and "fell" as well: those are not here. */
const HUMAN = wordSet(`
nodded nods smiled smiles frowned frowns shrugged shrugs grinned grins winced blinked blinks glanced glances looked looks stared stares gazed gazes peered
watched watches listened listens heard hears saw sees felt feels thought thinks knew knows believed believes wondered remembered remembers
forgot hoped feared wished wanted wants liked loved loves hated hates tried tries decided decides seemed refused refuses promised agreed
waited waits walked walks ran runs sat sits knelt kneels leaned leant leans stepped steps strode paced crept climbed jumped leapt leaped
hurried rushed limped staggered stumbled swallowed coughed laughed laughs wept weeps cried sobbed sighed shivered shuddered trembled blushed
flushed paled gasped yawned slept woke awoke dreamed dreamt dressed ate drank smoked prayed sang sings danced wrote writes read reads
spoke speaks talked talks told tells asked asks turned turns shook shakes pulled pulls pushed pushes grabbed took takes gave gives handed
picked held holds lifted raised lowered dropped threw tossed caught reached pointed waved tapped knocked pressed wiped rubbed scratched
folded unfolded crossed opened opens closed closes locked unlocked drew draws aimed fired struck kicked punched hit slapped stabbed fought kissed
kisses hugged embraced bowed curtsied curtseyed saluted met meets visited arrived came comes went goes left leaves entered followed
follows led leads rode rides drove drives hesitated paused pauses stopped stops obeyed considered understood understands realised
realized noticed recognised recognized suspected guessed learned learnt taught studied worked lived lives died dies married
stiffened straightened crouched ducked spun whirled twisted squinted scowled glared glowered beamed smirked pouted sniffed snorted
swore cursed chuckled giggled whistled hummed clapped clutched gripped squeezed brushed buttoned lit poured sipped chewed
could did didn't couldn't can't cannot won't does doesn't wouldn't must might should ought
tightened set laid kept found finds bent let lets made makes sank sprang rose cleared bit licked rolled tucked slid slipped
touched patted stroked counted ignored accepted admired despised envied trusted thanked blamed forgave apologised apologized
rummaged fumbled gestured motioned beckoned flinched recoiled bought sold paid brought sent built broke wore woke hung hid dug flung fetched carried dragged hauled packed unpacked dialled dialed typed texted phoned
cooked baked cleaned swept scrubbed sewed knitted painted sketched steered sailed rowed saddled dismounted mounted holstered loaded reloaded
breathes rises catches throws draws drinks eats swings strikes hits cuts puts sets flies wears wakes sleeps weeps keeps leaps kneels
feels means leads speaks steals breaks fights thinks brings buys sells begins creeps bites hides slides bends sends spits swears digs hangs
clings spins wins chooses forgets gets swims teaches grins rides writes sings knows stands lies smiled sneaked snuck tiptoed trudged marched paraded cocked tilted checked checks`);

/** After these, a name is somebody: "told Mara", "married Jane". */
const TO_SOMEBODY = wordSet(`
told tell tells telling asked ask asking thanked thank married marry marries kissed kiss hugged loved love loves adored hated trusted trust warned
buried shot stabbed hanged strangled poisoned betrayed punished scolded slapped punched cornered hunted startled frightened scared phoned texted nursed congratulated shadowed overtook outranked dismissed promoted
begged persuaded convinced reminded informed assured accompanied escorted introduced greeted embraced comforted consoled forgave invited
addressed questioned interrupted obeyed pitied envied despised befriended murdered killed kill arrested rescued blamed blame blames miss missed missing hires hired fired remember remembered remembers interviewed
helped help handed gave give showed followed joined meet met saw seen know knew known hear heard suspect believe believed`);

/** After these, "to X" and "at X" speak of a person: "said to Mara", "smiled at Mara". */
const TOWARDS_SOMEBODY = wordSet(`
said say says spoke speak speaking spoken talk talked talking whispered nodded smiled smiling looked looking look glanced glancing stared staring
glared grinned frowned laughed laughing shouted yelled winked waved bowed pointed gave given give handed offered listen listened
listening written wrote write writing explained apologised apologized reported introduced lied confessed turned turning belonged belongs
engaged married devoted attached angry furious kind rude cruel polite grateful loyal thanks according addressed`);

const MOTION = wordSet(`
went go goes going gone came come comes coming return returned returning returns travel travelled traveled travelling rode ride riding sailed sail
sailing drove drive driving journey journeyed flew fly flying moved move moving walked walk walking arrived arrive headed heading way road train
trip voyage back fled flee escaped ran run set sent send bound removed retired arrived marched landed lived live living born stay stayed staying
settled dwelt summer winter school`);

/** What is said of people: "Mara's face", "Holmes's voice". */
const PARTS = wordSet(`
face eyes eye hand hands arm arms head hair voice lips mouth heart mind brow cheek cheeks shoulder shoulders fingers finger feet foot knees
knee neck throat chest back breath smile frown laugh laughter gaze glance expression tone words word tears face mother father brother sister son
daughter wife husband uncle aunt cousin friend friends child children parents family death life thoughts thought temper feelings feeling
opinion anger fear joy grief sorrow pride jealousy coat hat cloak dress sleeve boots shoes sword gun knife pistol horse room bedroom
bed desk chair letter letters name turn jaw stomach belly spine chin forehead grip skin body side lap palm wrist elbow fist teeth
tongue ear ears nose beard moustache mustache suggestion plan answer reply question story attention manner manners character
behaviour behavior conduct companion companions fate soul spirits eyebrows eyebrow knuckles pocket pockets phone cabin helmet boot apartment flat office door car notebook seat scarf gloves glasses spectacles hips hip kiss hug men people dog dogs crew gang guards soldiers knights riders widow sons daughters boys girls nephew niece servants wound wounds uniform accent shadow grave funeral`);

/** Somebody's relation to somebody: "her sister Jane", "my friend Holmes". */
const RELATIONS = wordSet(`
brother sister son daughter wife husband mother father uncle aunt cousin nephew niece friend friends grandfather grandmother grandson
granddaughter fiancé fiancée fiance fiancee lover maid servant butler valet housekeeper cook gardener groom nurse governess tutor
partner colleague assistant apprentice neighbour neighbor rival master mistress pupil sweetheart companion comrade twin stepmother stepfather
stepbrother stepsister boss landlord landlady teacher captain doctor lawyer secretary manager roommate flatmate coach editor agent driver guide student sergeant detective
boyfriend girlfriend ex-husband ex-wife ward godfather godmother boy girl man woman lad lass foreman bartender
priest nun monk soldier guard sailor merchant baker farmer shepherd blacksmith tailor carpenter fisherman hunter thief wizard witch sorcerer knight bard
inspector constable sheriff mayor senator professor scientist engineer pilot mechanic medic journalist reporter photographer writer poet painter singer
actor actress dancer waitress waiter barman barmaid clerk plumber dog cat parrot robot android`);

export const isSpeechVerb = (word: string): boolean => SPEECH.has(word);
export const isHumanVerb = (word: string): boolean =>
  HUMAN.has(word) ||
  SPEECH.has(word) ||
  (word.endsWith("s") && listPastForms(word.slice(0, -1)).some((past) => HUMAN.has(past)));
/** In any of its forms: "follow", "follows", "following", "followed". */
export const takesSomebody = (word: string): boolean =>
  TO_SOMEBODY.has(word) ||
  listPastForms(word.replace(/(?:s|ing)$/, "")).some((past) => TO_SOMEBODY.has(past)) ||
  listPastForms(word).some((past) => TO_SOMEBODY.has(past));
export const goesTowardsSomebody = (word: string): boolean => TOWARDS_SOMEBODY.has(word);
export const isMotion = (word: string): boolean => MOTION.has(word);
export const isPartOfSomebody = (word: string): boolean => PARTS.has(word);
export const isRelation = (word: string): boolean => RELATIONS.has(word);

/** "shrug" and "shrugged", "smile" and "smiled", "hurrie" and "hurried". */
function listPastForms(base: string): string[] {
  return [`${base}ed`, `${base}d`, `${base}${base.at(-1) ?? ""}ed`, `${base.replace(/e$/, "")}ed`];
}
