/** Past forms that no rule gives. Base forms are the keys. */
const IRREGULAR: Record<string, string> = Object.fromEntries(
  `arise arose awake awoke be was beat beat become became begin began bend bent bet bet bind bound bite bit bleed bled blow blew
  break broke breed bred bring brought build built burst burst buy bought cast cast catch caught choose chose cling clung come came
  cost cost creep crept cut cut deal dealt dig dug do did draw drew drink drank drive drove eat ate fall fell feed fed feel felt
  fight fought find found flee fled fling flung fly flew forbid forbade forget forgot forgive forgave freeze froze get got give gave
  go went grind ground grow grew hang hung have had hear heard hide hid hit hit hold held hurt hurt keep kept kneel knelt know knew
  lay laid lead led lean leaned leap leapt leave left lend lent let let lie lied light lit lose lost make made mean meant meet met
  overhear overheard pay paid put put quit quit read read rid rid ride rode ring rang rise rose run ran say said see saw seek sought
  sell sold send sent set set shake shook shed shed shine shone shoot shot show showed shrink shrank shut shut sing sang sink sank
  sit sat sleep slept slide slid sling slung slit slit speak spoke spend spent spin spun spit spat split split spread spread spring
  sprang stand stood steal stole stick stuck sting stung stride strode strike struck strive strove swear swore sweep swept swim swam
  swing swung take took teach taught tear tore tell told think thought throw threw thrust thrust tread trod understand understood
  undo undid wake woke wear wore weave wove weep wept win won wind wound withdraw withdrew write wrote`
    .split(/\s+/u)
    .reduce<[string, string][]>((pairs, word, index, all) => {
      if (index % 2 === 1) pairs.push([all[index - 1] ?? "", word]);
      return pairs;
    }, []),
);

const REGULAR =
  `scuttle mend copy catalogue inherit raise spill sprinkle bounce juggle blurt dab dust fluff hoist jot jab lather mop nibble peg plop plunk prod rinse rumple scribble scoop scrub scrunch shush slurp smear smooth snuggle splash sprint stamp stomp swat swig swirl trudge tumble twirl wiggle wriggle decorate deliver host perform audition die live haunt own vanish rule belong blackmail fade glow hunt kidnap murder plot seem happen exist inherit arrest wake cure damage design invent operate train study accept accuse act add address admire admit adjust admire advance agree aim allow announce answer apologise apologize appear
  approach argue arrange arrive ask assemble assure attack attempt avoid back bandage bang bar bargain bark bathe beckon beg behave believe
  betray blame bless blink block bluff board boil borrow bow brace breathe brush bump burn bury button buzz calculate call calm camp
  capture caress carry carve celebrate challenge change charge charm chase chat check cheer chew claim clap clean clear click climb
  close collect comb comfort command complain concentrate confess confront confuse congratulate conjure connect consider contact continue convince cook
  copy cough count cover crack crash crawl cross crouch crush cry curse dance dare dash decide declare decline deliver demand deny
  describe deserve destroy detect dial dip disappear discover discuss dismiss dive dodge douse drag dress drift drop drum duck
  dump edge embrace empty encourage end enjoy enter escape estimate examine exchange excuse exit explain explore extend face fail fake fasten
  fear fetch fill finish fire fix flick flinch flip flirt float focus fold follow force frown fumble gamble gasp gather gaze gesture
  giggle glance glare grab greet grimace grin grip groan growl grumble grunt guard guess guide hack hand handle harness hammer
  head heal help hesitate hike hire hope hug hum hurl hurry ignore imagine improvise inhale inform inquire insist inspect inspire intend interrogate
  interrupt introduce invent investigate invite join joke jump kick kill kiss knock land laugh launch leer lick lift like limp line
  linger listen load lock look loosen love lower lunge manage march mark marry measure mention mix mount move murmur mutter name
  nap nod note notice nudge obey object observe offer open order pace pack paint panic pant park pass pat pause peek peel peer
  perform permit persuade phone pick pin place plan plant play plead please pledge plunge pocket point poke polish ponder pop pose pound
  pour practice practise praise pray prepare present press pretend proceed promise propose protect prove provoke pull pump punch
  push question race raise rally rap reach react realise realize reassure recall receive recite recognise recognize record recover refuse
  regret rehearse reject relax release reload remain remember remind remove repair repeat reply report request rescue rest retrace return reveal
  reverse roar rob roll row rub rush sacrifice saddle sail salute save scan scatter scold scramble scrape scratch scream search secure
  seize serve settle sew shave shelter shield shift shiver shout shove shrug shuffle sigh sign signal sip sketch skip slam slap slip
  slow smash smell smile smirk smoke snap snatch sneak sniff snort soothe sound spy squeeze squint stab stack stagger stalk stammer
  stare start starve stash stay steady steer step stir stop store storm straighten strain strap stretch stroke stroll struggle stuff
  stumble stutter suggest summon support surrender survey suspect swallow swap swerve switch tackle talk tap taste tease tend test
  text thank threaten tickle tidy tie tighten tilt tiptoe toast toss touch trace track trade trail train trap travel treat
  tremble trick trip trust try tuck tug turn twist type unbutton uncover unfold unlock unpack unroll unsheathe untie unwrap use
  visit volunteer vow wade wait walk wander want warm warn wash watch wave weigh whirl whisk whisper whistle wink wipe wish wonder work
  worry wrap wrestle yank yawn yell yield zip`.split(/\s+/u);

/** Words that are as often a noun: verbs only where the words around them leave no doubt. */
const NOUN_AS_OFTEN = new Set(
  `act address aim answer attack back bang bar bargain bark board bow brush button call camp change charge charm chase check
  claim click comb comfort cook copy cost count cover crack cross cry curse cut dance deal drink drop drum edge end exit face fear fight
  fire focus guard guess guide hammer hand head help hope hug hunt jump kick kiss land laugh light line lock look love mark match
  mention name nap note object offer order pace pack paint park pat phone pin place plan plant play pocket point press promise
  present pump push question race record report request rest ride ring roll row rush sail salute saddle scratch scream search shelter shield
  shot show sign signal sip sketch sleep smell smile smoke sound spit stand start step stick stop store storm stroke support
  switch talk tap taste test text toast touch trace track trade trail train trap travel trick trip trust turn use visit vow
  wait walk wash watch wave whisper whistle wind wink wish wonder work wound wrap yawn yell spring sting match lead`.split(
    /\s+/u,
  ),
);

const DOUBLED = new Set(
  `admit bar beg bet chat clap cut dip drag drop drum fit flip grab grin grip hug hum jog knit nap nod pat permit pin plan plot pop rap
  regret rip rob rub sap scan ship shop shrug sip skip slam slap slip slit snap sob spot stab star step stir stop strap strip
  swap tap tip top trap trim trip tug unzip wag whip wrap zip`.split(/\s+/u),
);

const BASE_FORMS = new Set([...Object.keys(IRREGULAR), ...REGULAR].filter((word) => word !== ""));

/** Whether a word in its plain form can be a verb. */
export function isVerb(word: string): boolean {
  return BASE_FORMS.has(word.toLowerCase());
}

/** Whether it can be a verb and is as often a noun ("light", "step", "watch"). */
export function isAlsoNoun(word: string): boolean {
  return NOUN_AS_OFTEN.has(word.toLowerCase());
}

/** "opens" → "open" where that is a verb; else null. */
export function baseOfThirdPerson(word: string): string | null {
  const lower = word.toLowerCase();
  if (!lower.endsWith("s") || lower.endsWith("ss")) return null;
  const candidates = [lower.slice(0, -1)];
  if (lower.endsWith("es")) candidates.push(lower.slice(0, -2));
  if (lower.endsWith("ies")) candidates.push(`${lower.slice(0, -3)}y`);
  return candidates.find((candidate) => BASE_FORMS.has(candidate)) ?? null;
}

/** Whether a word is already the past form of a verb ("opened", "went"). */
export function isPast(word: string): boolean {
  const lower = word.toLowerCase();
  if (BASE_FORMS.has(lower)) return false;
  if (PAST_FORMS.has(lower)) return true;
  return lower.length > 4 && lower.endsWith("ed");
}

/** The simple past of a base form: "open" → "opened", "go" → "went". */
export function toPastForm(base: string): string {
  const lower = base.toLowerCase();
  const irregular = IRREGULAR[lower];
  if (irregular !== undefined) return irregular;
  if (lower.endsWith("e")) return `${lower}d`;
  if (/[^aeiou]y$/u.test(lower)) return `${lower.slice(0, -1)}ied`;
  if (DOUBLED.has(lower)) return `${lower}${lower.at(-1)}ed`;
  if (lower.endsWith("c")) return `${lower}ked`;
  return `${lower}ed`;
}

const PAST_FORMS = new Set([...BASE_FORMS].map(toPastForm));
