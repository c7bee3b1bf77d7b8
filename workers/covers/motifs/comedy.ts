import { between, disc, type Motif, round, times, waves } from "../parts.ts";

export const umbrella: Motif = {
  plain: true,
  draw(inks, random) {
    const { haze, mid, ink, spark } = inks;
    return `${disc(inks, { x: 150, y: 180, radius: 118, fill: haze })}<path d="M0 352h300v68H0z" fill="${mid}"/><g transform="rotate(${round(between(random, -12, 12))} 150 210)"><path d="M147 116h6v188c0 18-26 18-26 0" fill="none" stroke="${ink}" stroke-width="7" stroke-linecap="round"/><path d="M38 208c4-64 54-100 112-100s108 36 112 100c-10-14-28-14-37 0-10-14-28-14-38 0-10-14-28-14-37 0-10-14-28-14-38 0-10-14-28-14-37 0-9-14-27-14-37 0z" fill="${spark}"/><path d="M150 108c-24 22-36 56-38 100 10-14 28-14 38 0zM150 108c58 0 108 36 112 100-10-14-28-14-37 0-4-44-28-80-75-100z" fill="${ink}" opacity=".24"/><path d="M150 94v16" stroke="${ink}" stroke-width="6" stroke-linecap="round"/></g>
<path d="M96 350c-6-22 6-40 26-40s32 18 26 40zM78 348h86v9H78z" fill="${ink}"/><path d="M100 340h44v8h-44z" fill="${spark}"/>`;
  },
};

export const duck: Motif = {
  plain: true,
  draw(inks, random) {
    const { haze, far, ink, paper, spark } = inks;
    const bubbles = times(
      12,
      () =>
        `<circle cx="${round(between(random, 20, 280))}" cy="${round(between(random, 30, 250))}" r="${round(between(random, 3, 13))}"/>`,
    );
    return `${disc(inks, { x: 150, y: 190, radius: 126, fill: haze })}<g fill="none" stroke="${far}" stroke-width="2.5">${bubbles}</g><g transform="rotate(${round(between(random, -7, 7))} 150 300)"><path d="M62 258c10 12 26 18 44 12 4-16-4-24-14-38-18-28-14-78 36-84 44-4 70 24 68 62-2 22-12 32-8 42 22-4 42-14 62-32 8 70-24 116-88 116-60 0-100-24-100-78z" fill="${spark}"/><path d="M62 258c0 54 40 78 100 78s92-40 88-102c-10 50-50 76-98 74-46-2-76-18-90-50z" fill="${ink}" opacity=".2"/><path d="M120 286c20 22 60 22 84-14-2 38-28 54-50 50s-32-18-34-36z" fill="${ink}" opacity=".28"/>
<path d="M92 196c-16-2-34 2-48 12 12 8 26 8 38 6-8 4-18 6-26 6 12 10 34 12 46 0z" fill="${paper}" stroke="${ink}" stroke-width="3"/><circle cx="122" cy="186" r="9" fill="${ink}"/><circle cx="125" cy="183" r="3" fill="${paper}"/><path d="M110 152l34-72 34 68c-20-10-48-8-68 4z" fill="${paper}"/><path d="M120 130l32-30M134 146l30-26" stroke="${far}" stroke-width="7"/><circle cx="144" cy="76" r="11" fill="${far}"/></g>${waves(inks, random, 320)}`;
  },
};

/** A banana skin, and somebody who has not seen it. */
export const banana: Motif = {
  plain: true,
  draw(inks, random) {
    const { haze, far, mid, ink, paper, spark } = inks;
    const tiles = times(5, (row) =>
      times(4, (column) =>
        (row + column) % 2 === 0 ? `M${column * 80 - 10} ${328 + row * 22}h80v22h-80z` : "",
      ),
    );
    const x = round(between(random, 186, 214));
    return `<path d="M0 0h300v420H0z" fill="${haze}"/><path d="M30 60h86v118H30zM184 40h86v90h-86z" fill="${far}"/><path d="M38 68h70v102H38zM192 48h70v74h-70z" fill="${paper}" opacity=".6"/><path d="M0 328h300v92H0z" fill="${mid}"/><path d="${tiles}" fill="${ink}" opacity=".4"/>
<g transform="rotate(${round(between(random, -6, 2))} 90 330)"><path d="M78 330l-6-86c-14-40-2-66 24-66s36 26 22 66l6 50 26 34h-26l-26-36-4 38z" fill="${ink}"/><circle cx="98" cy="148" r="24" fill="${ink}"/><path d="M64 134h66v8H64zM78 98h38v38H78z" fill="${ink}"/><path d="M78 122h38v9H78z" fill="${spark}"/><path d="M112 196c22 16 38 18 54 6M84 196c-18 12-26 28-28 46" stroke="${ink}" stroke-width="13" stroke-linecap="round" fill="none"/></g>
<path d="M${x - 46} 366c-2-14 14-28 34-30 2-16 4-24 8-30l10 2c-2 8-2 18 0 28 22 2 38 14 40 28-16-6-30-10-38-18 2 10 0 20-6 30-8-8-12-18-12-30-8 10-22 16-36 20z" fill="${spark}"/><path d="M${x - 6} 306l12 2-1 9-12-2z" fill="${ink}"/><path d="M${x - 4} 338c-4 8-4 22 4 36" stroke="${ink}" stroke-width="2.5" fill="none" opacity=".5"/>`;
  },
};
