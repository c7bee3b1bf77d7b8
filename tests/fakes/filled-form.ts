/** A fake model's answer when it is asked to fill in the form of a new story. */
export const FILLED_FORM = {
  character: "Mara Voss, a harbour master who has not slept since the fog came",
  genre: "Mystery",
  subGenre: "Cold Case",
  categories: [],
  tropes: [],
  description:
    "A boat that was lost thirty years ago asks for a berth, and Mara knows the voice on the radio.",
  suggestedLength: "short",
};
