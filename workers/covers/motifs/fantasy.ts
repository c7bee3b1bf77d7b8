import { between, disc, type Motif, stars, times } from "../parts.ts";

export const castle: Motif = {
  draw(inks, random) {
    const { hour, far, mid, ink, paper, spark } = inks;
    const moon = { x: between(random, 90, 210), y: 132, radius: 78, fill: hour === "day" ? spark : paper };
    return `${hour === "night" ? stars(inks, random, 40, 220) : ""}${disc(inks, moon)}
<path d="M-10 350L52 262l30 30 44-70 40 40 38-30 40 52 66 66v80H-10z" fill="${far}"/>
<path d="M60 420C66 372 92 340 104 318h96c10 22 38 52 46 102z" fill="${ink}"/>
<path d="M104 320V214h-5v-16h9v7h7v-7h9v7h7v-7h9v16h-4v34h24v-80h-6v-16h10v8h8v-8h10v8h8v-8h10v16h-6v110h14v-26h-4v-14h8v6h7v-6h8v6h7v-6h8v14h-4v78z" fill="${mid}"/>
<path d="M98 198l21-42 22 42zM150 152l24-58 24 58zM196 246l20-36 20 36z" fill="${ink}"/>
<path d="M119 156v-22l20 6-20 7M174 94V68l24 8-24 8M216 210v-18l16 5-16 6" fill="${spark}" stroke="${ink}" stroke-width="2.4"/>
<g fill="${spark}"><path d="M170 186a4 4 0 0 1 8 0v14h-8zM116 228a3.5 3.5 0 0 1 7 0v12h-7zM212 272a3.5 3.5 0 0 1 7 0v11h-7z"/><path d="M162 320v-22a12 12 0 0 1 24 0v22z"/></g>
<path d="M174 320c-10 30 24 44 2 100" stroke="${far}" stroke-width="9" fill="none" opacity=".8"/>`;
  },
};

export const swordInStone: Motif = {
  plain: true,
  draw(inks, random) {
    const { hour, haze, far, mid, ink, paper, spark } = inks;
    const turn = between(random, -6, 6);
    const rays = times(
      12,
      (index) => `<path d="M150 196L136-160h28z" transform="rotate(${index * 30} 150 196)"/>`,
    );
    return `<g fill="${haze}" opacity=".75">${rays}</g>${hour === "night" ? stars(inks, random, 30, 230) : ""}
<circle cx="150" cy="196" r="92" fill="${hour === "day" ? spark : haze}" opacity=".55"/>
<path d="M-4 366L44 322l40 18 30-22 22 14 40-20 40 30 34-16 58 44v54H-4z" fill="${far}"/>
<g transform="rotate(${turn} 150 320)"><path d="M139 116h22l-2 214h-18z" fill="${paper}"/><path d="M150 116h11l-2 214h-9z" fill="${ink}" opacity=".2"/>
<path d="M98 108c6-8 14-8 22-4h60c8-4 16-4 22 4 2 8-4 14-12 14h-80c-8 0-14-6-12-14z" fill="${spark}"/><path d="M142 58h16v46h-16z" fill="${ink}"/><path d="M142 68l16 6v5l-16-6zM142 82l16 6v5l-16-6z" fill="${far}"/><circle cx="150" cy="50" r="12" fill="${spark}"/></g>
<path d="M84 420l10-76 26-34 22 10 16-14 34 22 22 40 10 52z" fill="${mid}"/><path d="M84 420l10-76 26-34 6 46-18 64zM158 306l34 22 22 40 10 52h-30l-14-60z" fill="${ink}" opacity=".55"/>
<path d="M40 420c4-20 10-28 14-42 4 14 8 24 10 42zM238 420c4-18 8-24 12-38 4 12 10 22 12 38z" fill="${ink}"/>`;
  },
};
