import { between, disc, type Motif, round, stars, times } from "../parts.ts";

export const book: Motif = {
  plain: true,
  draw(inks, random) {
    const { haze, ink, paper, spark } = inks;
    const x = round(between(random, 206, 232));
    return `${disc(inks, { x: 150, y: 176, radius: 106, fill: haze })}<path d="M150 92c4 32 12 40 44 44-32 4-40 12-44 44-4-32-12-40-44-44 32-4 40-12 44-44z" fill="${spark}"/><path d="M${x} 176c2 12 5 15 17 17-12 2-15 5-17 17-2-12-5-15-17-17 12-2 15-5 17-17zM${300 - x} 96c1.500 9 4 11 13 12.500-9 1.500-11.500 3.500-13 12.500-1.500-9-4-11-13-12.500 9-1.500 11.500-3.500 13-12.500z" fill="${spark}"/><path d="M40 268c40-22 84-18 110 6 26-24 70-28 110-6v96c-40-20-84-16-110 8-26-24-70-28-110-8z" fill="${paper}"/><path d="M150 274v98c26-24 70-28 110-8v-96c-40-22-84-18-110 6z" fill="${ink}" opacity=".1"/><path d="M150 274v98M60 282c28-10 56-8 76 4M60 304c28-10 56-8 76 4M60 326c28-10 56-8 76 4M240 282c-28-10-56-8-76 4M240 304c-28-10-56-8-76 4" stroke="${ink}" stroke-width="3" fill="none" opacity=".6"/><path d="M30 276v100c46-18 92-14 120 8 28-22 74-26 120-8V276" fill="none" stroke="${ink}" stroke-width="7"/>`;
  },
};

export const balloon: Motif = {
  draw(inks, random) {
    const { hour, haze, far, mid, ink, paper, spark } = inks;
    const x = round(between(random, 124, 176));
    const y = round(between(random, -14, 14));
    return `${hour === "night" ? stars(inks, random, 40, 260) : disc(inks, { x: 300 - x, y: 110, radius: 40, fill: hour === "day" ? haze : paper })}<g transform="translate(${x - 150} ${y})"><path d="M150 56c-62 0-98 44-98 92 0 52 52 90 74 124h48c22-34 74-72 74-124 0-48-36-92-98-92z" fill="${paper}"/><path d="M150 56c-30 0-50 44-50 92 0 52 24 90 34 124h32c10-34 34-72 34-124 0-48-20-92-50-92z" fill="${spark}"/><path d="M150 56c-12 0-20 44-20 92 0 52 10 90 14 124h12c4-34 14-72 14-124 0-48-8-92-20-92z" fill="${paper}"/><path d="M150 56c62 0 98 44 98 92 0 52-52 90-74 124h-24c40-60 60-160 0-216z" fill="${ink}" opacity=".2"/><path d="M128 272l8 28M172 272l-8 28M150 272v28" stroke="${ink}" stroke-width="2.500"/><path d="M130 300h40l-4 34h-32z" fill="${ink}"/><path d="M130 300h40v7h-40z" fill="${far}"/><circle cx="142" cy="292" r="6" fill="${ink}"/><path d="M138 302c0-6 8-6 8 0z" fill="${ink}"/></g>
<path d="M-10 378c50-50 100-40 140-14s90 0 180-24v90H-10z" fill="${far}"/><path d="M-10 400c70-34 130-10 170-6s90-10 150-18v60H-10z" fill="${mid}"/>${times(4, () => `<path d="M${round(between(random, 0, 260))} ${round(between(random, 370, 392))}l9 26h-18z" fill="${ink}"/>`)}`;
  },
};

/** A door that stands alone in a field. */
export const door: Motif = {
  draw(inks, random) {
    const { hour, haze, far, mid, ink, paper, spark } = inks;
    const sun = { x: between(random, 80, 220), y: 118, radius: 58, fill: hour === "night" ? paper : haze };
    const grass = times(30, () => `M${round(random() * 300)} ${round(between(random, 350, 410))}l3-14 3 14`);
    return `${hour === "night" ? stars(inks, random, 44, 250) : ""}${disc(inks, sun)}<path d="M0 320c70-34 130-30 170-14s90 6 130-8v122H0z" fill="${far}"/><path d="M0 352c90-20 210-20 300 0v68H0z" fill="${mid}"/>
<path d="M94 362V130a56 56 0 0 1 112 0v232z" fill="${ink}"/><path d="M106 362V132a44 44 0 0 1 88 0v230z" fill="${spark}"/><path d="M118 214c20-10 40 8 64-6v154h-64z" fill="${paper}" opacity=".5"/><path d="M150 300c-6 20 10 30 0 62h30c-4-30-12-44-30-62z" fill="${far}" opacity=".7"/><circle cx="166" cy="176" r="15" fill="${paper}"/>
<path d="M106 132a44 44 0 0 1 14-32l-44 22v262l30-22z" fill="${haze}"/><path d="M84 146l14-8v84l-14 6zM84 252l14-6v86l-14 8z" fill="${ink}" opacity=".3"/><circle cx="80" cy="244" r="4" fill="${spark}"/><path d="M106 362h88l60 58H70z" fill="${spark}" opacity=".4"/><path d="${grass}" fill="${ink}"/>`;
  },
};
