import { colour, type Hour } from "../inks.ts";
import { between, disc, type Motif, round, times } from "../parts.ts";

const CURTAIN: Record<Hour, readonly [string, string]> = {
  night: [colour(0.32, 0.1, 20), colour(0.42, 0.13, 20)],
  dusk: [colour(0.3, 0.09, 20), colour(0.38, 0.12, 20)],
  day: [colour(0.4, 0.13, 20), colour(0.5, 0.15, 22)],
};

export const curtain: Motif = {
  plain: true,
  draw({ hour, ink, spark }, random) {
    const [dark, light] = CURTAIN[hour];
    const folds = times(
      4,
      (index) =>
        `<path d="M${index * 26} 0h26c4 120-2 230-${8 + index * 8} 352h-26c10-120 14-230 0-352z" fill="${index % 2 === 0 ? light : dark}"/>`,
    );
    const x = round(between(random, 138, 162));
    return `<path d="M${x} 20L70 372h160z" fill="${spark}" opacity=".3"/><path d="M0 366h300v54H0z" fill="${ink}"/><ellipse cx="${x}" cy="376" rx="82" ry="13" fill="${spark}" opacity=".75"/><path transform="translate(${x - 150} 0)" d="M150 250a15 15 0 1 0-.1 0zM132 374c-2-40-6-70-2-96 2-14 8-20 20-20s18 6 20 20c4 26 0 56-2 96z" fill="${ink}"/><g transform="translate(-8 30)">${folds}</g><g transform="translate(308 30) scale(-1 1)">${folds}</g>
<path d="M0 0h300v46q-18 22-37.500 0-18 22-37.500 0-18 22-37.500 0-18 22-37.500 0-18 22-37.500 0-18 22-37.500 0-18 22-37.500 0-18 22-37.500 0z" fill="${dark}"/><path d="M0 42q18 22 37.500 0 18 22 37.500 0 18 22 37.500 0 18 22 37.500 0 18 22 37.500 0 18 22 37.500 0 18 22 37.500 0 18 22 37.500 0" fill="none" stroke="${spark}" stroke-width="4"/>`;
  },
};

const FACE = "M-62-70c40 14 84 14 124 0 10 70-4 132-62 160-58-28-72-90-62-160z";

export const masks: Motif = {
  plain: true,
  draw(inks, random) {
    const { hour, haze, far, mid, ink, paper, spark } = inks;
    const back = hour === "day" ? mid : far;
    return `${disc(inks, { x: 150, y: 200, radius: 132, fill: haze })}<path d="M34 60c30 60-10 110 20 170s-20 120 10 190M266 60c-30 60 10 110-20 170s20 120-10 190" stroke="${spark}" stroke-width="9" fill="none" stroke-linecap="round" opacity=".9"/>
<g transform="translate(186 174) rotate(${round(between(random, 6, 18))})"><path d="${FACE}" fill="${back}"/><path d="M0-62v152c58-28 72-90 62-160-20 6-42 8-62 8z" fill="${ink}" opacity=".25"/><path d="M-40-16c10-14 24-14 30 0M10-16c8-14 22-14 30 0" stroke="${ink}" stroke-width="8" stroke-linecap="round" fill="none"/><path d="M-28 46c14-26 42-26 56 0-18-10-38-10-56 0z" fill="${ink}"/><path d="M-30-4c-4 12-6 18-2 24s10 0 8-8z" fill="${spark}"/></g>
<g transform="translate(112 238) rotate(${round(between(random, -16, -4))})"><path d="${FACE}" fill="${ink}" opacity=".3" transform="translate(6 8)"/><path d="${FACE}" fill="${paper}"/><path d="M0-62v152c58-28 72-90 62-160-20 6-42 8-62 8z" fill="${ink}" opacity=".13"/><path d="M-42-12c8-16 26-16 32 0-10-4-22-4-32 0zM10-12c6-16 24-16 32 0-10-4-22-4-32 0z" fill="${ink}"/><path d="M-36 22c22 10 50 10 72 0-4 34-20 46-36 46s-32-12-36-46z" fill="${ink}"/><path d="M-22 46c14-8 30-8 44 0-8 14-14 18-22 18s-14-4-22-18z" fill="${spark}"/></g>`;
  },
};

/** One chair too many. */
export const chairs: Motif = {
  draw(inks, random) {
    const { haze, far, mid, ink, paper, spark } = inks;
    const chair = "M0 0h10v62h52v-8h8v86h-8v-60H10v60H0zM10 12h6v40h-6zM0-8h14V0H0z";
    const lamp = round(between(random, 132, 168));
    return `<path d="M0 0h300v420H0z" fill="${mid}"/><path d="M0 330h300v90H0z" fill="${ink}"/><path d="M${lamp} 90L40 340h${lamp * 2 - 80}z" fill="${spark}" opacity=".35"/><ellipse cx="150" cy="352" rx="122" ry="18" fill="${spark}" opacity=".5"/>
<path d="M${lamp} 0v66" stroke="${ink}" stroke-width="4"/><path d="M${lamp - 44} 96c4-22 20-32 44-32s40 10 44 32z" fill="${far}"/><circle cx="${lamp}" cy="98" r="11" fill="${paper}"/><path d="M24 120h62v96H24z" fill="${far}" opacity=".7"/><path d="M32 128h46v80H32z" fill="${haze}"/>
<path d="M94 262h112v10H94zM146 272h8v80h-8zM124 350h52v8h-52z" fill="${paper}"/><path d="M150 262h56v10h-56z" fill="${ink}" opacity=".25"/><path d="${chair}" transform="translate(40 214)" fill="${ink}"/><g transform="rotate(${random() < 0.5 ? 0 : 68} 232 330)"><path d="${chair}" transform="translate(262 214) scale(-1 1)" fill="${ink}"/></g><path d="M134 262v-18c0-6 4-8 4-16h10c0 8 4 10 4 16v18z" fill="${spark}"/><path d="M166 262l-3-16h14l-3 16z" fill="${far}"/>`;
  },
};
