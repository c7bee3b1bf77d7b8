import { between, disc, type Motif, round, stars } from "../parts.ts";

export const rocket: Motif = {
  plain: true,
  draw(inks, random) {
    const { far, mid, ink, paper, spark } = inks;
    const x = round(between(random, 70, 110));
    const y = round(between(random, 96, 126));
    return `${stars(inks, random, 60, 400)}<circle cx="${x}" cy="${y}" r="42" fill="${far}"/><path d="M${x - 40} ${y + 12}a42 42 0 0 0 80 0z" fill="${mid}"/>
<ellipse cx="${x}" cy="${y}" rx="70" ry="14" fill="none" stroke="${paper}" stroke-width="4" transform="rotate(-18 ${x} ${y})" stroke-dasharray="168 96" stroke-dashoffset="-128"/>
<path d="M0 372c60-40 240-40 300 0v48H0z" fill="${ink}"/><g fill="${mid}"><ellipse cx="70" cy="386" rx="22" ry="6"/><ellipse cx="224" cy="396" rx="32" ry="8"/><ellipse cx="146" cy="404" rx="12" ry="4"/></g>
<g transform="rotate(${round(between(random, 6, 18))} 180 240)"><path d="M160 322h44c-2 26-10 44-22 66-12-22-20-40-22-66z" fill="${spark}"/><path d="M171 322h22c-1 16-5 26-11 40-6-14-10-24-11-40z" fill="${paper}"/><path d="M148 286l-30 44 4 20 34-28zM216 286l30 44-4 20-34-28z" fill="${spark}"/>
<path d="M182 108c34 34 42 84 42 122 0 38-8 72-14 94h-56c-6-22-14-56-14-94 0-38 8-88 42-122z" fill="${paper}"/><path d="M182 108c34 34 42 84 42 122 0 38-8 72-14 94h-28z" fill="${ink}" opacity=".2"/>
<circle cx="182" cy="206" r="19" fill="${ink}"/><circle cx="182" cy="206" r="12.5" fill="${far}"/><path d="M150 292h64l-3 14h-58z" fill="${spark}"/><path d="M159 142c6-14 14-26 23-34 9 8 17 20 23 34z" fill="${spark}"/></g>`;
  },
};

/** A settlement under domes, and the planet that it turns around. */
export const domes: Motif = {
  plain: true,
  draw(inks, random) {
    const { haze, far, mid, ink, paper, spark } = inks;
    const x = round(between(random, 170, 214));
    return `${stars(inks, random, 70, 300)}<circle cx="${x}" cy="136" r="92" fill="${far}"/><path d="M${x - 91} 122c40 18 128 20 182-4M${x - 88} 162c44 16 120 18 176-2M${x - 72} 194c40 12 100 12 144-4" stroke="${haze}" stroke-width="9" fill="none"/>
<path d="M${x} 44a92 92 0 0 1 0 184c44-24 64-56 64-92s-20-68-64-92z" fill="${ink}" opacity=".4"/>
<ellipse cx="${x}" cy="136" rx="146" ry="26" fill="none" stroke="${paper}" stroke-width="5" opacity=".9" transform="rotate(-14 ${x} 136)" stroke-dasharray="318 244" stroke-dashoffset="-266"/>
<circle cx="62" cy="76" r="13" fill="${spark}"/>
<path d="M0 322c40-18 92-8 140-18s110-14 160 6v110H0z" fill="${mid}"/>
<path d="M52 338a56 56 0 0 1 112 0z" fill="${paper}" opacity=".9"/><path d="M108 282a56 56 0 0 1 56 56h-40c0-24-6-44-16-56z" fill="${ink}" opacity=".22"/><path d="M108 282v56M80 290c-8 14-10 30-10 48M136 290c8 14 10 30 10 48" stroke="${far}" stroke-width="2.5" fill="none"/>
<path d="M180 336a34 34 0 0 1 68 0z" fill="${paper}" opacity=".75"/><path d="M164 326h20v12h-20z" fill="${ink}"/><path d="M264 338v-74M252 278h24M256 290h16" stroke="${ink}" stroke-width="4"/><circle cx="264" cy="260" r="5" fill="${spark}"/>
<path d="M0 340c80-12 220-8 300 4v76H0z" fill="${ink}"/><g fill="${spark}"><path d="M100 322h16v18h-16zM206 324h14v14h-14z"/><circle cx="40" cy="372" r="2.5"/><circle cx="56" cy="372" r="2.5"/><circle cx="72" cy="372" r="2.5"/></g>
<path d="M196 420l16-50h10l26 50z" fill="${far}" opacity=".5"/>`;
  },
};

/** The helmet of somebody who is looking at a sun. */
export const helmet: Motif = {
  plain: true,
  draw(inks, random) {
    const { hour, haze, far, mid, ink, paper, spark } = inks;
    return `${stars(inks, random, 60, 390)}${disc(inks, { x: 150, y: 176, radius: 122, fill: haze })}
<path d="M22 420c4-56 44-88 82-98h92c38 10 78 42 82 98z" fill="${paper}"/><path d="M150 322h46c38 10 78 42 82 98h-60c-4-40-26-76-68-98z" fill="${ink}" opacity=".2"/>
<circle cx="150" cy="212" r="104" fill="${paper}"/><path d="M150 108a104 104 0 0 1 0 208c44-20 66-56 66-104s-22-84-66-104z" fill="${ink}" opacity=".18"/>
<path d="M72 210c0-46 32-70 78-70s78 24 78 70-32 72-78 72-78-26-78-72z" fill="${ink}"/><path d="M82 212c0-38 28-60 68-60s68 22 68 60-28 60-68 60-68-22-68-60z" fill="${mid}"/>
<path d="M84 226c30-16 100-16 132 0-6 28-32 46-66 46s-60-18-66-46z" fill="${far}"/><circle cx="${round(between(random, 124, 180))}" cy="204" r="21" fill="${spark}"/><path d="M98 184c8-14 20-22 34-24" stroke="${paper}" stroke-width="6" stroke-linecap="round" fill="none"/>
<path d="M36 196h14v44H36zM250 196h14v44h-14z" fill="${hour === "day" ? mid : far}"/><path d="M104 322h92l-6 18h-80z" fill="${far}"/><path d="M120 372h60v22h-60z" fill="${mid}"/><circle cx="134" cy="383" r="5" fill="${spark}"/><path d="M148 381h24v4h-24z" fill="${paper}"/>`;
  },
};
