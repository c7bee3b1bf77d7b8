import { between, disc, type Motif, round, stars, times } from "../parts.ts";

export const house: Motif = {
  draw(inks, random) {
    const { hour, far, mid, ink, paper, spark } = inks;
    const moon = { x: between(random, 96, 186), y: 128, radius: 64, fill: paper, lines: hour !== "night" };
    return `${disc(inks, moon)}${stars(inks, random, 14, 160)}<path d="M0 352C60 300 120 312 160 300s100 10 140 44v76H0z" fill="${ink}"/>
<g transform="rotate(-2 170 300)"><path d="M122 310V214l-12 4 50-62 14 16v-24h14v40l30 34-12-2v92z" fill="${mid}"/><path d="M106 220l54-70 60 74-8 6-52-62-46 58z" fill="${ink}"/><path d="M144 232h16v24h-16zM178 232h16v24h-16z" fill="${ink}"/><path d="M178 232h16v24h-16z" fill="${spark}"/><path d="M185 232h2v24h-2zM178 243h16v2h-16z" fill="${ink}"/><path d="M154 310v-26a10 10 0 0 1 20 0v26z" fill="${ink}"/></g>
<path d="M52 340c4-50-6-80-2-130m-1 52c-14-10-20-26-22-44m24 16c10-8 16-20 18-36m-20 92c14-8 24-20 28-38m-52-8c-4-10-12-14-18-14m58-20c8-2 12-8 14-14" stroke="${ink}" stroke-width="5.5" fill="none" stroke-linecap="round"/><path d="M156 310c-10 30 30 50-6 110" stroke="${far}" stroke-width="8" fill="none" opacity=".7"/>`;
  },
};

const CROW =
  "M0 0c-6-8-18-14-30-12 10 4 16 10 18 18-8 2-14 8-16 16 14-6 28-4 36 0 8-2 14-8 14-16l8-3-7-5C20-6 8-8 0 0z";

export const graveyard: Motif = {
  draw(inks, random) {
    const { hour, far, mid, ink, paper, spark } = inks;
    const moon = { x: between(random, 120, 200), y: 146, radius: 92, fill: hour === "day" ? spark : paper };
    const crows = times(3, (index) => {
      const at = `${round(between(random, 60, 250))} ${80 + index * 44}`;
      return `<path d="${CROW}" transform="translate(${at}) scale(${round(between(random, 0.6, 1))})"/>`;
    });
    return `${disc(inks, moon)}<g fill="${ink}">${crows}</g><path d="M0 330c70-34 220-40 300 4v86H0z" fill="${far}"/>
<path d="M232 420c10-70-6-130 4-196 2-14 10-14 10 0 2 66 4 130 14 196zM238 264c-20-20-46-22-62-52M244 240c-2-34-26-50-30-84M246 258c18-18 26-40 24-72M206 236c-14 0-26-8-34-8M222 196c-16-8-22-22-24-32M268 210c10-8 18-10 26-12" fill="${ink}" stroke="${ink}" stroke-width="6" stroke-linecap="round"/>
<g fill="${mid}"><path d="M40 372v-48a24 24 0 0 1 48 0v48zM112 366l4-40a18 18 0 0 1 36 4l-4 40zM170 372v-36h-12v-12h12v-14h12v14h12v12h-12v36z"/></g><path d="M52 330h24v5H52zM52 341h24v5H52z" fill="${ink}" opacity=".6"/>
<path d="M0 372c80-18 210-16 300 2v46H0z" fill="${ink}"/>`;
  },
};

/** A candle on the stairs, and what stands behind its light. */
export const candle: Motif = {
  plain: true,
  draw(inks, random) {
    const { haze, far, mid, ink, paper, spark } = inks;
    const lean = round(between(random, -5, 5));
    return `<path d="M0 0h300v420H0z" fill="${mid}"/><circle cx="150" cy="176" r="150" fill="${far}" opacity=".4"/><circle cx="150" cy="176" r="104" fill="${haze}" opacity=".6"/><circle cx="150" cy="176" r="62" fill="${spark}" opacity=".35"/>
<path d="M40 420V120C40 60 84 26 124 40c-22 20-26 60-14 96-30 40-36 160-20 284zM260 420V150c0-50-24-84-58-92 16 30 16 60 4 88 28 50 34 150 14 274z" fill="${ink}" opacity=".85"/><g fill="${paper}"><circle cx="84" cy="98" r="4.5"/><circle cx="102" cy="98" r="4.5"/></g>
<g transform="rotate(${lean} 150 220)"><path d="M150 112c20 30 26 46 26 62a26 26 0 0 1-52 0c0-16 6-32 26-62z" fill="${spark}"/><path d="M150 152c9 14 12 20 12 28a12 12 0 0 1-24 0c0-8 3-14 12-28z" fill="${paper}"/></g>
<path d="M147 196h6v18h-6z" fill="${ink}"/><path d="M128 212c14-6 30-6 44 0v128h-44z" fill="${paper}"/><path d="M152 210c8 0 14 1 20 2v128h-20z" fill="${ink}" opacity=".2"/><path d="M128 214c0 30-6 30-6 48s8 16 8 0M172 214c0 22 6 24 6 36s-8 12-8 0" fill="${paper}"/><path d="M88 338h124l-14 26H102z" fill="${spark}"/><path d="M150 338h62l-14 26h-48z" fill="${ink}" opacity=".25"/><path d="M0 362h300v58H0z" fill="${ink}"/>`;
  },
};
