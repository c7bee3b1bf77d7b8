import { Random } from "../random.ts";
import { clamp, hex, type Tint } from "./palette.ts";

/** A number with one place after the point: what an SVG of 240 units needs. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

export type Box = readonly [left: number, top: number, right: number, bottom: number];

/** Chance for a drawing: the same seed draws the same. */
export class Chance extends Random {
  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  /** As much to either side. */
  around(spread: number): number {
    return (this.next() - 0.5) * 2 * spread;
  }
}

/** Attributes of an SVG element; `undefined` ones are left out. */
type Attributes = Record<string, string | number | undefined>;

/**
 * As they stand in an element. Opacity goes to the paint: that of a whole element has the renderer make a picture of its
 * own for it, which takes a millisecond.
 */
function attributes({ opacity, ...values }: Attributes, painted: "fill" | "stroke" = "fill"): string {
  const all = opacity === undefined ? values : { ...values, [`${painted}-opacity`]: opacity };
  return Object.entries(all)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join("");
}

/** A filled path; nothing for an empty one. `paint`: a tint, or the id of a gradient. */
export function fill(d: string, paint: Tint | string, more: Attributes = {}): string {
  return d === "" ? "" : `<path d="${d}" fill="${toPaint(paint)}"${attributes(more)}/>`;
}

/** A stroked path with round ends; nothing for an empty one. */
export function stroke(d: string, paint: Tint | string, width: number, more: Attributes = {}): string {
  if (d === "") return "";
  const rounded = { "stroke-linecap": "round", "stroke-linejoin": "round", ...more };
  return `<path d="${d}" fill="none" stroke="${toPaint(paint)}" stroke-width="${width}"${attributes(rounded, "stroke")}/>`;
}

export function ellipse(
  x: number,
  y: number,
  rx: number,
  ry: number,
  paint: Tint | string,
  more: Attributes = {},
): string {
  return `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="${toPaint(paint)}"${attributes(more)}/>`;
}

function toPaint(paint: Tint | string): string {
  return typeof paint === "string" ? paint : hex(paint);
}

export function group(content: string, more: Attributes): string {
  return content === "" ? "" : `<g${attributes(more)}>${content}</g>`;
}

/** What a drawing refers to by id: clips and gradients. Ids need only be unique within one picture. */
export class Definitions {
  #content = "";
  #count = 0;
  readonly #clips = new Map<string, string>();

  /** The content, cut to the shape. */
  clip(d: string, content: string, evenOdd = false): string {
    if (d === "" || content === "") return "";
    let id = this.#clips.get(d);
    if (id === undefined) {
      id = this.#define(
        (name) =>
          `<clipPath id="${name}"><path d="${d}"${evenOdd ? ' clip-rule="evenodd"' : ""}/></clipPath>`,
      );
      this.#clips.set(d, id);
    }
    return `<g clip-path="url(#${id})">${content}</g>`;
  }

  /** A soft spot: the tint in the middle, nothing at the rim. */
  spot(x: number, y: number, rx: number, ry: number, tint: Tint, opacity: number, turn = 0): string {
    const id = this.#define(
      (name) =>
        `<radialGradient id="${name}"><stop offset="0" stop-color="${hex(tint)}" stop-opacity="${opacity}"/><stop offset=".55" stop-color="${hex(tint)}" stop-opacity="${round(opacity * 5.5) / 10}"/><stop offset="1" stop-color="${hex(tint)}" stop-opacity="0"/></radialGradient>`,
    );
    return ellipse(x, y, rx, ry, `url(#${id})`, {
      transform: turn === 0 ? undefined : `rotate(${turn} ${round(x)} ${round(y)})`,
    });
  }

  /** Paint that goes from tint to tint along a line in the drawing's own units. */
  linear([x1, y1, x2, y2]: Box, ...tints: Tint[]): string {
    return this.#gradient(
      `<linearGradient gradientUnits="userSpaceOnUse" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"`,
      "linearGradient",
      tints,
    );
  }

  /** Paint that goes from tint to tint outwards from a point. */
  radial([x, y, r]: readonly [number, number, number], ...tints: Tint[]): string {
    return this.#gradient(
      `<radialGradient gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="${r}"`,
      "radialGradient",
      tints,
    );
  }

  #gradient(opening: string, element: string, tints: readonly Tint[]): string {
    const stops = tints
      .map(
        (tint, at) =>
          `<stop offset="${round((at / (tints.length - 1)) * 10) / 10}" stop-color="${hex(tint)}"/>`,
      )
      .join("");
    const id = this.#define((name) => `${opening} id="${name}">${stops}</${element}>`);
    return `url(#${id})`;
  }

  /** Specks over the whole picture: the grain of paper or canvas. */
  grain(tile: number, content: string): string {
    const id = this.#define(
      (name) =>
        `<pattern id="${name}" width="${tile}" height="${tile}" patternUnits="userSpaceOnUse">${content}</pattern>`,
    );
    return `<rect x="-120" y="14" width="240" height="240" fill="url(#${id})"/>`;
  }

  #define(element: (name: string) => string): string {
    this.#count += 1;
    const name = `d${this.#count}`;
    this.#content += element(name);
    return name;
  }

  toString(): string {
    return `<defs>${this.#content}</defs>`;
  }
}

/** Nearly parallel lines across a box, as a pencil shades. `slope`: sideways for each unit down. */
export function hatch(chance: Chance, [left, top, right, bottom]: Box, gap: number, slope: number): string {
  const height = bottom - top;
  const lean = height * Math.abs(slope);
  let d = "";
  const [first, last] = slope > 0 ? [left - lean, right] : [left, right + lean];
  for (let x = first; x < last; x += gap * chance.between(0.8, 1.2)) {
    const begin = chance.next() * 6;
    d += `M${round(x + begin * slope)} ${round(top + begin)}L${round(x + (height - begin) * slope + chance.next() * 1.4)} ${round(bottom - chance.next() * 8)}`;
  }
  return d;
}

export type Dabs = {
  count: number;
  box: Box;
  tint: (x: number, y: number) => Tint;
  /** Which way a dab points, in radians. */
  angle: (x: number, y: number) => number;
  length: number;
  width: number;
  /** How far angles stray, in radians. */
  stray?: number;
  /** Sideways bend of a dab, in units. */
  bend?: number;
  opacity?: number;
  /** A lighter ridge along each: paint that stands up from the canvas. */
  ridge?: number;
};

/** Short strokes all over a box: a brush's, or strands of hair. The clip around them gives the shape. */
export function dabs(chance: Chance, options: Dabs): string {
  const { count, box, tint, angle, length, width, stray = 0.5, bend = 4, opacity, ridge } = options;
  let content = "";
  for (let index = 0; index < count; index += 1) {
    const x = chance.between(box[0], box[2]);
    const y = chance.between(box[1], box[3]);
    const turn = angle(x, y) + chance.around(stray / 2);
    const long = length * chance.between(0.6, 1.4);
    const [dx, dy] = [Math.cos(turn) * long, Math.sin(turn) * long];
    const d = `M${round(x - dx / 2)} ${round(y - dy / 2)}q${round(dx / 2 + chance.around(bend))} ${round(dy / 2 + chance.around(bend))} ${round(dx)} ${round(dy)}`;
    const paint = tint(x, y);
    const wide = round(width * chance.between(0.7, 1.3));
    content += `<path d="${d}" stroke="${hex(paint)}" stroke-width="${wide}"/>`;
    if (ridge !== undefined && index % 2 === 0) {
      const lit: Tint = [clamp(paint[0] + ridge, 0, 1), paint[1], paint[2]];
      content += `<path d="${d}" transform="translate(-.8 -.8)" stroke="${hex(lit)}" stroke-width="${round(wide * 0.28)}" stroke-opacity=".7"/>`;
    }
  }
  return group(content, { fill: "none", "stroke-linecap": "round", "stroke-opacity": opacity });
}

/** A round shape that no compass drew. */
export function blob(chance: Chance, x: number, y: number, size: number, corners = 11): string {
  const points = Array.from({ length: corners }, (_, index) => {
    const angle = (index / corners) * Math.PI * 2;
    const reach = size * chance.between(0.74, 1.24);
    return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach] as const;
  });
  const middle = (index: number) => {
    const [ax, ay] = points[index % corners] ?? [x, y];
    const [bx, by] = points[(index + 1) % corners] ?? [x, y];
    return `${round((ax + bx) / 2)} ${round((ay + by) / 2)}`;
  };
  const curves = points.map((_, index) => {
    const [px, py] = points[(index + 1) % corners] ?? [x, y];
    return `Q${round(px)} ${round(py)} ${middle(index + 1)}`;
  });
  return `M${middle(0)}${curves.join("")}Z`;
}
