import { between, disc, type Motif, round, stars, times } from "../parts.ts";

export const mesa: Motif = {
  draw(inks, random) {
    const { hour, far, mid, ink, spark } = inks;
    const cactus = round(between(random, -30, 14));
    return `${disc(inks, { x: between(random, 120, 180), y: 176, radius: 84, fill: spark, lines: hour !== "night" })}<path d="M0 302h28l8-96h70l12 96h70l6-58h52l10 58h44v118H0z" fill="${far}"/><path d="M72 206h34l12 96H80zM220 244h26l10 58h-28z" fill="${mid}" opacity=".55"/><path d="M0 318c90-24 200-16 300 6v96H0z" fill="${mid}"/><path d="M0 372c110-26 210-10 300 0v48H0z" fill="${ink}"/>
<path transform="translate(${cactus} 0)" d="M214 388V262a13 13 0 0 1 26 0v52h8v-30a10 10 0 0 1 20 0v36c0 10-6 16-16 16h-12v52zM214 350h-10c-10 0-16-6-16-16v-26a9 9 0 0 1 18 0v22h8z" fill="${ink}"/>`;
  },
};

export const horseshoe: Motif = {
  plain: true,
  draw(inks, random) {
    const { haze, far, mid, ink, spark, paper } = inks;
    const holes = times(6, (index) => {
      const angle = ((index * 34 + 5) * Math.PI) / 180;
      const x = round(150 - 70 * Math.cos(angle));
      const y = round(190 - 74 * Math.sin(angle));
      return `<rect x="${x - 3}" y="${y - 6}" width="6" height="12" rx="2" transform="rotate(${index * 34 - 85} ${x} ${y})"/>`;
    });
    const planks = times(
      5,
      (index) =>
        `<path d="M${index * 62} 0h59v420h-59z"/><path d="M${index * 62 + 18} ${round(random() * 300)}v90M${index * 62 + 40} ${round(random() * 300)}v70" stroke="${mid}" stroke-width="2" opacity=".4"/>`,
    );
    return `<path d="M0 0h300v420H0z" fill="${mid}"/><g fill="${haze}">${planks}</g><g transform="rotate(${round(between(random, -16, 16))} 150 70)"><path d="M150 82c-64 0-106 48-104 112 2 46 16 84 34 122h38c-20-44-32-82-32-120 0-44 26-74 64-74s64 30 64 74c0 38-12 76-32 120h38c18-38 32-76 34-122 2-64-40-112-104-112z" fill="${ink}" opacity=".35" transform="translate(7 9)"/>
<path d="M150 82c-64 0-106 48-104 112 2 46 16 84 34 122h38c-20-44-32-82-32-120 0-44 26-74 64-74s64 30 64 74c0 38-12 76-32 120h38c18-38 32-76 34-122 2-64-40-112-104-112z" fill="${far}"/><path d="M150 96c-54 0-92 42-90 98 2 42 14 76 30 112" fill="none" stroke="${paper}" stroke-width="4" opacity=".8"/><g fill="${ink}">${holes}</g></g>
<circle cx="150" cy="70" r="10" fill="${spark}"/><circle cx="150" cy="70" r="4" fill="${ink}"/><path d="M0 388h300v32H0z" fill="${ink}"/>`;
  },
};

/** A rider on the ridge. */
export const rider: Motif = {
  draw(inks, random) {
    const { hour, far, mid, ink, paper, spark } = inks;
    const sun = {
      x: between(random, 120, 186),
      y: 200,
      radius: 104,
      fill: hour === "night" ? paper : spark,
      lines: hour !== "night",
    };
    return `${hour === "night" ? stars(inks, random, 40, 220) : ""}${disc(inks, sun)}<path d="M0 306l40-46 34 22 40-40 30 40 50-30 40 34 66-40v174H0z" fill="${far}"/><path d="M0 348c60-20 110-34 170-28s90 20 130 10v90H0z" fill="${mid}"/><path d="M0 378c90-22 190-22 300-4v46H0z" fill="${ink}"/>
<path d="M76 372c6-18 4-34 6-52-10-4-14-16-12-30 2 6 6 10 12 10 10-14 40-18 66-14 12-10 22-22 34-40l4-14 8 8c14 6 24 18 30 32l-10 10c-8-2-14-4-20-4-4 14-12 24-22 34 2 20 10 36 8 60h-12c-2-20-8-34-14-48-16 4-30 4-44-2-8 14-12 30-14 50z" fill="${ink}"/><path d="M122 290c-4-24 0-46 14-58-4-4-6-8-6-13h-14c8-6 14-6 16-14s7-12 14-12 12 4 14 12c2 6 8 8 14 12l-12 3c0 6-2 11-7 14 6 10 10 26 6 44l16 22-10 6-22-22-6 8z" fill="${ink}"/>`;
  },
};
