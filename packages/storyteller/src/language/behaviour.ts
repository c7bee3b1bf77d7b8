/** What a way of speaking or moving says about somebody: the sign in the text, and the trait. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/a little too quickly|\btoo (?:quickly|fast|readily)\b|fingers were not/iu, "nervous"],
  [/half a smile|dry(?:ly)?\b|remarked|eyebrow/iu, "wry"],
  [/choosing the words|careful|measured|exactly|by their length/iu, "deliberate"],
  [/looking past you|without looking round|turned away|did not look up|rearranged/iu, "evasive"],
  [/quietly|low(?:,| and)|murmured|whispered|softly|gently/iu, "soft-spoken"],
  [
    /almost kindly|kind(?:ly|ness)?\b|gave you the one|poured two|pulled out a chair|touched your sleeve/iu,
    "kind",
  ],
  [/laughed|grinned|smiled|cheerful/iu, "good-humoured"],
  [/shouted|snapped|sharply|slammed|struck/iu, "hot-tempered"],
  [/trembl|shook|flinch|white|frightened|afraid/iu, "frightened"],
  [/wept|crying|tears/iu, "tender-hearted"],
  [/watched|counting|missing nothing|kept one ear|noticed/iu, "watchful"],
  [/let that stand|waited|patient|stood still/iu, "patient"],
  [/at last|something heavy|silent|said nothing|nodded/iu, "reserved"],
  [/demanded|ordered|commanded|cried .* into the microphone/iu, "commanding"],
];
const TRAITS_MOST = 3;

/** How somebody seems by what these sentences have them do; null where they give nothing away. */
export function findTemper(sentences: readonly string[]): string | null {
  const text = sentences.join(" ");
  const traits = SIGNS.filter(([sign]) => sign.test(text)).map(([, trait]) => trait);
  return traits.length === 0 ? null : traits.slice(0, TRAITS_MOST).join(", ");
}
