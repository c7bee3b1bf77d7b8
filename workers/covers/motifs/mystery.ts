import { between, disc, type Motif, round, stars, times } from "../parts.ts";

export const streetLamp: Motif = {
  draw(inks, random) {
    const { hour, haze, mid, ink, paper, spark } = inks;
    const rain = times(46, () => {
      const length = between(random, 10, 28);
      return `M${round(random() * 330)} ${round(random() * 400)}l${round(-length * 0.32)} ${round(length)}`;
    });
    return `${hour === "night" ? stars(inks, random, 22, 130) : ""}<path d="M0 96h44v22h22V70h40v34h30v-22h20v260H0z" fill="${haze}"/><path d="M76 92h8v12h-8zM90 92h8v12h-8zM18 136h8v12h-8z" fill="${spark}" opacity=".8"/>
<path d="M212 116L96 352h230z" fill="${spark}" opacity=".26"/><path d="M212 116L142 352h142z" fill="${spark}" opacity=".3"/>
<path d="M0 346h300v74H0z" fill="${mid}"/><ellipse cx="212" cy="356" rx="106" ry="16" fill="${spark}" opacity=".42"/><ellipse cx="212" cy="356" rx="66" ry="9" fill="${spark}" opacity=".5"/>
<path d="${rain}" stroke="${paper}" stroke-width="1.3" opacity=".38" fill="none"/>
<path d="M208 134h8v226h-8zM200 356h24v8h-24z" fill="${ink}"/><path d="M196 100h32l-6 34h-20z" fill="${spark}"/><path d="M192 100l20-20 20 20zM200 134h24v4h-24zM196 100l6 34h-3l-7-34zM228 100l-6 34h3l7-34z" fill="${ink}"/>
<path d="M104 360c0-30-2-44 2-58 3-10 8-13 8-19-6-3-8-8-8-12l-8-2c6-4 9-4 10-10 1-8 4-12 11-12s11 4 12 11c1 5 5 6 11 9l-8 4c0 5-2 9-7 12 1 7 8 9 12 20 4 12 2 28 2 57h-15l-2-24-4 24z" fill="${ink}"/><path d="M104 361l-92 46h30l90-46z" fill="${ink}" opacity=".55"/>`;
  },
};

export const key: Motif = {
  plain: true,
  draw(inks, random) {
    const { haze, far, mid, ink, spark } = inks;
    const turn = round(between(random, -34, 34));
    return `${disc(inks, { x: 150, y: 200, radius: 124, fill: haze })}<circle cx="150" cy="200" r="98" fill="none" stroke="${far}" stroke-width="2" stroke-dasharray="3 9" stroke-linecap="round"/>
<path d="M0 352c80-20 200-20 300 0v68H0z" fill="${mid}"/><path d="M0 384c80-14 200-14 300 0v36H0z" fill="${ink}"/>
<g transform="rotate(${turn} 150 210)"><path d="M150 86a34 34 0 0 0-32 44 30 30 0 1 0 22 50v138h20v-12h26v-14h-14v-12h20v-14h-32v-86a30 30 0 1 0 22-50 34 34 0 0 0-32-44zm0 18a17 17 0 1 1-.1 34 17 17 0 0 1 .1-34zm-30 38a15 15 0 1 1-.1 30 15 15 0 0 1 .1-30zm60 0a15 15 0 1 1-.1 30 15 15 0 0 1 .1-30z" fill="${spark}" fill-rule="evenodd"/><path d="M150 180h10v138h-10z" fill="${ink}" opacity=".25"/><path d="M134 186h32v9h-32z" fill="${ink}" opacity=".6"/></g>`;
  },
};

/** A glass over a page that somebody has marked. */
export const magnifier: Motif = {
  plain: true,
  draw(inks, random) {
    const { hour, haze, far, mid, ink, paper, spark } = inks;
    const lines = times(13, (row) => `M78 ${96 + row * 20}h${round(between(random, 96, 144))}`);
    const turn = round(between(random, -9, 9));
    return `<path d="M0 0h300v420H0z" fill="${hour === "day" ? haze : mid}"/><path d="M0 236L300 150v270H0z" fill="${far}" opacity=".55"/>
<g transform="rotate(${turn} 150 210)"><path d="M62 62h172l6 300H56z" fill="${ink}" opacity=".35" transform="translate(8 8)"/><path d="M60 60h176v300H60z" fill="${paper}"/><path d="${lines}" stroke="${far}" stroke-width="4" opacity=".55"/><path d="M78 214h96M78 236h60" stroke="${spark}" stroke-width="8"/></g>
<path d="M196 262l70 84" stroke="${ink}" stroke-width="26" stroke-linecap="round"/><path d="M206 274l54 65" stroke="${spark}" stroke-width="6" stroke-linecap="round"/>
<circle cx="150" cy="206" r="78" fill="${paper}"/><path d="M92 182h116M88 212h124M100 242h100" stroke="${far}" stroke-width="9" opacity=".7"/><path d="M104 186c30-26 76-18 92 10-6 30-54 50-96 24" fill="none" stroke="${spark}" stroke-width="7" stroke-linecap="round"/>
<circle cx="150" cy="206" r="78" fill="${haze}" opacity=".2"/><circle cx="150" cy="206" r="78" fill="none" stroke="${ink}" stroke-width="13"/><path d="M98 178c10-22 28-34 50-36" fill="none" stroke="${paper}" stroke-width="7" stroke-linecap="round"/>`;
  },
};
