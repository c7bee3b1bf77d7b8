import { wordSet } from "./word-set.ts";

/** Never (part of) a person's name, whatever the words around it. Lower case. */
const NEVER = wordSet(`
i i'm i'll i've i'd a an the this that these those he she it we they you me him her us them his hers its our ours your yours their theirs my mine myself
himself herself itself yourself themselves ourselves and or but nor for yet so if then than though although because since while when whenever where
wherever whether why who whom whose which what whatever whoever how however as at by in into of off on onto out over to too up upon with within without
from about above across after against along among around before behind below beneath beside besides between beyond down during except inside like
near outside past round through throughout till toward towards under until is am are was were be been being do does did done have has had having shall
should would could can may might must ought not no yes yeah yep nope okay ok now here there again ever never always often once twice soon still
also just only even quite rather very much many more most some any every each all both few several such same other another none nothing something anything
everything nobody somebody anybody everybody one two three four five six seven eight nine ten first second third next last let let's oh ah eh o alas aye ay
hey hello hi hullo hallo halloo halloa hulloa goodbye farewell welcome thanks thank please pray hush shh sh hm hmm hum um umm uh er erm ha haha ho hoo hurrah hooray hurray bravo amen bah pooh pshaw tut tush
fie fiddlesticks nonsense indeed perhaps maybe certainly surely truly really well why good bad great fine right wrong true false dear sorry enough stop wait
look listen see come go get give take tell say said think know god gods lord's heaven heavens hell jesus christ providence jove goodness gracious mercy damn devil satan
almighty bible scripture gospel sabbath easter christmas lent michaelmas whitsun passover ramadan hanukkah halloween thanksgiving
monday tuesday thursday saturday sunday january february september october november december mondays tuesdays wednesdays thursdays fridays saturdays sundays
sir sirs madam ma'am mum mummy mom mommy mama mamma ma dad daddy papa pa sire majesty highness lordship ladyship excellency grace's honour honor worship milord milady grandma grandpa granny gran grandad granddad nan mam pop pops
son sonny ladies gentlemen gentleman gents folks boys girls messrs misses esq esquire jr sr phd md nb ps pp vol chap chapter chapters part book volume section page appendix prologue epilogue preface contents illustration nature death fate fortune destiny reason fancy time truth liberty co ltd inc bros gad egad someone scripture scriptures monseigneur monsignor
footnote project gutenberg ebook etext copyright transcriber's edition street road avenue lane internet tv bbc cia fbi kgb mi6 nasa usa uk us eu un am pm ad bc a.m p.m north south east west
northern southern eastern western earth english latin parliament congress senate tories whigs admiralty state church crown bank post house`);

/** Months and days that are given names as well: somebody only with strong evidence. */
const CALENDAR = wordSet("April May June July August March Friday Wednesday Summer Autumn Winter Spring");

/** Before a name and no part of it: "poor Jane", "Old Tom". Lower case. */
const EPITHETS = wordSet(
  "poor dear dearest old young little good sweet big great darling beloved late honest brave fair lovely pretty precious unhappy wretched handsome saintly blessed my our your the",
);

/** Words that begin no name, and epithets, that are surnames after a title: "Captain Good", "Mr. Darling". Lower case. */
const SURNAMES_TOO = wordSet(
  "good great fine dear true young little sweet big darling fair north south east west english christmas easter fortune truth fancy",
);

export const isSurnameAfterTitle = (lower: string): boolean => SURNAMES_TOO.has(lower);
export const isNeverName = (lower: string): boolean =>
  NEVER.has(lower) || /n['’]t$|^(?:good|to|mid|well|half|non)-/.test(lower);
export const isCalendarName = (word: string): boolean => CALENDAR.has(word);
export const isEpithet = (lower: string): boolean => EPITHETS.has(lower);
