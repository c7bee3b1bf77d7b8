import { between, disc, type Motif, round, stars, times } from "../parts.ts";

export const road: Motif = {
  draw(inks, random) {
    const { sky, far, mid, ink, paper, spark } = inks;
    return `${stars(inks, random, 24, 150)}${disc(inks, { x: between(random, 60, 240), y: 104, radius: 40, fill: paper })}<path d="M0 262l50-44 38 20 54-62 44 48 36-28 78 66v160H0z" fill="${mid}"/><path d="M0 258h300v162H0z" fill="${far}" opacity=".55"/><path d="M142 258h16l112 162H30z" fill="${ink}"/><path d="M149 270h2l2 20h-6zM147 302h6l3 26h-12zM144 344h12l6 40h-24z" fill="${spark}"/><path d="M136 262L-20 384v36h70zM164 262l156 122v36h-70z" fill="${sky}" opacity=".35"/>
<g fill="${spark}"><circle cx="143" cy="256" r="4"/><circle cx="157" cy="256" r="4"/><g opacity=".3"><circle cx="143" cy="256" r="11"/><circle cx="157" cy="256" r="11"/></g></g><path d="M44 420V150M44 176h-26M44 176h26M252 420V210M252 230h-20M252 230h20" stroke="${ink}" stroke-width="5"/><path d="M18 178C80 220 200 220 272 232M70 178c60 30 130 40 182 54" stroke="${ink}" stroke-width="1.5" fill="none"/>`;
  },
};

/** Somebody in a lit door at the end of a hall. */
export const doorway: Motif = {
  plain: true,
  draw(inks, random) {
    const { haze, far, mid, ink, spark } = inks;
    const shift = round(between(random, -26, 26));
    const x = 150 + shift;
    return `<path d="M0 0h300v420H0z" fill="${mid}"/><path d="M0 0h300L${x + 60} 96H${x - 60}z" fill="${ink}" opacity=".7"/><path d="M0 0L${x - 60} 96v172L0 420z" fill="${far}" opacity=".5"/><path d="M300 0L${x + 60} 96v172l${90 - shift} 152z" fill="${ink}" opacity=".45"/><path d="M${x - 60} 96h120v172h-120z" fill="${haze}"/>
<path d="M${x - 60} 268h120L300 420H0z" fill="${ink}"/><path d="M${x - 34} 268h68l66 152H${x - 100}z" fill="${spark}" opacity=".75"/><path d="M${x - 34} 122h68v146h-68z" fill="${spark}"/>
<path d="M${x - 16} 268c0-30-4-50-2-64 2-10 8-14 12-16-5-3-8-8-8-14a14 14 0 0 1 28 0c0 6-3 11-8 14 4 2 10 6 12 16 2 14-2 34-2 64h-12l-4-30-4 30z" fill="${ink}"/><path d="M${x - 16} 268h10l4 14 6-14h12l30 152h-92z" fill="${ink}" opacity=".85"/>
<path d="M${x - 34} 122l-34-14v178l34-18z" fill="${far}"/><circle cx="${x - 60}" cy="200" r="4" fill="${spark}"/>`;
  },
};

/** What a camera sees. */
export const crosshair: Motif = {
  plain: true,
  draw(inks, random) {
    const { haze, far, mid, ink, paper, spark } = inks;
    const windows = times(40, (index) => {
      const x = 44 + (index % 5) * 46;
      const y = 54 + Math.floor(index / 5) * 42;
      return `<path d="M${x} ${y}h26v28h-26z" fill="${random() < 0.14 ? spark : ink}" opacity="${random() < 0.5 ? 0.9 : 0.6}"/>`;
    });
    const x = round(between(random, 120, 182));
    const y = round(between(random, 170, 236));
    return `<path d="M0 0h300v420H0z" fill="${haze}"/><path d="M22 28h256v392H22z" fill="${far}"/>${windows}<path d="M0 392h300v28H0z" fill="${ink}"/>
<path d="M0 0h300v420H0zm${x} ${y - 96}a96 96 0 1 0 .1 0z" fill="${mid}" opacity=".86" fill-rule="evenodd"/><circle cx="${x}" cy="${y}" r="96" fill="none" stroke="${paper}" stroke-width="5"/><circle cx="${x}" cy="${y}" r="62" fill="none" stroke="${paper}" stroke-width="1.5" opacity=".8"/>
<path d="M${x} ${y - 112}v86M${x} ${y + 26}v86M${x - 112} ${y}h86M${x + 26} ${y}h86" stroke="${paper}" stroke-width="3"/><circle cx="${x}" cy="${y}" r="5" fill="${spark}"/>`;
  },
};
