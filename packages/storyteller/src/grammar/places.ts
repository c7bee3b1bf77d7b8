/** What kind of place somebody has gone to, as far as its name tells. */
export type PlaceKind = "below" | "height" | "water" | "wild" | "street" | "room";

const KINDS: Record<Exclude<PlaceKind, "room">, string> = {
  below:
    "basement bunker cave cavern cellar crypt dungeon hold mine pit sewer shaft tomb tunnel tunnels underground vault well passage",
  height:
    "balcony belfry bridge cliff hill hilltop ladder mountain parapet ridge roof rooftop tower wall stairs staircase landing",
  water:
    "bay beach boat boathouse canal coast deck dock ferry harbor harbour jetty lake pier pond port quay river sea ship shore stream wharf wreck",
  wild: "canyon clearing desert field fields forest garden gardens grove jungle lawn terrace veranda porch marsh meadow moor moors orchard park path plain swamp trail valley wilderness woods yard graveyard cemetery",
  street:
    "alley bazaar city corner depot gate market outside pavement plaza road saloon square station street town village crossroads platform",
};

const KIND_OF = new Map(
  Object.entries(KINDS).flatMap(([kind, words]) => words.split(" ").map((word) => [word, kind] as const)),
);

/** The kind of the place whose name ends in this noun; what is none of the others is a room. */
export function findPlaceKind(noun: string): PlaceKind {
  const kind = KIND_OF.get(noun.toLowerCase());
  return kind === "below" || kind === "height" || kind === "water" || kind === "wild" || kind === "street"
    ? kind
    : "room";
}

/** Whether a place of this kind has no walls. */
export function isUnderSky(kind: PlaceKind | undefined): boolean {
  return kind === "height" || kind === "water" || kind === "wild" || kind === "street";
}

/** How a place is when somebody has just come there. `{place}` is its name: "the cellar". */
export const PLACES: Record<PlaceKind, readonly string[]> = {
  below: [
    "It was colder in {place}, and the cold had a smell, of iron and old rain.",
    "The dark in {place} went back farther than the light did, and somewhere in it water was dripping into more water.",
    "Every sound that was made in {place} came back a moment later, from lower down.",
    "Somebody had scratched tallies into the wall at the height of a hand, in fives, and had stopped in the middle of a five.",
    "A draught came and went there, slowly, like a sleeper's breath.",
    "Roots or wires hung down in one corner, and moved a little, though there was no wind.",
    "The floor was worn in a line down the middle, by feet, and the line went on under the wall.",
    "Dust lay thick on everything but one hook, one latch and one step.",
  ],
  height: [
    "There were few ways out of {place}, and from there one could see all of them.",
    "The wind found you there, and everything loose was knocking to be let go.",
    "It was a long way down from {place}, and somebody far below was looking up.",
    "Birds had been nesting in the angle of the wall; they went up all together, and settled again one by one.",
    "The last of the light lasted longer up there, and lay along the edges of things.",
    "A rail had been mended with wire, and the wire was new.",
    "Sounds came up from below out of order, first the answer, then the question.",
    "Somebody had stood there a good while, by the matches on the ground.",
  ],
  water: [
    "The water was the colour of slate, and it was in no hurry.",
    "Ropes creaked as they took the strain and let it go.",
    "It smelled of tar and weed, and of something sweet that had been spilled.",
    "A gull walked along beside you with the air of having been sent.",
    "Out beyond the last post something rose, showed a wet back, and was gone.",
    "A tin lamp hung from a nail there with its wick still smoking.",
    "The planks were wet in a row of prints that began in the middle.",
    "Somebody's voice came across the water, close and clear, saying a thing that had been meant for one pair of ears.",
  ],
  wild: [
    "It was quieter in {place} than it had any right to be, as if everything small had been told to hush.",
    "The grass was bent in a line, where someone had gone through, and it was only now getting up.",
    "A bird gave the same two notes again and again, like somebody trying a key.",
    "Shadows had grown long in {place}, and lay all one way, like things combed.",
    "There was a smell of crushed leaves and turned earth.",
    "A twig broke. Then, after a pause, somebody decided that they had been heard, and stood up.",
    "Between two trunks a rag had been tied, and the knot was one that sailors use.",
    "Something had been buried there not long ago, and badly.",
  ],
  street: [
    "There were people about in {place}, though fewer than there should have been at that hour.",
    "A cart had been left standing with its load half off and nobody near it.",
    "Two men who had been talking on the corner stopped, and studied a wall.",
    "From an upper window somebody shook out a cloth, looked down, and drew in the cloth and the window.",
    "A boy was kicking a tin along, and it was he who gave a short low whistle, and was answered.",
    "The dust there had been laid with water, all but one patch in the shape of something large.",
    "A notice had been pasted up since morning, and somebody had already torn away the name.",
    "There was music a street away. It was too gay for the time of day.",
  ],
  room: [
    "It was warmer in {place} than outside it, and somebody had only just gone out by another door.",
    "Nothing in {place} was out of order, and it had been put in order recently, by someone in a hurry.",
    "There were three chairs. Two of them had been drawn together.",
    "A lamp was lit that nobody seemed to need.",
    "The air was stale and held a trace of scent, as air does in a room where someone has been waiting.",
    "On the table two cups stood rim to rim, and one of them was full.",
    "The window had been opened by the width of a hand, and propped there with a book.",
    "A clock was going, very loudly, the way they do where people have stopped speaking.",
  ],
};

/** How news of the story finds somebody who has gone elsewhere. Comes before it. */
export const NEWS: readonly string[] = [
  "{ally} came to find you {there}, and did not wait to get {ally.their} breath.",
  "Word of the rest of it reached you {there}.",
  "You had not been long {there} when the other matter caught up with you.",
  "It was {there} that {third} brought you the news.",
  "{there.Upper}, away from the others, {ally} told you the rest of it.",
  "Even {there} one could not be out of reach of it for long.",
  "{third} had followed you, and now came out with it.",
];

/** The story's last step finds somebody who has gone elsewhere. Comes before it. */
export const ENDS_THERE: readonly string[] = [
  "So it was {there}, of all places, that it came to its end.",
  "They had all come to you {there} by then, one after another, as people do when there is only one thing left to settle.",
];
