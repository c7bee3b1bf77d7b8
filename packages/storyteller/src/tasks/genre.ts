import { contentWords } from "../language/text.ts";

const WORDS: Record<string, string> = {
  Fantasy:
    "dragon dragons wizard witch elf dwarf magic magical spell sword kingdom quest sorcerer prophecy castle knight fairy curse enchanted mage goblin troll rune unicorn",
  "Science Fiction":
    "space spaceship ship planet alien aliens robot android galaxy starship station laser clone colony mars orbit cyborg warp asteroid future time machine ai scientist",
  Mystery:
    "murder detective clue clues crime mystery vanished missing suspect inspector alibi body killer witness case stolen theft",
  Romance:
    "love romance kiss wedding heart lovers crush date boyfriend girlfriend bride marriage valentine flirt romantic",
  Horror:
    "ghost haunted vampire zombie horror blood demon nightmare grave corpse possessed scream creature cursed monster terror",
  Adventure:
    "treasure map jungle island pirate expedition explorer temple voyage lost ruins river mountain desert caravan",
  "Historical Fiction":
    "century king queen victorian medieval roman war revolution plague court 1920s tudor empire ancient viking samurai",
  Contemporary:
    "school job office neighbour apartment divorce teenager college commute city coffee phone therapist",
  Thriller:
    "spy agent bomb chase assassin hacker conspiracy hostage kidnapped president heist government secret",
  Western: "cowboy sheriff outlaw ranch saloon gunslinger frontier cattle bounty desperado stagecoach",
  Dystopian:
    "regime rebellion surveillance dystopia oppressive forbidden ration wall resistance dictator propaganda",
  Comedy: "funny comedy joke goat disaster clown prank ridiculous silly banquet chaos awkward mistaken",
  Drama:
    "family funeral inheritance mother father brother sister estranged illness grief reconciliation betrayal",
};

/** The genre that the words of a text point to, out of these (any, where none are given); null where none does. */
export function chooseGenre(text: string, allowed: readonly string[]): string | null {
  const said = new Set(contentWords(text));
  const scored = Object.entries(WORDS)
    .filter(([genre]) => allowed.length === 0 || allowed.includes(genre))
    .map(([genre, words]) => ({ genre, score: words.split(" ").filter((word) => said.has(word)).length }))
    .sort((one, other) => other.score - one.score);
  const [best] = scored;
  return best === undefined || best.score === 0 ? null : best.genre;
}
