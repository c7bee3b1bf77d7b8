import type { Gender } from "./given-names.ts";

/*
 * What stands before a name. `names`: which name may stand alone after it. "Mr. Darcy" is a surname, "Aunt Polly" a given
 * name, "Miss Lucy" and "Father Brown" either.
 */
type NameKind = "surname" | "given" | "either";
type TitleFacts = { gender: Gender | null; names: NameKind; role: string | null };

const TITLES = new Map<string, TitleFacts>();

function addTitles(gender: Gender | null, names: NameKind, titles: string, withRole: boolean): void {
  for (const title of titles.trim().split(/\s+/)) {
    TITLES.set(title, { gender, names, role: withRole ? title.toLowerCase() : null });
  }
}

addTitles(
  "male",
  "surname",
  "Mr Mister Monsieur M Herr Signor Señor Senor Sr Mijnheer Mynheer Pan Meinherr Gospodin",
  false,
);
addTitles("female", "surname", "Mrs Missus Missis Madame Mme Frau Signora Señora Senora", false);
addTitles(
  "female",
  "either",
  "Miss Ms Mlle Mademoiselle Fräulein Fraulein Signorina Señorita Senorita",
  false,
);
addTitles("male", "given", "Sir Sirrah Don Dom Mas'r Brer Br'er Signorino", false);
addTitles("female", "given", "Dame Doña Donna Mam'selle Widow Goody Mistress", false);
addTitles(
  "male",
  "either",
  "Lord King Prince Emperor Tsar Czar Sultan Duke Earl Baron Count Viscount Marquis Marquess Graf Chevalier Comte Vicomte",
  true,
);
addTitles(
  "female",
  "either",
  "Lady Queen Princess Empress Duchess Countess Baroness Viscountess Marchioness Marquise Comtesse Priestess Contessa",
  true,
);
addTitles(
  "male",
  "either",
  "Master Mester Dairyman Bailiff Gaffer Goodman Uncle Father Brother Grandfather Grandpa Squire Friar Abbé Abbe Padre Rabbi Imam Brigadier Wizard Old",
  true,
);
addTitles(
  "female",
  "either",
  "Goodwife Aunt Auntie Mother Sister Grandmother Grandma Granny Gran Nurse Nanny Nana Matron",
  true,
);
addTitles(null, "either", "Hon Honourable Honorable", false);
addTitles(
  null,
  "either",
  "Cousin Farmer Shepherd Saint Doc Chef Coach Citizen Agent Detective Officer Cap'n",
  true,
);
addTitles(
  null,
  "surname",
  `Dr Doctor Captain Capt Colonel Col Major Maj General Gen Lieutenant Lieut Lt Sergeant Serjeant Sgt Corporal Private Ensign Commander
  Commodore Admiral Marshal Sheriff Deputy Constable Inspector Superintendent Chief Professor Prof Judge Justice Magistrate President Senator
  Governor Mayor Councillor Councilor Minister Ambassador Secretary Chancellor Director Warden Dean Bishop Archbishop Cardinal Pope Reverend Rev
  Parson Pastor Vicar Deacon Canon Attorney Advocate Counsellor Engineer Pilot Navigator Boatswain Bosun Gunner Cadet Trooper Ranger Commissioner Overseer Magister Archmage
  Hauptmann Kapitan Capitaine Commandant Maître Maitre Sensei Chairman Principal Nobleman Regent Consul Mate`,
  true,
);
for (const title of ["Old", "Mate", "Pan", "Nobleman"]) TITLES.delete(title);

/** Written with a full stop that ends no sentence. */
const ABBREVIATIONS = new Set(
  "Mr Mrs Ms Dr St Capt Col Maj Gen Lieut Lt Sgt Prof Rev Hon Messrs Mme Mlle Mlles M Sr Jr Esq Mt Fr".split(
    " ",
  ),
);

/** What is known of a title, written as in a name and without its full stop; `null` where it is none. */
export function titleFacts(word: string): TitleFacts | null {
  return TITLES.get(word) ?? null;
}

export function isAbbreviation(word: string): boolean {
  return ABBREVIATIONS.has(word);
}

/** Titles that alone, after "the", can name one person of a story: "the Count", "the Duchess". */
export function canStandAlone(title: string): boolean {
  const facts = TITLES.get(title);
  return (
    facts != null &&
    facts.role !== null &&
    !/^(sister|brother|father|mother|aunt|auntie|uncle|cousin|saint|grand\w+|master|gran\w*|nana)$/.test(
      facts.role,
    )
  );
}
