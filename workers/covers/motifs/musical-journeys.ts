import { between, disc, type Motif, round, times } from "../parts.ts";

export const gramophone: Motif = {
  plain: true,
  draw(inks) {
    const { haze, far, mid, ink, paper, spark } = inks;
    return `<g fill="none" stroke="${haze}" stroke-width="7">${times(7, (index) => `<circle cx="118" cy="150" r="${76 + index * 27}"/>`)}</g><path d="M0 350h300v70H0z" fill="${ink}"/>
<path d="M206 316c26-40 22-92-38-120" fill="none" stroke="${spark}" stroke-width="13" stroke-linecap="round"/><g transform="rotate(-28 118 150)"><path d="M34 150c0-14 40-22 84-22s84 8 84 22c-16 52-50 74-84 76-34-2-68-24-84-76z" fill="${spark}"/><path d="M118 128v98c34-2 68-24 84-76 0-14-40-22-84-22z" fill="${ink}" opacity=".18"/><ellipse cx="118" cy="148" rx="84" ry="25" fill="${mid}"/><ellipse cx="118" cy="152" rx="50" ry="13" fill="${ink}"/><path d="M62 166l32 52M90 172l16 52M174 166l-32 52M146 172l-16 52" stroke="${ink}" stroke-width="2" opacity=".45"/></g>
<ellipse cx="152" cy="312" rx="98" ry="15" fill="${ink}"/><ellipse cx="152" cy="308" rx="98" ry="15" fill="${mid}"/><ellipse cx="152" cy="308" rx="64" ry="9" fill="none" stroke="${far}" stroke-width="2"/><ellipse cx="152" cy="308" rx="34" ry="5" fill="${paper}"/><path d="M58 322h188v44H58z" fill="${far}"/><path d="M48 364h208v14H48zM58 322h188v7H58z" fill="${mid}"/><path d="M246 344h24v-12" stroke="${spark}" stroke-width="5" fill="none" stroke-linecap="round"/><path d="M206 316l-40-8" stroke="${paper}" stroke-width="4" stroke-linecap="round"/>`;
  },
};

const NOTE = "M0 0V-58l40-10v56a15 11 0 1 1-7-9v-32l-26 6v47A15 11 0 1 1 0 0z";

export const piano: Motif = {
  draw(inks, random) {
    const { hour, ink, paper, spark } = inks;
    const pressed = Math.floor(random() * 7);
    const whites = times(
      8,
      (index) =>
        `<path d="M${index * 38 + 1} 280h36v${index === pressed ? 112 : 104}h-36z" fill="${index === pressed ? spark : paper}"/>`,
    );
    const blacks = times(7, (index) =>
      index % 7 === 2 || index % 7 === 6 ? "" : `<path d="M${index * 38 + 26} 280h24v62h-24z"/>`,
    );
    const notes = times(
      3,
      (index) =>
        `<path d="${NOTE}" transform="translate(${70 + index * 70} ${round(between(random, 140, 220))}) rotate(${round(between(random, -12, 12))}) scale(${round(between(random, 0.7, 1.1))})"/>`,
    );
    return `${disc(inks, { x: 150, y: 160, radius: 100, fill: hour === "night" ? paper : spark, lines: hour !== "night" })}<path d="M-10 ${round(between(random, 110, 150))}c80-50 170 70 320 10M-10 190c80-50 170 70 320 10" stroke="${ink}" stroke-width="1.500" fill="none" opacity=".5"/><g fill="${ink}">${notes}</g><path d="M0 262h300v158H0z" fill="${ink}"/>${whites}<g fill="${ink}">${blacks}</g>`;
  },
};
