/*
 * The only words that the search for names knows. Whether a name is somebody's is for the model to say.
 */

/** Words that often begin a sentence and are seldom a name: English, French, Spanish, Russian. */
const BEGINNERS = new Set(
  `a after again all an and another anything are as ask at away back be because before behind below beneath between
  beyond both but by can come could do does each even ever every everybody everyone everything everywhere far few
  finally first for from give go good had have he hello her here hers him his how however i if in indeed inside is it
  its keep last later let like listen little look maybe me meanwhile more most must my neither never nevertheless next
  no nobody none not nothing now of off oh okay on once one only or other our outside over perhaps please poor quite
  see shall she since slowly so some somebody someone something sometimes somewhere soon still such suddenly take tell
  thank that the their then there these they this those though three through to today tomorrow tonight too toward
  towards two under until up us was we well what whatever when where whether which while who whoever why with within
  without yes yesterday yet you your
  ah ainsi allons alors après attendez au aujourd'hui aussi aux avant avec bien bon bonjour car ce cela celui celui-ci
  cependant ces cet cette chaque chez combien comme comment contre dans de demain depuis derrière des deux devant
  dites-moi donc du dès déjà eh elle elles en enfin ensuite entre est-ce et eux hé il ils jamais je la le les leur
  longtemps lui là maintenant mais malgré merci mes moi mon ne non nous nul oh on oui où par pas pauvre pendant
  personne plus pour pourquoi pourtant puis quand quant que quel quelle quelques qui quoi rien sa sans se ses
  seulement si son sous souvent sur tant te telle toi toujours tous tout toute trois très tu un une va vers viens
  voici voilà votre vous voyez voyez-vous vraiment ça êtes-vous
  además ahora ahí al algo alguna algunos allá allí antes aquel aquella aquellas aquello aquí así aunque ay aún bajo
  cada como con conque cuando cómo del demasiado dentro desde después digo dos durante dónde el ella ellas ellos
  entonces entre era eran es esa ese eso esta estaba estas este esto estoy está gracias ha había hasta hay hola hubo
  iba jamás junto las lo los luego mañana me mejor mi mientras mucho muchos muy más mí nada nadie ni no nos nosotros
  nuestra nunca o otra otras para parece parecía pero pobre poco por porque primero pronto puede pues que quiere
  quiero quizás quién qué siempre sin sobre son soy su sus sí sólo tal también tan te tengo tenía ti tiene toda todas
  todavía todo todos tras tú un una unos usted ustedes vamos ya yo él ésta éste
  а ах без больше был была были было быть в вам вас ваш вдруг ведь весь вечером видно во вон вообще вот впрочем все
  всего всю вся всякий всё вчера вы где гм говорят да да-с давно даже два для до довольно другой его ее ей ему если
  есть еще её за завтра затем зачем здесь здравствуйте значит и из или им именно иначе иногда их ишь к как какая какие
  какое какой когда конечно кроме кстати кто куда мало между меня мне многие может можно мой моя мы на наверно над
  надо наконец нам напротив нас не нельзя нет неужели ни никакой никогда никто ничего но ну ну-с о об оба один одна
  однажды однако одним он она они оно опять от отчего очень перед по под позвольте пора после послушайте постой потом
  потому почему почти правда право прежде при про просто прошло пусть раз разве с сам сама сегодня сейчас сколько
  скоро слишком слушай смотри со совсем спасибо стало стой та так такая такой там тебе тебя тем теперь то тогда тоже
  только тот точно тут ты у уж уже фу хорошо хоть хотя чего человек чем через что чтоб чтобы чуть эй эта эти это этот
  эх я`.split(/\s+/),
);

/** Between two parts of one name: "Ana de Ozores", "Ludwig van Beethoven", "Anne of Cleves". */
const PARTICLES = new Set(
  "af al am av ben bin d da das de degli dei del della den der des di do dos du el ibn la las le les los o of op ten ter the van vom von zu zum zur фон де ван да".split(
    " ",
  ),
);

const ARTICLES = new Set("a an the el la las los le les un une una den der die das il lo".split(" "));

/** Titles whose full stop ends no sentence. */
const ABBREVIATED =
  "mr mrs ms dr st ste prof capt cpt lt col sgt gen rev hon jr sr sra srta mme mlle mgr mm d dña г гр св".split(
    " ",
  );
/** What somebody is called by together with a name. Alone, it belongs to many. */
const TITLES = new Set([
  ...ABBREVIATED,
  ..."miss sir lady lord dame master mistress madam doctor professor captain colonel major general lieutenant sergeant commander admiral inspector detective officer judge king queen prince princess duke duchess count countess baron baroness emperor father mother brother sister uncle aunt grandfather grandmother papa mama saint monsieur madame mademoiselle docteur capitaine colonel général père mère frère sœur oncle tante comte comtesse prince princesse duc duchesse roi reine abbé don doña señor señora señorita doctor capitán coronel padre madre fray sor tío tía rey reina conde condesa duque господин госпожа доктор капитан князь княгиня граф графиня отец мать дядя тётя".split(
    " ",
  ),
]);
const ENDS_NOTHING = new Set(ABBREVIATED);

/** What a model may give as the name of the person's own character, or of somebody whom the text does not name. */
const PRONOUNS = new Set(
  "i you he she it we they je tu il vous yo tú él usted я ты вы он она мы они".split(" "),
);

/** Common in German and nowhere else. */
const GERMAN = new Set("der das und dem ein eine einen nicht mit sich auf ist im zu von war sie".split(" "));

function has(words: ReadonlySet<string>, word: string): boolean {
  return words.has(word.toLowerCase().replaceAll("’", "'"));
}

/** Before a place, a ship or a people more often than before somebody's name. */
const PLACE_SIGNS = new Set([...ARTICLES, "in", "en", "dans", "в", "во"]);
/** Mostly no names, also inside a sentence. */
const CALENDAR = new Set(
  "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december christmas easter".split(
    " ",
  ),
);

export const isBeginner = (word: string) => has(BEGINNERS, word);
export const isPronoun = (word: string) => has(PRONOUNS, word);
export const isGerman = (word: string) => has(GERMAN, word);
export const isPlaceSign = (word: string) => has(PLACE_SIGNS, word);
export const isCalendarWord = (word: string) => has(CALENDAR, word);
export const isParticle = (word: string) => has(PARTICLES, word);
export const isArticle = (word: string) => has(ARTICLES, word);
export const isTitle = (word: string) => has(TITLES, word.replace(/\.$/, ""));
/** Whether a full stop after this word may be a part of it: "Mrs.", "J." */
export const isAbbreviation = (word: string) =>
  has(ENDS_NOTHING, word) || (/^\p{Lu}$/u.test(word) && !/^[IЯ]$/u.test(word));
