import { between, disc, type Motif, round, times } from "../parts.ts";

const BLOCKS = [
  { x: 14, y: 150, width: 40 },
  { x: 62, y: 96, width: 34 },
  { x: 104, y: 176, width: 44 },
  { x: 156, y: 70, width: 40 },
  { x: 204, y: 140, width: 36 },
  { x: 246, y: 112, width: 46 },
];

export const towers: Motif = {
  draw(inks, random) {
    const { far, mid, ink, paper, spark } = inks;
    const blocks = BLOCKS.map((block, index) => {
      const y = block.y + Math.round(between(random, -24, 24));
      const columns = Math.floor((block.width - 8) / 11);
      const rows = Math.floor((366 - y) / 15);
      const windows = times(columns * rows, (number) => {
        const at = `M${block.x + 6 + (number % columns) * 11} ${y + 12 + Math.floor(number / columns) * 15}h6v8h-6z`;
        return random() < 0.035 ? `${at}" fill="${spark}"/><path d="` : at;
      });
      return `<path d="M${block.x} ${y}h${block.width}v330h-${block.width}z" fill="${index % 2 === 0 ? far : mid}"/><path d="${windows}" opacity=".75"/>`;
    });
    return `${disc(inks, { x: between(random, 80, 230), y: 92, radius: 48, fill: paper })}<g fill="${ink}">${blocks.join("")}</g><path d="M0 378h300v42H0zM0 344l300 26v8L0 352z" fill="${ink}"/>`;
  },
};

/** Everybody looks up to one screen. */
export const screen: Motif = {
  plain: true,
  draw(inks, random) {
    const { haze, far, mid, ink, paper, spark } = inks;
    const heads = times(26, (index) => {
      const row = Math.floor(index / 9);
      const x = round((index % 9) * 38 + (row % 2) * 18 - 8 + between(random, -3, 3));
      const y = 330 + row * 28;
      return `<path d="M${x - 18} ${y + 44}c0-22 6-28 14-30a13 13 0 1 1 8 0c8 2 14 8 14 30z" fill="${row === 0 ? mid : ink}"/>`;
    });
    const look = round(between(random, -14, 14));
    return `<path d="M0 0h300v420H0z" fill="${haze}"/><path d="M0 120h52v300H0zM248 90h52v330h-52z" fill="${far}"/><path d="M150 180L-30 420h360z" fill="${paper}" opacity=".22"/><path d="M52 62h196v150H52z" fill="${ink}"/><path d="M62 72h176v130H62z" fill="${paper}"/>
<path d="M78 138c40-50 104-50 144 0-40 48-104 48-144 0z" fill="${mid}"/><circle cx="${150 + look}" cy="137" r="31" fill="${spark}"/><circle cx="${150 + look}" cy="137" r="14" fill="${ink}"/><circle cx="${158 + look}" cy="129" r="5" fill="${paper}"/><path d="M62 92h176M62 112h176M62 162h176M62 182h176" stroke="${ink}" stroke-width="1.5" opacity=".18"/><path d="M112 212h76l10 208h-96z" fill="${far}"/>${heads}`;
  },
};

/** A flower on the wrong side of the wire. */
export const wire: Motif = {
  draw(inks, random) {
    const { hour, far, mid, ink, paper, spark } = inks;
    const x = round(between(random, 120, 184));
    const barbs = (y: number) =>
      times(6, (index) => `M${18 + index * 52} ${y - 8}l16 16M${34 + index * 52} ${y - 8}l-16 16`);
    return `${disc(inks, { x: between(random, 90, 210), y: 130, radius: 70, fill: hour === "night" ? paper : far, lines: true })}<path d="M0 300h46v-70h30v40h40v-92h22v-40h14v40h16v92h46v-30h34v60h52v120H0z" fill="${far}"/><path d="M142 138c-14-30 20-40 2-74M148 136c10-24-8-30 6-52" stroke="${mid}" stroke-width="9" fill="none" stroke-linecap="round" opacity=".7"/>
<path d="M0 348c90-16 200-16 300 0v72H0z" fill="${ink}"/><path d="M${x} 396c-6-40 6-70 0-116" stroke="${mid}" stroke-width="6" fill="none"/><path d="M${x} 352c-20 0-30-10-34-26 18 0 30 8 34 26zM${x + 1} 330c16-2 26-12 28-28-16 2-26 12-28 28z" fill="${mid}"/><g fill="${spark}">${times(6, (index) => `<ellipse cx="${x}" cy="254" rx="12" ry="23" transform="rotate(${index * 60} ${x} 276)"/>`)}</g><circle cx="${x}" cy="276" r="12" fill="${ink}"/>
<path d="M34 420V170M266 420V170" stroke="${ink}" stroke-width="11"/><path d="M0 206c60 8 240 8 300 0M0 262c60 8 240 8 300 0M0 318c60 8 240 8 300 0" stroke="${ink}" stroke-width="3.5" fill="none"/><path d="${barbs(211)}${barbs(267)}${barbs(323)}" stroke="${ink}" stroke-width="3"/>`;
  },
};
