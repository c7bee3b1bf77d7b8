import { colour } from "../inks.ts";
import { between, disc, type Motif, round, times } from "../parts.ts";

const PETALS = {
  night: [colour(0.6, 0.17, 15), colour(0.47, 0.15, 14)],
  dusk: [colour(0.93, 0.04, 20), colour(0.82, 0.08, 15)],
  day: [colour(0.56, 0.18, 20), colour(0.45, 0.16, 18)],
} as const;
const LEAF = {
  night: colour(0.42, 0.06, 160),
  dusk: colour(0.42, 0.06, 160),
  day: colour(0.45, 0.07, 150),
} as const;

export const rose: Motif = {
  plain: true,
  draw(inks, random) {
    const { hour, haze, ink } = inks;
    const [light, dark] = PETALS[hour];
    const leaf = LEAF[hour];
    return `${disc(inks, { x: 150, y: 168, radius: 110, fill: haze })}<path d="M152 214c8 60-14 110-4 206" stroke="${leaf}" stroke-width="8" fill="none"/><path d="M148 318c-46 6-72-16-82-46 40-4 72 12 82 46zM149 354c34 2 64-16 74-52-40 0-66 18-74 52z" fill="${leaf}"/><path d="M148 318c-26-18-48-30-66-38M150 352c20-20 40-34 60-42" stroke="${ink}" stroke-width="2" opacity=".5" fill="none"/>
<g transform="rotate(${round(between(random, -12, 12))} 150 160)"><path d="M150 236c-50 2-84-30-84-72 0-26 14-40 22-46 4-34 34-52 62-52s58 18 62 52c8 6 22 20 22 46 0 42-34 74-84 72z" fill="${dark}"/><path d="M88 118c-6 40 18 84 62 92 44-8 68-52 62-92-10 14-30 20-62 20s-52-6-62-20z" fill="${light}"/><path d="M104 120c0 40 18 66 46 74 28-8 46-34 46-74-12 10-26 12-46 12s-34-2-46-12z" fill="${dark}"/><path d="M112 104c0-20 18-30 38-30s38 10 38 30-18 32-38 32-38-12-38-32z" fill="${light}"/><path d="M150 88c16 0 24 8 24 16s-8 16-22 16-20-6-20-12 6-10 14-10 12 4 12 8" fill="none" stroke="${dark}" stroke-width="6" stroke-linecap="round"/><path d="M66 164c10 34 38 58 84 62 46-4 74-28 84-62 4 44-32 74-84 72-52 2-88-28-84-72z" fill="${light}"/></g>`;
  },
};

const HEART = "M0 8C-3-10-30-8-26 14-22 32-4 40 0 50 4 40 22 32 26 14 30-8 3-10 0 8z";

export const letter: Motif = {
  plain: true,
  draw(inks, random) {
    const { hour, haze, far, mid, ink, paper } = inks;
    const [light, dark] = PETALS[hour];
    const seal = hour === "dusk" ? dark : light;
    const falling = times(9, () => {
      const at = `${round(between(random, 24, 276))} ${round(between(random, 30, 400))}`;
      return `<path d="${HEART}" transform="translate(${at}) rotate(${round(between(random, -40, 40))}) scale(${round(between(random, 0.2, 0.4))})"/>`;
    });
    return `${disc(inks, { x: 150, y: 206, radius: 128, fill: haze })}<g fill="${far}">${falling}</g>
<g transform="rotate(${round(between(random, -14, 14))} 150 216)"><path d="M54 150h200v138H54z" fill="${ink}" opacity=".22"/><path d="M70 96h160v150H70z" fill="${paper}"/><path d="M88 120h124M88 138h108M88 156h120" stroke="${far}" stroke-width="4" opacity=".7"/>
<path d="M48 142v140h204V142l-102 84z" fill="${hour === "day" ? far : mid}"/><path d="M48 142l102 84 102-84v14l-102 84-102-84z" fill="${ink}" opacity=".25"/><path d="M48 282l82-72M252 282l-82-72" stroke="${ink}" stroke-width="2.5" opacity=".5"/><g transform="translate(150 206)"><circle cy="20" r="36" fill="${seal}"/><path d="${HEART}" fill="${hour === "dusk" ? light : paper}" transform="scale(.86) translate(0 1)"/></g></g>`;
  },
};

/** Two swallows over one wire. */
export const swallows: Motif = {
  draw(inks, random) {
    const { hour, mid, ink, spark } = inks;
    const [, dark] = PETALS[hour];
    const swallow =
      "M0 0c-14-10-34-34-62-38 12 12 22 28 30 44-14 2-30 10-44 24 22-8 40-8 56-4 10 4 16 10 30 14 16 6 28 2 34-6l14-4-14-6c-6-14-20-18-32-14 14-16 22-36 42-50C28-36 8-16 0 0z";
    const sun = {
      x: between(random, 110, 190),
      y: 176,
      radius: 86,
      fill: hour === "dusk" ? spark : dark,
      lines: hour !== "night",
    };
    return `${disc(inks, sun)}<g fill="${ink}"><path d="${swallow}" transform="translate(112 ${round(between(random, 130, 170))}) rotate(-8) scale(.86)"/><path d="${swallow}" transform="translate(196 ${round(between(random, 214, 244))}) rotate(10) scale(-.8 .8)"/></g>
<path d="M0 344c60-44 110-30 150-16s100 14 150-26v118H0z" fill="${mid}"/><path d="M0 388c70-30 220-40 300-8v40H0z" fill="${ink}"/><path d="M-4 300C80 326 210 326 304 292" stroke="${ink}" stroke-width="2" fill="none"/>`;
  },
};
