import { colour } from "../inks.ts";
import { between, disc, type Motif, round, stars, times } from "../parts.ts";

const LEAVES = colour(0.52, 0.09, 155);

export const windowSill: Motif = {
  plain: true,
  draw(inks, random) {
    const { haze, far, mid, ink, paper, spark } = inks;
    return `<path d="M0 0h300v420H0z" fill="${mid}"/><path d="M58 64h184v252H58z" fill="${haze}"/><circle cx="${round(between(random, 110, 190))}" cy="130" r="34" fill="${spark}"/><path d="M58 240h30v-40h26v26h30v-52h30v36h26v-22h42v128H58z" fill="${far}"/><path d="M122 246h7v10h-7zM154 196h7v10h-7zM214 214h7v10h-7zM94 220h7v10h-7z" fill="${spark}"/><path d="M50 56h200v268H50zm10 10v248h85V66zm95 0v248h85V66z" fill="${ink}" fill-rule="evenodd"/>
<path d="M34 322h232v16H34z" fill="${paper}"/><path d="M176 322c-6-34 6-52 16-62l-2-24 15 12h16l14-12-1 26c14 16 20 36 16 60 12 2 18-4 18-16h7c0 18-10 26-26 26h-40z" fill="${ink}"/><path d="M72 322l-6-34h48l-6 34z" fill="${spark}"/><path d="M88 288c-4-30-22-34-30-52 22 0 32 18 34 34 2-22 12-38 30-46 2 26-12 42-24 64z" fill="${LEAVES}"/>`;
  },
};

export const coffee: Motif = {
  plain: true,
  draw(inks, random) {
    const { haze, far, mid, ink, paper, spark } = inks;
    const sway = round(between(random, -10, 10));
    return `${disc(inks, { x: 150, y: 190, radius: 128, fill: haze })}<path d="M0 316h300v104H0z" fill="${mid}"/><path d="M0 316h300v8H0z" fill="${ink}" opacity=".45"/>
<path d="M120 176c-14-26 ${16 + sway}-34 2-62s${12 - sway}-30 6-44M158 176c-14-26 ${16 - sway}-34 2-62s${12 + sway}-30 6-44" stroke="${paper}" stroke-width="8" stroke-linecap="round" fill="none" opacity=".75"/>
<path d="M208 226c34-10 54 8 48 34s-34 34-62 30" fill="none" stroke="${paper}" stroke-width="14"/><path d="M72 200h142c2 60-14 104-44 120h-54c-30-16-46-60-44-120z" fill="${paper}"/><path d="M150 200h64c2 60-14 104-44 120h-20z" fill="${ink}" opacity=".17"/><ellipse cx="143" cy="200" rx="71" ry="13" fill="${far}"/><ellipse cx="143" cy="202" rx="60" ry="9" fill="${ink}"/><path d="M76 238c40 12 92 12 134 0l-4 22c-40 10-86 10-126 0z" fill="${spark}"/>
<ellipse cx="146" cy="330" rx="108" ry="14" fill="${ink}" opacity=".5"/><ellipse cx="146" cy="324" rx="104" ry="13" fill="${paper}"/><ellipse cx="146" cy="321" rx="62" ry="7" fill="${ink}" opacity=".22"/><path d="M222 372l-74 14c-14 2-18-8-6-11l78-8z" fill="${spark}"/>`;
  },
};

/** The last train, seen from the platform. */
export const train: Motif = {
  draw(inks, random) {
    const { hour, haze, far, mid, ink, paper, spark } = inks;
    const lit = times(5, (index) => {
      const somebody = random() < 0.4;
      return `<path d="M${20 + index * 56} 226h42v44h-42z" fill="${spark}"/>${somebody ? `<path d="M${30 + index * 56} 270c0-14 4-18 11-19a8 8 0 1 1 1 0c7 1 11 5 11 19z" fill="${ink}"/>` : ""}`;
    });
    const moon = disc(inks, {
      x: between(random, 70, 230),
      y: 106,
      radius: 36,
      fill: hour === "day" ? spark : paper,
    });
    return `${hour === "night" ? stars(inks, random, 26, 150) : ""}${moon}<path d="M0 190h24v-44h30v28h24v-62h34v50h26v-26h36v54h22v-84h30v70h30v-34h44v90H0z" fill="${far}"/>
<path d="M0 204h300v104H0z" fill="${paper}"/><path d="M0 284h300v24H0z" fill="${mid}"/><path d="M0 278h300v6H0z" fill="${spark}"/>${lit}<path d="M66 214h5v94h-5zM178 214h5v94h-5zM290 214h5v94h-5z" fill="${ink}" opacity=".35"/><path d="M0 196h300v10H0z" fill="${ink}"/><path d="M0 308h300v18H0z" fill="${ink}"/>
<path d="M0 326h300v94H0z" fill="${mid}"/><path d="M0 326h300v9H0z" fill="${haze}" opacity=".7"/><path d="M62 400c-2-40-6-72 2-104 2-10 8-14 14-16-8-4-11-11-11-18 0-10 7-17 16-17s16 7 16 17c0 7-3 14-10 18 8 2 13 6 16 16 8 30 2 64 0 104z" fill="${ink}"/><path d="M112 352h30v42h-30zM118 352v-12h18v12" fill="${ink}" stroke="${ink}" stroke-width="4"/>`;
  },
};
