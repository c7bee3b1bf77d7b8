import { between, disc, type Motif, round, times, waves } from "../parts.ts";

export const ship: Motif = {
  draw(inks, random) {
    const { hour, ink, paper, spark } = inks;
    const x = round(between(random, -15, 15));
    return `${disc(inks, { x: 150 + x * 2, y: 168, radius: 92, fill: spark, lines: hour !== "night" })}${waves(inks, random, 322)}<g transform="translate(${x} 0)"><path d="M74 306c40 10 110 10 164-6l-22 44c-6 10-12 14-24 14h-70c-18 0-28-8-34-20z" fill="${ink}"/><path d="M92 326h128" stroke="${spark}" stroke-width="3"/><path d="M152 70v236M206 116v188M102 128v178" stroke="${ink}" stroke-width="5"/><path d="M238 300l46-30" stroke="${ink}" stroke-width="4"/>
<path d="M130 92c16 4 34 4 50 0 5 24 5 36 0 56-18 5-36 5-54 0 6-20 8-34 4-56zM122 160c20 5 44 5 66 0 6 30 6 52 0 84-24 6-48 6-72 0 8-30 10-54 6-84zM190 134c10 3 22 3 34 0 4 18 4 30 0 46-12 4-26 4-38 0 5-16 6-28 4-46zM188 190c14 4 28 4 42 0 4 24 4 44 0 68-16 4-32 4-46 0 5-24 6-44 4-68zM86 146c10 3 20 3 30 0 4 18 4 28 0 42-12 4-24 4-36 0 5-14 7-26 6-42zM80 198c12 4 26 4 38 0 4 22 4 40 0 60-14 4-30 4-44 0 6-20 8-38 6-60z" fill="${paper}"/><path d="M152 70V52l22 7-22 7" fill="${spark}"/><path d="M240 292l40-24-50-70z" fill="${paper}" opacity=".9"/></g>`;
  },
};

export const temple: Motif = {
  draw(inks, random) {
    const { hour, far, mid, ink, paper, spark } = inks;
    const sun = {
      x: between(random, 110, 190),
      y: 150,
      radius: 84,
      fill: hour === "night" ? paper : spark,
      lines: hour !== "night",
    };
    const columns = times(
      5,
      (index) =>
        `<g transform="translate(${58 + index * 40} 0)"><path d="M0 196h24v8H0zM2 204h20v126H2zM-1 330h26v10H-1z" fill="${paper}"/><path d="M12 204h10v126H12z" fill="${ink}" opacity=".24"/><path d="M7 206v122M17 206v122" stroke="${ink}" stroke-width="1.2" opacity=".35"/></g>`,
    );
    return `${disc(inks, sun)}<path d="M-6 344c60-40 110-46 160-36s110-20 152 10v102H-6z" fill="${far}"/>${columns}<path d="M46 196L150 138l104 58z" fill="${paper}"/><path d="M70 190l80-44 80 44z" fill="${mid}"/><path d="M46 180h208v16H46z" fill="${paper}"/><path d="M150 180h104v16H150z" fill="${ink}" opacity=".15"/><path d="M46 194h208v5H46z" fill="${ink}" opacity=".35"/>
<path d="M44 340h212v12H44zM32 352h236v12H32zM20 364h260v14H20z" fill="${paper}"/><path d="M44 350h212v3H44zM32 362h236v3H32z" fill="${ink}" opacity=".3"/><path d="M0 378h300v42H0z" fill="${ink}"/>
<path d="M22 384c-12-60-8-104 4-140 12 36 16 80 4 140zM276 384c-10-50-6-88 3-116 10 28 14 66 4 116z" fill="${ink}"/>`;
  },
};

/** A quill in its ink, and what it has written so far. */
export const quill: Motif = {
  plain: true,
  draw(inks, random) {
    const { haze, far, mid, ink, paper, spark } = inks;
    const lines = times(
      6,
      (row) => `M64 ${258 + row * 18}c10-8 16 6 26-1s16 5 26-1 16 6 ${round(between(random, 20, 50))} 0`,
    );
    return `${disc(inks, { x: 150, y: 176, radius: 128, fill: haze })}<path d="M0 330h300v90H0z" fill="${mid}"/><path d="M0 330h300v7H0z" fill="${ink}" opacity=".5"/>
<g transform="rotate(${round(between(random, -5, 5))} 130 320)"><path d="M46 236h172v148H46z" fill="${ink}" opacity=".3" transform="translate(6 6)"/><path d="M44 234h172v148H44z" fill="${paper}"/><path d="${lines}" stroke="${ink}" stroke-width="3" fill="none" stroke-linecap="round" opacity=".75"/></g>
<path d="M160 300C168 200 196 110 268 52c10 60-10 130-58 178 8 0 14-2 20-6-16 28-36 44-54 48z" fill="${far}"/><path d="M160 300C168 200 196 110 268 52c-40 70-70 150-92 222z" fill="${paper}" opacity=".85"/><path d="M152 330c20-104 56-200 116-278" stroke="${ink}" stroke-width="3.5" fill="none"/>
<path d="M214 304h52v14c14 6 20 18 20 32v34h-92v-34c0-14 6-26 20-32z" fill="${ink}"/><path d="M210 296h60v12h-60z" fill="${spark}"/><path d="M206 340c10-6 20-8 34-8" stroke="${far}" stroke-width="5" stroke-linecap="round" fill="none"/>`;
  },
};
