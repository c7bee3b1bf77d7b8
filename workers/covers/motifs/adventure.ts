import { between, disc, type Motif, round, stars, waves } from "../parts.ts";

export const lighthouse: Motif = {
  draw(inks, random) {
    const { hour, far, ink, paper, spark } = inks;
    const light =
      hour === "day"
        ? disc(inks, { x: 86, y: 120, radius: 46, fill: spark })
        : `<path d="M186 128L-20 62V176z" fill="${spark}" opacity=".3"/><path d="M186 128L-20 96V146z" fill="${spark}" opacity=".45"/>`;
    return `${hour === "night" ? stars(inks, random, 26, 150) : ""}${light}${waves(inks, random, 318)}<path d="M110 330c18-26 44-30 60-38h44c22 6 52 14 86 30v98H84z" fill="${ink}"/>
<path d="M168 152h38l11 144h-60z" fill="${paper}"/><path d="M165.5 184h43l2.6 34h-48.2zM160.5 250h53.5l2.6 34h-58.7z" fill="${hour === "day" ? spark : far}"/><path d="M187 152h19l11 144h-30z" fill="${ink}" opacity=".22"/>
<path d="M160 145h54v8h-54z" fill="${ink}"/><path d="M170 113h34v32h-34z" fill="${spark}"/><path d="M170 113h4v32h-4zM185 113h4v32h-4zM200 113h4v32h-4zM164 113c4-16 14-22 23-24 9 2 19 8 23 24zM185.5 78h3v14h-3z" fill="${ink}"/><rect x="184" y="228" width="7" height="13" rx="3.5" fill="${ink}"/>`;
  },
};

export const mountain: Motif = {
  draw(inks, random) {
    const { hour, far, mid, ink, paper, spark } = inks;
    const sun = { x: between(random, 70, 110), y: 112, radius: 46, fill: hour === "night" ? paper : spark };
    return `${hour === "night" ? stars(inks, random, 40, 200) : ""}${disc(inks, sun)}
<path d="M-10 340L60 220l40 46 30-36 60 92 60-84 60 96v90H-10z" fill="${far}"/>
<path d="M40 420L186 104l118 316z" fill="${mid}"/><path d="M186 104l118 316h-82c-6-60 8-110-30-166 10-20-10-60-6-150z" fill="${ink}" opacity=".4"/>
<path d="M186 104l44 118-20-16-12 24-18-30-14 34-14-16-22 26z" fill="${paper}"/><path d="M186 104l44 118-20-16-10 20c-8-30-16-60-14-122z" fill="${ink}" opacity=".16"/>
<path d="M186 106V70" stroke="${ink}" stroke-width="4"/><path d="M187 70l28 9-28 10z" fill="${spark}"/>
<path d="M92 420c30-18 84-18 84-38s-58-16-52-36 66-14 60-34-30-14-22-30" fill="none" stroke="${paper}" stroke-width="5" stroke-dasharray="1 11" stroke-linecap="round"/>
<path d="M0 384c50-14 90-8 120 6s60 22 180 4v26H0z" fill="${ink}"/><path d="M22 396l14-46 14 46zM58 400l11-36 11 36zM262 402l13-44 13 44z" fill="${ink}"/>`;
  },
};

/** A map, a way over it, and a needle. */
export const compass: Motif = {
  plain: true,
  draw(inks, random) {
    const { haze, far, mid, ink, paper, spark } = inks;
    const turn = round(between(random, 0, 360));
    return `<path d="M0 0h300v420H0z" fill="${haze}"/><path d="M-10 60c60 30 70 90 40 140s20 120-30 160V60zM310 40c-50 20-90 10-110 60s60 60 40 110 40 60 70 60zM60 420c20-40 70-50 110-40s90-30 140-10v50z" fill="${far}" opacity=".6"/>
<path d="M30 380c40-30 10-80 60-110M210 150c30-30 40-60 40-100" stroke="${ink}" stroke-width="4.5" stroke-dasharray="2 12" stroke-linecap="round" fill="none"/><path d="M240 34l20 20M260 34l-20 20" stroke="${spark}" stroke-width="7" stroke-linecap="round"/>
<circle cx="150" cy="210" r="106" fill="${ink}" opacity=".25" transform="translate(6 8)"/><circle cx="150" cy="210" r="106" fill="${mid}"/><circle cx="150" cy="210" r="92" fill="${paper}"/><circle cx="150" cy="210" r="80" fill="none" stroke="${mid}" stroke-width="10" stroke-dasharray="2.5 18.44"/><circle cx="150" cy="210" r="62" fill="none" stroke="${far}" stroke-width="2"/>
<path d="M150 128l12 70 70 12-70 12-12 70-12-70-70-12 70-12z" fill="${far}" opacity=".7"/><g transform="rotate(${turn} 150 210)"><path d="M150 126l16 84h-32z" fill="${spark}"/><path d="M150 294l16-84h-32z" fill="${ink}"/></g><circle cx="150" cy="210" r="9" fill="${paper}" stroke="${ink}" stroke-width="4"/><path d="M136 88h28v20h-28z" fill="${mid}"/><circle cx="150" cy="80" r="14" fill="none" stroke="${mid}" stroke-width="7"/>`;
  },
};
