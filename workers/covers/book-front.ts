import { type EmblemDesign, MOTIF_DRAWINGS, toInitials } from "#domain/choose-emblem.ts";
import { COVER_SHAPES } from "#domain/cover.ts";
import { escapeXml } from "#domain/text.ts";
import { colour } from "./inks.ts";

/** The paper below the drawing, in units of the drawing. */
const PAPER_HEIGHT = 132;
const TITLE_SIZE = 25;
/** Of a line, in halves of an em: letters of most scripts take one, those of East Asia two. */
const TITLE_LINE = 21;
const TITLE_LINES = 3;
const WIDE = /[\u1100-\u11FF\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFF00-\uFF60]/u;

type Front = {
  title: string;
  /** Empty: nobody is named. */
  author: string;
  /** A cover in the shape of a book, or `drawEmblemFront`. */
  art: string;
};

/** The front of a book as an SVG: its picture, with title and name on paper below it. */
export function drawBookFront({ title, author, art }: Front): string {
  const { width, height } = COVER_SHAPES.book;
  const whole = height + PAPER_HEIGHT;
  const lines = breakTitle(title);
  const top = height + 32 + (TITLE_LINES - lines.length) * 13;
  const text = (y: number, size: number, style: string, words: string) =>
    `<text x="${width / 2}" y="${y}" font-size="${size}" font-style="${style}" text-anchor="middle">${escapeXml(words)}</text>`;
  const titleLines = lines.map((line, index) => text(top + index * 27, TITLE_SIZE, "normal", line)).join("");
  const name = author === "" ? "" : text(whole - 16, 14, "italic", author.slice(0, 60));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${whole}" width="${width * 4}" height="${whole * 4}"><rect width="${width}" height="${whole}" fill="#f6efe2"/>${art}<g fill="#2b211c" font-family="Georgia, 'Times New Roman', serif">${titleLines}${name}</g></svg>`;
}

/** Between words where it has spaces, else anywhere; what is too long ends in an ellipsis. */
function breakTitle(title: string): string[] {
  const lines: string[] = [""];
  for (const word of title.trim().split(/(?<=\s)|(?=[\u2E80-\uA4CF\uAC00-\uD7A3])/u)) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && measure(line + word.trimEnd()) > TITLE_LINE) lines.push(word);
    else lines[lines.length - 1] = line + word;
  }
  const shown = lines.slice(0, TITLE_LINES).map((line) => cutLine(line.trim()));
  return lines.length > TITLE_LINES ? [...shown.slice(0, -1), `${cutLine(shown.at(-1) ?? "")}…`] : shown;
}

function cutLine(line: string): string {
  let cut = "";
  for (const letter of line.slice(0, 8 * TITLE_LINE)) {
    if (measure(cut) > TITLE_LINE) return `${cut}…`;
    cut += letter;
  }
  return cut;
}

function measure(text: string): number {
  return [...text].reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : 1), 0);
}

/** A character's emblem where a story has its cover. */
export function drawEmblemFront({ hue, motif }: EmblemDesign, name: string): string {
  const { width, height } = COVER_SHAPES.book;
  const paper = colour(0.94, 0.03, hue);
  const { fill, line, width: stroke = 6 } = MOTIF_DRAWINGS[motif];
  const device = `${fill ? `<path d="${fill}" fill="${paper}" fill-rule="evenodd"/>` : ""}${
    line
      ? `<path d="${line}" fill="none" stroke="${paper}" stroke-width="${stroke}" stroke-linecap="round" stroke-linejoin="round"/>`
      : ""
  }`;
  return `<rect width="${width}" height="${height}" fill="${colour(0.42, 0.075, hue)}"/><g transform="translate(85 60) scale(1.3)">${device}</g><text x="${width / 2}" y="320" font-size="110" font-family="Georgia, 'Times New Roman', serif" text-anchor="middle" fill="${paper}">${escapeXml(toInitials(name))}</text>`;
}
