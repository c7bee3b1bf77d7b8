/**
 * Ordinary English words, as stems: those in lower case in at least 100 of some 740 public-domain books (and seldom with a
 * capital inside a sentence), everyday words of today, and words that are names as well. A word of this list is a name only
 * if there is more evidence than a capital at the start of a sentence.
 */
const STEMS = new Set(
  `
aback abandon abashed abated abhorred abhorrence abide ability abject able abnormal aboard abode abominable
abound about above abreast abroad abrupt absence absent absolute absorb absorption abstain abstract
abstraction absurd absurdity abundance abundant abuse abyss accent accept acceptable acceptance access
accessible accident accidental accommodate accommodation accompaniment accompany accomplice accomplish
accord accordance accosted account accumulated accumulating accumulation accuracy accurate accursed
accusation accuse accustomed ache achieve acid acknowledge acknowledgment acquaintance acquainted acquiesced
acquiescence acquire acquisition acquitted acre across act action active activity actor actress actual
actuated acute adapt add addicted addition additional address adequate adhere adieu adjacent adjoining
adjust administer administration admirable admirably admiration admire admission admit admittance admonished
admonition ado adopt adoption adorable adoration adore adorn adrift advance advantage advantageous advent
adventure adventurous adversary adverse adversity advertised advertisement advice advisable advise advocate
aerial afar affable affair affect affectation affection affectionate affinity affirm affirmative afflicted
affliction afford affront afloat afoot afore aforesaid afraid afresh aft afternoon afterward again against
age agency agent aggravated aggressive aggrieved aghast agile agility agitated agitation ago agonized agony
agree agreeable agreeably agricultural agriculture ahead aid aim ain air airlock airport airy aisle ajar
akin alacrity alarm alas album ale alert alien alight alike alive all allay alleged allegiance alley
alliance allotted allow allowance allude alluring allusion ally almost alms aloft alone along alongside
aloof aloud alphabet already also altar alter alteration alternate alternative although altogether always
amateur amazed amazement amazing amber ambition ambitious ambush amends amiable amiably amid amidst amiss
ammunition among amongst amorous amount ample amply amuse analogy analysis anatomy ancestor ancestral anchor
ancient and android anecdote anew angel angelic anger angle angry anguish angular animal animate animation
animosity ankle annals annihilated annihilation announce annoy annoyance annual anon another answer ant
antagonism antagonist ante anti anticipate anticipation antipathy antique antiquity anxiety anxious any
anybody anyhow anyone anything anyway anywhere apart apathy ape aperture apiece apologetic apologetically
apologize apology app appalled appalling apparatus apparel apparent apparition appeal appear appearance
appease appetite applauded applause apple application appoint appreciate appreciation apprehend apprehension
apprehensive approach approbation appropriate approval approve apron apt aptitude arbitrary arch
architecture archway ardent ardour arduous are area aren argue argument arid aright arise arisen aristocracy
aristocratic arithmetic arm armchair armour army arose around arouse arrange array arrest arrival arrive
arrogance arrogant arrow art article articulate artifice artificial artillery artist artistic ascend ascent
ascertain ascribed ash ashamed ashore aside ask askance asleep aspect aspirations aspire ass assailant
assailed assault assemblage assemble assembly assent assert assertion assign assist assistance assistant
associate association assume assumption assurance assure astir astonish astounded astounding astray astride
asunder asylum ate athletic athwart atmosphere atom atone atrocious attach attack attain attempt attend
attendance attendant attention attentive attic attire attitude attorney attract attraction attractive
attribute audacious audacity audible audibly audience aught augmented aunt austere authentic author
authoritative authority automatic automatically autumn avail available avalanche avarice avenge avenue
average averse aversion avert avoid avowal avowed await awake awaken aware away awe awful awhile awkward
awoke awry axe aye azure babe baby bachelor back backbone background backpack backward bacon bad bade badge
baffled baffling bag baggage bait baked baker baking balance balcony bald ball balloon balm balmy balustrade
band bandage bang banish bank bankrupt banner banquet bar barbarians barbaric barbarous barber bare bargain
barista bark barn barrel barren barrier bartender base bashful basin basis basket bass bat bath bathe
battered battery battle bay beach beacon beads beak beam beans bear beast beat beaten beautiful beauty
beaver became because beckoned beckoning become bed bedclothes bedroom bedside bedstead bee beech beef been
beetle befall befallen befell before beforehand beg began beggar begin begun behalf behave behavior
behaviour beheld behind behold belated belief believe bell bellowed bellowing belly belong beloved below
belt bench bend beneath benediction benefactor beneficent beneficial benefit benevolence benevolent bent
bequeathed bereft berries berth beseech beset beside besieged besought best bestow bet bethought betook
betray betrothed between betwixt beware bewildered bewildering bewilderment bewitched beyond bid bidden big
bill billiard billows bind birch bird birth birthday biscuit bishop bit bite bitten black blackened
blackguard blacksmith blade blame blanched bland blank blanket blasphemy blast blaze bleak bled bleed blend
bless blest blew blight blind blinked blinking bliss block blood bloodshed bloodshot bloody bloom blossom
blot blow blown blue bluff bluish blunder blunt blur blush boar boast boat bobbing body boil boisterous bold
bolt bond bondage bone bonnet bony book bookcase boom boon boot booty border bore born borne borrow bosom
boss both bottle bottom boudoir bough bought bound boundary bounty bouquet bow bowels bowl box boy boyfriend
boyhood boyish brace bracelets brain brake branch branded brandy brass brave bravery brazen breach bread
breadth break breakers breakfast breast breath breathe bred breeches breed breeze brethren brewing bribe
brick bridal bride bridegroom bridge bridle brief bright brighten brilliance brilliancy brilliant brim bring
brink brisk bristling brittle broad broke broken bronze brood brook broom broth brought brow brown bruise
brush brutal brutality brute bubble buck bucket buckled bud budge build built bulging bulk bulky bull bullet
bully bump bunch bundle bunker buoyant burden bureau burger burial burly burn burnished burnt burst bury bus
bush bushy bust bustle busy but butcher butler butt butterfly button buy buzz bye bygone cab cabbage cabin
cabinet cable cafe cage cake calamity calculate calculation calendar calf calico call callous calm calves
came camera camp campaign can canal canary candid candidate candle candlestick candour cane cannon cannot
canopy canst canvas cap capable capacious capacity cape capital caprice capricious captain captive captivity
capture car carcass cardinal care cargo carpenter carpet carriage carry cart carve case cash cast caste
castle casual cat catalogue catastrophe catch cathedral cattle caught cause caution cautious cavalry cave
cavern cease ceiling celebrate celebration celestial cell cellar cemetery censure cent central centre
century ceremonial ceremony certain certainty cessation chafed chaff chagrin chain chair chalk challenge
chamber champagne champion chance change channel chant chaos chap chapel chapter character characteristic
charcoal charge chariot charitable charity charm chart chase chasm chaste chat cheap cheat check checkpoint
cheek cheer cheery cheese chemical chemist chemistry cherish cherry chess chest chestnut chewed chewing
chicken chief child childhood childish childlike children chill chilly chimed chimney chin chink chivalrous
chivalry chocolate choice choir choke choose chop chord chorus chose chosen christened chronicle chuckle
church churchyard cigar cigarette circle circuit circular circulated circulation circumference circumstance
circus citizen city civil civilised civility civilization civilized clad claim clambered clamour clang clap
clash clasp class classic classical clatter claw clay clean cleanliness clear cleft clenched clergy
clergyman clerical clerk clever click client cliff climate climax climb cling clipped cloak clock close
closet cloth clothe cloud cloudy club clue clump clumsy clung cluster clutch coach coachman coal coarse
coast coat coaxing cock code coffee coffin coil coin coincidence cold collapse collar colleague collect
collection college collision colonel colony color colossal colour column comb combat combination combine
come comedy comfort comfortable comfortably comic comical command commence commend comment commerce
commercial commission commit committee common commonplace commotion communicate communication communicative
communion community compact companion companionship company comparative compare comparison compartment
compass compassion compassionate compel compensate compensation competent competition complacency complacent
complain complaint complete completion complex complexion compliance complicated complication compliment
complimentary comply compose composition composure compound comprehend comprehension comprehensive
compressed comprised compromise compulsion compunction computer comrade conceal conceded conceit conceivable
conceive concentrate concentration conception concern concert concession conclude conclusion conclusive
concourse concrete condemn condemnation condensed condescend condescension condition conduct conductor
confer conference confess confession confidant confide confidence confident confidential confine confirm
confirmation conflagration conflict conform confound confront confused confusing confusion congenial
congratulate congratulations congregation conjecture conjunction conjure connect connection conquer
conqueror conquest conscience conscientious conscious consecrated consent consequence consequent consider
considerable considerably considerate consideration consigned consist consistency consistent consolation
console conspicuous conspiracy constable constancy constant consternation constitute constitutional
constrained constraint construct construction consult consultation consume consummate consummation
consumption contact contagious contain contemplate contemplation contemporary contempt contemptible
contemptuous contend content contention contest continent contingency continual continuance continuation
continue continuous contract contradict contradiction contradictory contrary contrast contribute
contribution contrivance contrive control controversy convenience convenient convent convention conventional
conversation conversational converse conversion convert convey conveyance convict conviction convince
convulsed convulsion convulsive cook cool cop cope copy coral cord cordial cordiality core cork corn corps
corpse correct correction correspond correspondence correspondent corridor corrupt corruption cost costume
cosy cot cottage cotton couch cough could couldn council counsel count countenance country countryman
countrymen countryside county couple courage courageous course court courteous courtesy courtship courtyard
cousin cover covert coveted cow coward cowardice crack crackling cradle craft crafty crammed cramped crash
cravat crave crawl crazy creak cream create creation creative creature credible credit creditable creditors
credulity credulous creed creek creep crept crescent crest crevice crew cricket crime criminal crimson
cripple crisis crisp critic critical criticism crockery crook crop cross crouched crouching crow crown crude
cruel cruelty crumbled crumbling crumbs crumpled crush crust cry crystal cubicle cue cuffs culprit cultivate
cultivation culture cunning cup cupboard cur curate curb cure curfew curiosity curious curl current curse
curt curtain curve cushion custody custom customary cut cyborg cynical dad dagger dainty dairy dale dam
damage damn damnable damp damsel dance danger dangerous dangling dare daren daresay dark darken darling dart
dash dashboard data date daughter daunted dawn day daybreak daylight daytime dazed dazzled dazzling dead
deadline deaf deafening deal dealt dean dear death debate debt decay deceased deceit deceive decency decent
deception decide decision decisive deck declaration declare decline decorated decoration decorous decorum
decree dedicated deed deem deep deepened deepening deer defeat defect defective defence defend defense
defensive defer deference deferential defiance defiant deficiency deficient defiled define definite
definition deformed deftly defy degenerate degradation degraded degrading degree deigned deity dejected
dejection delay deliberate deliberation delicacy delicate delicious delight delirious delirium deliver
deliverance delivery deluded deluge delusion demand demeanour democratic demon demonstrate demonstration
demure den denial denoted denounced dense deny depart departure depend dependence dependent depicted
deplorable deportment deposit depravity depressed depressing depression deprive depth deputy derision derive
des descend descendant descent describe description desert desertion deserve design designated desirable
desire desirous desist desk desolate desolation despair despatch desperate desperation despicable despise
despite despondency despondent dessert destination destined destiny destitute destroy destruction
destructive desultory detached detachment detail detain detect detection detective determination determine
detest detestable deuce develop device devil devilish devise devoid devote devotion devour devout dew dewy
dexterity diabolical dial dialect dialogue diameter diamond diary dick dictate dictionary did didn die diet
differ difference different difficult difficulty diffidence diffused dig digestion dignified dignity
dilapidated dilated dilemma diligence diligent dim dimensions diminish diminutive din dine dingy dint dip
diplomatic dire direct direction director dirt dirty disabled disadvantage disagreeable disappear
disappearance disappoint disapproval disapprove disarmed disaster disastrous discarded discern discernible
discharge discipline disclose disclosure discoloured discomfiture discomfort disconcerted disconsolate
discontent discord discordant discourage discourse discover discovery discredit discreet discretion discuss
discussion disdain disease disengaged disfigured disgrace disguise disgust dish dishevelled dishonest
dishonour disinterested dislike dismal dismay dismiss dismissal dismounted disobedience disobey disorder
dispatch dispel dispense disperse displaced display displeased displeasure disposal dispose disposition
dispute disregard disreputable dissatisfaction dissatisfied dissipated dissipation dissolution dissolve
dissuade distance distant distaste distinct distinction distinctive distinguish distinguishable distorted
distract distraction distress distributed distribution district distrust disturb disturbance ditch dive
divers diversion divert divide divine divinity division divorce dizzy docile dock doctor doctrine document
dodge does doesn dog doing doleful doll dollar domain dome domestic dominant dominated dominion don done
donkey doom door doorbell doorstep doorway dormant dose dost doth dotted double doubly doubt dove down
downcast downfall download downright downstairs downward doze dozen drab draft drag dragon drain drama
dramatic drank draped drapery draught draw drawn dread dream dreamt dreamy dreary dregs drenched dress drew
drift drill drink dripped dripping drive driven drizzle droll drone droop drop drove drown drowsy drug drum
drunk drunkard drunken dry dubious duck due duel dug duke dull dully duly dumb dun dungeon duplicate
duration during dusk dusky dust dusty dutiful duty dwarf dwell dwellers dwelt dwindled dye dynamite each
eager eagle ear earn earth earthquake ease east eastward easy eat eaten eaves ebb ebony eccentric echo
eclipse economical economy ecstasy ecstatic edge edifice edition editor educate education effaced effect
effective effectual efficacy efficiency efficient effort egg eight eighteen eighteenth eighty either
ejaculated ejaculation elaborate elapse elastic elated elation elbow elder eldest elect election electric
electricity elegance elegant element elementary elephant elevated elevation elevator eleven eleventh
elicited eligible elm eloquence eloquent else elsewhere elude emaciated email embark embarrassed
embarrassing embarrassment embers embittered emblem embodied embrace embroidered embroidery emerge emergency
eminent emitted emotion emotional emperor emphasis emphatic emphatically empire employ empty enable enacted
enchanted enchanting enchantment encircled encircling enclosed enclosing enclosure encounter encourage
encumbered end endeavor endeavour endowed endurance endure enemy energetic energetically energy enforce
engage engendered engine engraved engrossed enhanced enigma enjoined enjoy enlarge enlighten enlisted
enlivened enmity enormous enough enraged enriched enslaved ensue ensure entangled enter enterprise entertain
enthusiasm enthusiastic enthusiastically entire entitled entrance entreat entreaty entrusted entry envelope
enviable envious environment envy episode epistle epithet epoch equal equality equanimity equilibrium
equipment equipped equivalent era ere erect err errand error escape escort especial essay essence essential
est establish estate esteem estimate estimation etc eternal eternity ethereal ethics etiquette evade eve
even event eventually everlasting evermore every everybody everyday everyone everything everywhere evidence
evident evil evinced evolution evolved exact exaggerate exaggeration exaltation exalted examination examine
example exasperated exasperating exasperation exceed excellence excellent except exception exceptional
excess excessive exchange excitable excite exclaim exclamation exclude exclusion exclusive excursion excuse
execute execution exemplary exempt exercise exert exertion exhaust exhaustion exhibit exhibition exile exist
existence exit expand expanse expansion expect expectant expectation expedient expedition expelled expended
expenditure expense expensive experience experiment expert expired explain explanation explicit exploded
exploit explore explosion explosive expose exposition exposure express expression expressive exquisite
extend extension extensive extent exterior external extinct extinction extinguish extra extract
extraordinary extravagance extravagant extreme extremity extricate exultant exultation exulting eye eyebrows
eyelashes eyelids eyesight fable fabric fabulous face facility fact factor factory faculty fade fail failure
fain faint fair fairy faith fall fallen false falsehood falter fame familiar familiarity family famine
famished famous fan fanciful fancy fangs fantastic far farce fare farewell farm farmhouse farther farthest
farthing fascinated fascinating fascination fashion fashionable fast fasten fastidious fat fatal fate father
fathom fatigue fault favor favorable favorite favour favourable favourably favourite fawn fear feast feat
feather feature fed fee feeble feebly feel feet feigned felicity fell fellow fellowship felt female feminine
fence fern ferocious ferocity fertile fervent fervour festival festive fetch fetters fever feverish few
fibre fickle fiction fictitious fiddle fidelity field fiend fiendish fierce fiery fifteen fifteenth fifth
fifty fig fight figure file filial fill film filtered filth filthy final financial find fine finery finger
finish fir fire firelight fireplace fireside firm firmament first fish fisherman fishermen fist fit five fix
flag flakes flame flank flannel flap flare flash flashlight flask flat flattened flattery flavour flaw fled
flee fleet flesh flew flexible flicker flight flimsy fling flint flirt flit float flock flood floor florid
flour flourish flow flowery flown fluent fluid flung flurry flush flutter fly foam focus foe fog foggy fold
foliage folk follow followers folly fond food fool foolish foot footman footmen footprints footstep for
forbade forbear forbearance forbid forbidden force forcible forcibly fore foreboding forefathers forefinger
foregoing foreground forehead foreign foremost forenoon foresaw foresee foreseen foresight foretold forever
forfeit forgave forge forget forgive forgiven forgot forgotten fork forlorn form formal formality formation
formidable formula forsake forsaken forsook forsooth fort forth forthcoming forthwith fortified fortitude
fortnight fortress fortunate fortune forty forward foster fought foul found foundation fountain four
fourteen fourth fowl fox fraction fragile fragment fragmentary fragrance fragrant frail frame framework
frank frantic frantically fraud fraught fray freak free freedom freeway freeze freight frenzy frequent fresh
fret friction fridge friend friendship fright frighten fringe frivolous fro frock frog from front frontier
frost frosty frown froze frozen fruit fry fuel fugitive fulfil full fully fulness fumbled fumbling fumes fun
function fundamental funeral funny fur furious furnace furnish furniture furrowed furrows further furthest
furtive fury fuss futile futility future gaiety gain gait galaxy gale gall gallant gallantry gallery gallop
gallows gambling game gang gap garage garb garden garlands garment garret garrison gas gasp gate gateway
gather gaudy gaunt gauze gave gay gaze gear geese gem gene general generation generosity generous genial
genius genteel gentle gentleman gentlemen gently gentry genuine geography germ gesticulating gesture get
ghastly ghost giant giddy gift gigantic gilded gilt gin ginger girdle girl girlfriend girlhood girlish girt
give given glad glade glamour glance glare glass glassy glazed gleam glee glen glide glimmer glimpse glint
glistened glistening glitter globe gloom gloomy glorified glorious glory glossy glove glow gnarled gnawed
gnawing goal goat god goddess goes goggles goin going gold golden gone good goodwill goose gorge gorgeous
gossip got gotten gout govern governess governor gown grabbed grace gracious grade gradual grain grammar
grand grandchildren grandeur grandfather grandmother grandson granite grant grapes grapple grasp grass
grassy grate gratification gratify gratitude grave gravel graveyard gravity gray grazed grazing grease
greasy great greed greedy green greenish greet grew grey grief grievance grieve grievous grim grimace grimy
grin grip grizzled groan grocer groom groped groping gross grotesque ground group grove grow growl grown
growth grudge gruff grumble grunt guarantee guard guardian guess guest guidance guide guilt guilty guinea
guise guitar gulf gulp gun gunpowder gunslinger gurgling gush gust gutter guy habit habitable habitation
habitual hack had hadn haggard hail hair hairy hale half halfway hall hallway halo halt halves ham hamlet
hampered hand handiwork handkerchief handle handsome handwriting handy hang happen happy harassed harbour
hard harden hardship hardy hare harm harmonious harmony harness harp harsh harvest has hasn hast haste
hasten hasty hat hatched hatchet hate hath hatred haughty haul haunt have haven havoc hawk hay hazard
hazardous haze hazel hazy head headache headlights headlong headquarters headset heal health healthy heap
hear hearers heart hearth hearty heat heath heathen heave heaven heavy hedge heed heel height heightened
heir heiress held hell hellish helm helmet help hem hen hence henceforth her herald herbs here hereabouts
hereafter hereditary heretofore heritage hermit hero heroic heroine heroism herself hesitate hesitation hewn
hid hidden hide hideous high highway hill hillside hilt him himself hind hindrance hinges hint hip hire his
historian historic historical history hit hitch hither hitherto hive hoarse hoary hog hoisted hold hole
holiday hollow holly hologram homage home homeward honest honesty honey honeymoon honor honorable honour
honourable hood hoodie hoof hook hop hope horizon horizontal horn horrible horribly horrid horrified horror
horse horseback horseman horsemen hospitable hospital hospitality host hostess hostile hostility hot hotel
hound hour house household housekeeper housekeeping housemaid hover how however howl hubbub huddled hue hug
huge hull hum human humane humanity humble humbly humbug humiliated humiliating humiliation humility humor
humorous humour hundred hundredth hung hungry hunt hurl hurricane hurry hurt husband hush husky hustled hut
hymn hypocrisy hypocrite hypothesis hysterical hysterics ice icy idea ideal identical identify identity
idiot idiotic idle idly idol ignoble ignominy ignorance ignorant ignore ill illuminated illuminating
illumination illumined illusion illustrate illustration illustrious image imaginable imaginary imagination
imaginative imagine imbecile imitate imitation immaculate immeasurable immeasurably immediate immemorial
immense immensity immersed imminent immoral immortal immortality immovable impaired impart impartial
impassable impassioned impassive impatience impatient impeded impediment impelled impending impenetrable
imperative imperceptible imperceptibly imperfect imperious impersonal impertinence impertinent impetuosity
impetuous impetus implacable implements implicit implore imply import importance important impose
impossibility impossible impostor impotent impracticable impregnable impress impression impressive
imprisoned imprisonment improbable improper impropriety improve improvised imprudence imprudent impudence
impudent impulse impulsive impunity inability inaccessible inaction inadequate inanimate inarticulate
inasmuch inaudible incalculable incapable incapacity incense incessant inch incident incidentally
inclination incline include incoherent income incomparable incompatible incomplete incomprehensible
inconceivable incongruous inconsistent inconvenience inconvenient increase incredible incredibly incredulity
incredulous incumbent incur incurable indebted indecent indecision indeed indefatigable indefinable
indefinite independence independent indescribable indicate indication indifference indifferent indignant
indignation indignity indirect indiscreet indiscretion indispensable indistinct individual individuality
indolence indolent indomitable indoors induce indulge indulgence indulgent industrious industry ineffable
ineffectual inert inevitable inevitably inexhaustible inexorable inexperience inexplicable inexpressible
inexpressibly infallible infamous infamy infancy infant infatuation infected infer inference inferior
inferiority infernal infinite infinity infirmity inflamed inflexible inflict influence influential inform
information ingenious ingenuity ingenuous ingratitude inhabit inhabitant inherent inherit inheritance
inhuman iniquity initial initiated initiative injunction injure injurious injury injustice ink inkling inky
inlaid inland inmates inmost inn innate innermost innocence innocent innumerable inquire inquiry inquisitive
insane insanity insatiable inscribed inscription inscrutable insect insensibility insensible insensibly
inseparable inserted inside insidious insight insignificance insignificant insinuating insist insistence
insistent insolence insolent inspect inspection inspiration inspire installed instance instant instantaneous
instead instinct instinctive institution instruct instruction instructive instrument insufferable
insufficient insult insupportable insurance insure intact integrity intellect intellectual intelligence
intelligent intelligible intend intense intensified intensity intent intention intercepted interchange
intercourse interest interface interfere interference interior intermediate interminable intermittent intern
internal internet interposed interpret interpretation interrupt interruption interval intervened intervening
intervention interview intimacy intimate intimation into intolerable intolerably intonation intoxicated
intoxication intricate intrigue introduce introduction intrude intrusion intuition invaded invading invalid
invaluable invariable invariably invasion invent invention inverted invest investigate investigation
inveterate invincible invisible invitation invite involuntary involve inward iris irksome iron ironical
irony irrational irregular irrelevant irrepressible irresistible irresistibly irresolute irresponsible
irrevocable irrevocably irritable irritably irritate irritation island isle isn isolated isolation issue
item its itself ivory ivy jack jacket jaded jagged jail jam jar jaw jay jealous jealousy jeans jelly jerk
jest jet jewel jingling job join joint joke jolly jostled journal journey jovial joy joyous judge judgment
judicial judicious jug juice jump juncture jungle junior jury just justice justification justify keel keen
keep kept kettle key keyboard keyhole kick kid kill kin kindle kindred king kingdom kinsman kiss kitchen
kitten knack knee kneel knelt knew knife knight knit knives knob knock knot know knowledge known knuckles
label labor laboratory laborious labour labyrinth lace lack lad laden lady laid lain lair lake lamb lame
lament lamentable lamentations lamp lamplight lance land landlady landlord landscape lane language languid
languishing languor lank lantern lap lapse laptop large lark laser lash last latch late latent latitude
latter laugh laughter launch laurel lavender lavished law lawn lawyer lay lazy lead leaden leaf leafy league
lean leant leap leapt learn learnt lease least leather leathern leave lecture led ledge left leg legacy
legal legend legitimate leisure lemon lend length lengthened lent less lessen lesson lest let lethargy level
lever levity liable liar liberal liberality liberated liberty library license lick lid lie life lifetime
lift light lighten lightning like likelihood likewise lilac lily limb lime limit limitations limp limpid
line linen linger link lion lip liquid liquor list listen lit literal literary literature lithe little live
livelihood livery livid load loaf loan loath loathe loathsome lobby local locality located lock lockdown
lodge loft lofty log logic logical loins loitered loitering lone lonesome long look lookout loom loop loose
loosen lord lordship lore lose loss lost lot loth loud lounge lovable love low loyal loyalty lucid luck
lucky ludicrous luggage lull lumber luminous lump lunatic lunch luncheon lungs lurch lure lurid lurk lust
lustily lustre lustrous luxuriant luxurious luxury lying machine machinery mad maddened maddening made
madman magazine magic magical magician magistrate magnanimity magnanimous magnetic magnificence magnificent
magnified magnitude mahogany maid maiden mail main maintain maintenance majestic majestically major majority
make makers malady male malice malicious malignant mall mamma man manage mane manfully mangled manhood mania
maniac manifest manifestation manifold mankind manoeuvre manor mansion mantel mantelpiece mantle manual
manufacture manuscript many map mar marble march mare margin mark market marriage marrow marry marsh marshal
martial martin martyr martyrdom marvel marvellous marvelous masculine mask mason masonry mass massive mast
masterpiece mastery mat match mate material maternal mathematical mathematics matrimonial matrimony matron
mattress mature maturity maxim may maybe mayn maze meadow meagre meal mean meant meantime meanwhile measure
meat mechanical mechanics mechanism meddle medical medicine meditate meditation meditative medium meek meet
melancholy mellow melodious melody melt member memorable memorial memory men menace mental mention mercenary
merchandise merchant merciful merciless mercy mere merged merit merriment merry mess message messenger met
metal metallic method methodical metropolis mice microwave mid midday middle midnight midst midsummer midway
mien might mightn mighty mild mile military milk mill million millionaire mind mine mingle miniature
minister ministry minor minority minute miracle miraculous mire mirror mirth miscellaneous mischief
mischievous miserable miserably misery misfortune misgiving mishap misled miss mission missionary mist
mistake mistaken mistook mistress mistrust misty misunderstand misunderstood mix mixture moan mob mock
mockery mode model moderate moderation modern modesty modified moist moistened moisture mole molten mom
moment momentary momentous monarch money monk monkey monotonous monotony monster monstrous month monument
mood moody moon moonlight moonlit moonshine moor moral morality morbid more moreover morn morose morrow
morsel mortal mortality mortar mortification mortified moss mossy most motel moth motion motive motor motto
mould mound mount mountain mountainous mourn mouse moustache mouth move much mud muddy muffled mug mule
multiply multitude mumbled mumbling murder murderous murmur muscle muscular muse museum music musical
musician muslin must mustn musty mute mutilated mutter mutton mutual muzzle myriad myself mysterious mystery
mystic mystical nail naked name nap napkin narrated narration narrative narrow nasty nation national native
natural nature naught naughty naval navigation navy nay near neat necessary necessity neck necklace need
needle needn negative neglect negligence neighbor neighborhood neighbour neighbourhood neither neon nephew
nerve nervous nest nestled nestling net network neutral never nevertheless new newcomer newspaper next nice
nicety niche niece nigh night nightfall nightmare nimble nimbly nine nineteen nineteenth ninety ninth
nobility noble nobleman nobly nobody nocturnal nod noise noisy nominal non none nonsense nook noon nor
normal north northern northward nose nostrils not notable note nothing notice noticeable notion notorious
notwithstanding nought nourished nourishment novel novelty now nowadays nowhere nuclear nuisance numb
numerous nun nurse nursery nut oak oaken oar oath oats obedience obedient obey object objection objective
obligation oblige obliterated oblivion oblivious oblong obnoxious obscure obscurity observance observant
observation observe obstacle obstinacy obstinate obstruction obtain obvious occasion occasional occupant
occupation occupy occur occurrence ocean odd odious odor odour off offence offend offensive office official
officious offspring oft often oil oily okay old olive omen ominous omission omit once one oneself onions
only onto onward opaque open opera operate operation opinion opponent opportunity oppose opposite opposition
oppress oppression oppressive oracle orange orator orbit orchard orchestra ordained ordeal order ordinary
organ organization organized origin original originality originated ornament ornamental orphan orthodox
other otherwise ought oughtn ounce our ourselves out outbreak outburst outcast outcome outcry outfit outlet
outline outlook outlying outrage outrageous outright outset outside outskirts outstretched outward oval oven
over overboard overcame overcast overcoat overcome overflow overgrown overhanging overhead overhear overhung
overjoyed overlook overnight overpowered overpowering overshadowed overspread overtake overtaken overthrow
overthrown overtook overturned overwhelm owe owl own oxen oyster pace pack package packet padded page paid
pail pain paint pair palace palate pale pallid pallor palm palpable palpitating paltry pan pane panel pang
panic panted panting pantomime pantry papa paper par parade paradise paragraph parallel paralysed paralysis
paralyzed paramount parapet parasol parcel parched parchment pardon parent parentage parental parish park
parley parlor parlour paroxysm parrot parson part partake partial partiality particle particular partition
partner partnership partook party pass passage passenger passers passion passionate passive password past
paste pastime pasture pat patch patent paternal path pathetic pathetically pathos pathway patience patient
patriotic patriotism patron patronage pattering pattern pause paved pavement paw pay paycheck pea peace
peaceable peach peacock peak peal pearl pearly peasant pebble peculiar peculiarity pecuniary pedestal peep
peer peevish peg pen penalty penance pence pencil penetrate penetration penitence penitent penniless penny
pension pensive pent penthouse people pepper per perceive perceptible perceptibly perception perch perchance
peremptory perfect perfection perforce perform performance perfume perhaps peril perilous period periodical
perish permanent permission permit pernicious perpendicular perpetual perplexed perplexing perplexity
persecuted persecution perseverance persevere persist persistence persistent person personage personal
personality perspective perspiration persuade persuasion persuasive perturbation perturbed perusal pervaded
pervading perverse perversity perverted pestilence pet petals petition petrified petticoat petty pew phantom
phase phenomena phenomenon philosopher philosophic philosophical philosophy phone photograph phrase physical
physician physiognomy piano pick picnic picture picturesque pie piece pierce piety pig pigeon pile pilgrim
pilgrimage pillar pillow pilot pin pinch pine pink pinnacle pint pious pipe piqued pistol pit pitch piteous
pitiable pitiful pitiless pity pizza place placid plague plain plaintive plan plane planet plank plant
plantation plaster plastic plate platform plausible play playlist plaything plea pleasant pleasantry please
pleasurable pleasure pledge plentiful plenty plied plight plot plough pluck plum plumage plume plump plunder
plunge plus pocket poem poet poetic poetical poetry poignant point poise poison poisonous poke pole police
policeman policemen policy polish polite political politician politics pomp pompous pond ponderous pony pool
poor pop pope populace popular popularity population populous porch pore pork port portal portentous portico
portion portrait pose position positive possess possession possessor possibility possible possibly post
posterity postman postpone posture pot potato potent pouch poultry pounced pound pour poverty powder power
practicable practical practice practise praise pray pre preach precarious precaution preceded precedence
precedent preceding precincts precious precipice precipitate precipitous precise precision predecessor
predicament predicted predominant preface prefer preferable preference pregnant prejudice preliminary
prelude premature premises preoccupied preparation preparatory prepare preposterous prescribed prescription
presence present presentation presentiment preservation preserve presided president presiding press pressure
presumably presume presumption presumptuous pretence pretend pretensions pretext pretty prevail prevalent
prevent previous prey price prick pride primary primeval primitive prince principal principle print prior
prison privacy private privation privilege prize probability probable probably problem procedure proceed
process procession proclaim procure prodigal prodigious produce product production productive profane
profess profession professional professor proffered profile profit profitable profound profusely profusion
programme progress progressive project projection prolong prominent promise promontory promote promotion
prompt prone pronounce pronunciation proof propaganda proper property prophecy prophesied prophet prophetic
propitious proportion proposal propose proposition propped proprietor propriety prosaic prose prospect
prosper prosperity prosperous prostrate protect protection protector protest protestations protocol
protracted protruded protruding proud prove proverb provide providence province provincial provision
provocation provoke prowess prowling proximity prudence prudent pry psychological psychology public
publication publicity publish pudding puff pull pulpit pulse pump punch punctual punish puny pupil puppy
purchase pure purity purple purport purpose purse pursue pursuit push put puzzle pyramid quaint
qualifications qualified quality quantity quarantine quarrel quarrelsome quarry quarter queen queer quench
queried querulous quest question questionable quick quickened quickening quiet quit quite quiver quotation
quote rabbit race rack radiance radiant radiation radio rafters rag rage rail railroad railway raiment rain
rainy raise rake rally ram ramble ran random rang range rank rap rapid rapidity rapt rapture rapturous rare
rascal rash rat rate rather ration rational rattle raved raven ravenous ravine raving raw ray razor reach
reaction reactor read ready real realise reality realization realize realm reap reappear reappearance rear
reason reasonable reasonably reassure rebel rebellion rebellious rebuke recall receded receding receipt
receive recent reception recess recital recite reckless reckon reclined reclining recognise recognition
recognize recoil recollect recollection recommend recommendation recompense reconcile reconciliation record
recounted recourse recover recovery recreation recruit recur red reddened reddening reddish redeem redoubled
redress reduce reed reef reeking reel refer reference refined refinement reflect reflection reflectively
reform refrain refresh refuge refusal refuse regain regal regard regime regiment region register regret
regretfully regular regularity regulate regulation reign rein reiterated reject rejoice rejoin relapse
relate relation relationship relative relax relaxation release relentless reliable reliance relic relief
relieve religion religious relinquish relish reluctance reluctant rely remain remainder remark remarkable
remarkably remedy remember remembrance remind reminiscences remnant remonstrance remonstrated remorse remote
removal remove rend rendezvous renew renewal renounce renown rent repaid repair repast repay repeat repel
repent repentance repentant repetition replace reply report repose represent representation representative
repress reproach reproduce reproof republic repugnance repulse repulsion repulsive reputation repute request
require requirements requisite rescue research resemblance resemble resent reserve reside residence resident
resign resignation resist resistance resolute resolution resolve resort resounded resounding resource
respect respectability respectable respective respite resplendent respond response responsibility
responsible responsive rest restaurant restoration restore restrain restraint restricted result resume
resurrection retain reticence reticent retire retort retrace retreat retribution return reveal revel
revelation revenge reverence reverent reverie reverse reverted review revival revive revolt revolution
revolved revolver revolving revulsion reward rheumatism rhyme rhythm ribbon ribs rice rich rid ridden riddle
ride ridge ridicule ridiculous rifle right righteous rigid rigidity rim ring riot riotous rip ripe ripened
ripening ripple rise risen risk rites rival rivalry river riveted road roadside roadway roam roar roast rob
robbery robe robin robot robust rock rocky rod rode rogue role roll romance romantic roof room root rope
rose rosy rot rotten rough round rouse rout route routine roving row royal royalty rub rubbish ruby ruddy
rude rue ruefully ruffian ruffled rug ruin ruinous rule rum rumble rumour run runaway rung rural rush rust
rustic rustle rusty ruthless sable sack sacred sacrifice sad saddened saddle safe safeguard safety sagacious
sagacity sage said sail sailor saint sake salary sale sallow salmon saloon salt salutation salute salvation
same sample sanction sanctity sanctuary sand sandwich sandy sane sang sanguine sanity sank sap sarcasm
sarcastic sarcastically sash sat satellite satin satisfaction satisfactory satisfy saturated sauce sauntered
savage save saw say scaffold scale scandal scandalous scanned scanning scant scanty scar scarce scare scarf
scarlet scatter scene scenery scent sceptical scheme scholar school schoolboy schoolmaster science
scientific scissors scold scope scorched scorching score scorn scoundrel scourge scowl scramble scrap scrape
scratch scrawled scream screen screw scribbled scrub scruple scrupulous scrutiny scum sea seal seaman seamen
search season seat secluded seclusion second secondary secrecy secret secretary section secure security
seduced seductive see seek seem seen seething seize seldom select selection self selfie selfish sell selves
semblance semi send senior sensation sense sensibility sensible sensibly sensitive sensor sensual sent
sentence sentiment sentimental sentinel sentry separate separation sequel sequence serene serenity sergeant
series serious sermon serpent servant serve service serviceable servile servitude set settle seven seventeen
seventh seventy several severe severity sew sex shabby shade shadow shadowy shady shaft shaggy shake shaken
shaky shall shallow shalt sham shame shan shape share sharp sharpened shattered shave shaven shawl she
sheath sheep sheet shelf shell shelter shelves shepherd sheriff shield shift shilling shimmering shine shiny
ship shipwreck shirt shiver shock shod shoe shone shook shoot shop shore short shorten shot should shouldn
shout shove shovel show shown shrank shreds shrewd shriek shrill shrine shrink shrivelled shroud shrub
shrubbery shrug shrunk shrunken shudder shuffled shuffling shun shut shuttle shy sick sickened sickening
side sideboard sidelong sidewalk sideways siege sigh sight sign signal signature significance significant
signify silence silent silk silken silky sill silly silver silvery similar similarity simile simple
simplicity simply simultaneous sin since sincere sincerity sing single singular sinister sink sip sir sister
sit site situated situation six sixpence sixteen sixteenth sixth sixty size skeleton sketch skilful skill
skimmed skin skip skirt skull sky skyscraper slab slack slackened slain slammed slander slang slanting slap
slate slaughter slave slavery slay sleek sleep sleepy sleeve slender slept slew slice slid slide slight slim
slime slimy sling slip slippers slippery slit slope slow sluggish slumber slung slunk sly smack small smart
smash smeared smell smelt smile smite smitten smoke smoky smooth smote smother smouldering snail snake snap
snare snarl snatch sneak sneakers sneer sniff snoring snort snow snowy snuff snug soaked soap soar sob
sociable social society sockets socks soda sodden sofa soft soften soil sojourn solace sold soldier sole
solemn solemnity solicitous solicitude solid solidity solitary solitude solution solve sombre some somebody
somehow someone something sometime somewhat somewhere son song sonorous soon soothe sordid sore sorrow sorry
sort sought soul sound soup sour source south southward sovereign sow sown space spacecraft spaceship
spacious spade span spare spark sparkle spasm spasmodic spat speak spear special species specific specimen
speck speckled spectacle spectator spectral spectre speculate speculation speculative sped speech speed
speedy spell spend spent sphere spider spikes spilled spilt spin spine spire spirit spiritual spit spite
splash splendid splendor splendour split spoil spoilt spoke spoken sponge spontaneous spoon sport sportsman
spot sprang sprawling spray spread spreadsheet sprightly spring sprinkled sprinkling sprung spun spur spy
squalid square squat squeeze squire squirrel stab stable stack stadium staff stage stagecoach stagger
stagnant staid stain stair staircase stairway stake stale stalk stall stalwart stammered stamp stand
standard standstill star stare stark starlight starry starship start startle starvation starve state
statesman statesmen station stationary statue stature stay stead steadfast steady steal stealthy steam steed
steel steep steer stem stench step stern steward stick sticky stiff stiffened stifle still stimulate
stimulus sting stir stock stole stolen stolid stomach stone stony stood stool stoop stop store storm stormy
story stout stove stowed straggling straight straighten straightforward straightway strain strait stranded
strange strangle strap straw stray streak stream street streetlight strength strengthen strenuous stress
stretch strewed strewn stricken strict stride strife strike string strip strive strode stroke stroll strong
strove struck structure struggle strung stubborn stuck studded student studious study stuff stumble stump
stung stunned stunted stupefied stupendous stupid stupidity stupor sturdy style sub subdue subject
subjection sublime submerged submission submissive submit subordinate subsequent subsided substance
substantial substitute subterranean subtle subtlety subtly suburbs subway succeed success succession
successive successor succumbed such suck sudden sue suffer suffice sufficient suffocated suffocating
suffused sugar suggest suggestion suggestive suicide suit suitable suite suitor sulky sullen sultry sum
summary summit summon sumptuous sun sunbeams sundry sung sunk sunken sunlight sunlit sunny sunrise sunset
sunshine sup superb superficial superfluous superhuman superior superiority supermarket supernatural
superstition superstitious supervision supple supplication supply support suppose supposition suppress
suppression supremacy supreme sure surf surface surge surgeon surly surmise surmounted surpass surprise
surrender surround surveillance survey survive survivors susceptible suspect suspended suspense suspicion
suspicious sustain sustenance swallow swam swamp swan swarm swarthy swathed sway swear sweat sweep sweet
sweetheart swell swept swift swim swine swing switch swollen swoon sword swore sworn swung syllable symbol
symmetry sympathetic sympathetically sympathize sympathy symptom system systematic table tacit taciturn tack
tackle tact tactics tail tailor taint take taken tale talent talk talkative tall tallow tame tangible tangle
tanned tap tape tapestry tar target tarnished task taste tattered tatters taught taunt tavern tawny tax taxi
tea teach team tear tease technical tedious teeming teenager teeth telegram telegraph telephone telescope
television tell temper temperament temperate temperature tempest tempestuous temple temporary tempt
temptation ten tenacity tenant tendency tenor tense tension tent tenth term terminated termination terrace
terrestrial terrible terribly terrier terrific terrified terrifying territory terror test testify testimony
text texture than thank thanksgiving that thatched the theatre theatrical thee theft their them theme
themselves then thence theology theory there thereabouts thereafter thereby therefore therefrom therein
thereof thereon thereto thereupon these they thick thickened thicket thief thieves thigh thin thine think
third thirst thirsty thirteen thirty this thither thorn thorough thoroughfare those thou though thought
thousand thread threadbare threat threaten three threshold threw thrice thrill throat throb throne throng
through throughout throw thrown thrust thud thumb thump thunder thunderbolt thus thwart thy thyself ticket
ticking tickled tide tidings tidy tie tiger tight tightened tightening tiles till tilt timber time timid
timidity tin tinge tingling tinkling tint tiny tip tiptoe tire tiresome tissue title toad toast tobacco
today toe together toil toilet token told tolerable tolerably tolerant tolerate toll tom tomb tomorrow ton
tone tongue tonight too took tool tooth top topic topmost torch tore torment torn torrent torture toss total
tottered tottering touch tough tour tow toward towel town toy trace track tract trade tradesman tradesmen
tradition traditional traffic tragedy tragic trail train trait traitor tramp trample trance tranquil
tranquillity transaction transfer transfigured transfixed transformation transformed transient transition
translate translation transmit transparent transport transportation trap travel traverse tray treacherous
treachery tread treason treasure treasury treat treaty treble tree tremble tremendous tremor tremulous
trepidation tresses trial triangle triangular tribe tribute trick trickle trifle trigger trim trinkets trio
trip triple triumph triumphant trivial trod trodden troop tropical trot trouble troublesome trough trousers
trout truce truck true truly trumpet trunk trust trustworthy trusty truth try tub tube tucked tuft tug
tumble tumult tumultuous tune tunnel turbulent turf turkey turmoil turn tutor twain twelve twentieth twenty
twice twig twilight twin twinkle twist twitch two tying type typical tyrannical tyranny tyrant ugly ultimate
umbrella unable unaccountable unaccustomed unacquainted unaffected unalterable unanimous unarmed
unattainable unavoidable unaware unbearable unbecoming unborn unbounded unbroken uncanny unceasing uncertain
uncertainty unchanged uncle unclean uncomfortable uncomfortably uncommon unconcerned unconscious
uncontrollable uncouth uncovered undecided undeniable under undergo undergone underground underneath
understand understood undertake undertaken undertone undertook underwent undesirable undid undisturbed undo
undone undoubted undress undue undulating unduly unearthly uneasy unendurable unequal unerring uneven
unexpected unexplained unfailing unfair unfamiliar unfathomable unfavourable unfinished unfit unfold
unforeseen unfortunate unfriendly ungrateful unguarded unhappy unharmed unhealthy unheard unheeded unholy
uniform unimportant uninhabited unintelligible uninteresting uninterrupted union unique unison unit unite
unity universal universe university unjust unkind unknown unless unlike unlimited unlocked unlooked unlucky
unmarried unmistakable unmistakably unmixed unmolested unmoved unnatural unnecessary unnoticed unobserved
unoccupied unpardonable unpleasant unprecedented unprepared unprofitable unprotected unquestionably unreal
unreasonable unrest unrestrained unrolled unsatisfactory unsatisfied unscrupulous unseemly unseen unselfish
unsettled unspeakable unspoken unsteady unsuccessful unsuspected untidy untied until untimely unto untold
untouched untoward untroubled untrue unused unusual unutterable unwelcome unwholesome unwilling unwise
unwittingly unwonted unworthy upheld uphold uplifted upon upper uppermost upright uproar upset upside
upstairs upturned upward urge urgency urgent usage use ushered usual utensils utility utmost utter utterance
uttermost vacancy vacant vacation vagabond vague vain vale valet valiant valid valley valour valuable value
vampire vanish vanity vanquished vantage vapour variance variations variety various vary vase vast vault
vegetable vegetation vehemence vehement vehicle veil vein velocity velvet venerable veneration vengeance
venomous vent venture verbal verdict verdure verge verify veritable vermin verse version vertical very
vessel vest vestige veteran vex vexation viands vibrated vibrating vibration vice vicinity vicious victim
victorious victory video view vigil vigilance vigilant vigor vigorous vigour vile village villagers villain
villainous vindictive vine vinegar violated violence violent violet violin virgin virtually virtue virtuous
virus visage visible visibly vision visionary visit visitor vista vital vitality vivacious vivacity vivid
vocabulary vocal vocation vogue voice void volcano volley volume voluminous voluntary volunteer voluptuous
vote vouchsafed vow voyage vulgar vulgarity wade wafted wage wagged wagging wagon wail waist waistcoat wait
waitress wake waken walk wall walnut waltz wan want wanton war wardrobe warfare warlike warm warmth warn
warrant warrior wary was wash wasn waste watch watchers watchman water watery wave wavered wavering wax way
wayside wayward weak weaken wealth wealthy weapon wear wearisome weary weather weave web website wed wedge
weed week weep weigh weight weighty weird welcome welfare well went wept were weren werewolf west western
westward wet whale wharf what whatever whatsoever wheat wheel when whence whenever where whereabouts whereas
whereby wherefore wherein whereof whereon whereupon wherever wherewith whether which whichever whiff while
whilst whim whimsical whine whip whirl whirlwind whisked whiskers whisky whisper whistle whit white whitened
whitewashed whither who whoever whole wholesale wholesome wholly whom whose why wicked wide widened widening
widow width wife wig wild wilful will willow wilt win winced window windshield windy wine wing wink winter
wintry wipe wire wiry wisdom wise wish wisp wistful wit witch with withal withdraw withdrawal withdrawn
withdrew withheld withhold within without withstand witty wives wizard woe woke wolf wolves woman womanhood
women won wonder wondrous wont wood wooden woodland wool woollen word wore work workman workmanship workmen
workshop world worm worn worry worse worship worshippers worst worth worthy would wouldn wound woven wrap
wrath wreath wreck wrench wrestling wretch wriggled wriggling wring wrinkled wrinkles wrist writ write
writhed writhing written wrong wrote wrought wrung yard yarn yawn year yearned yearning yell yellow
yellowish yes yesterday yet yield yoke yonder you young youngster your yourself yourselves youth zeal
zealous zenith zest zombie zone
`
    .trim()
    .split(/\s+/),
);

const ENDINGS = ["s", "es", "ed", "d", "ing", "ly", "er", "est", "ness", "less", "ful", "ment"];

/** Whether a word, in lower case, is an ordinary word or an inflection of one. */
export function isCommonWord(word: string): boolean {
  if (STEMS.has(word)) return true;
  if (word.includes("-")) return word.split("-").every(isCommonWord);
  return ENDINGS.some(
    (ending) => word.endsWith(ending) && listBaseForms(word, ending).some((base) => STEMS.has(base)),
  );
}

function listBaseForms(word: string, ending: string): string[] {
  const base = word.slice(0, -ending.length);
  if (base.length < 3) return [];
  const bases = [base];
  if (/^(ing|ed|er|est)$/.test(ending)) {
    bases.push(`${base}e`);
    if (base.at(-1) === base.at(-2)) bases.push(base.slice(0, -1));
  }
  if (base.endsWith("i") && ending !== "s") bases.push(`${base.slice(0, -1)}y`);
  return bases;
}
