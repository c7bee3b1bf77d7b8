import * as v from "valibot";
import { callApi } from "#app/features/api/call-api.ts";
import { COVER_SHAPES } from "#domain/cover.ts";
import { PREVIEW_SIZE, type Share } from "#domain/share.ts";

const MARGIN = 60;
const GAP = 64;
/** Of the title, in pixels: the largest at which it fits into so many lines. */
const FONT_SIZES = [84, 72, 60, 52, 44, 38];
const LINES_MAX = 5;
const PAPER = "#f6f1e8";
const INK = "#241c18";
/** Below it the ground is dark, from 0 to 255. */
const LIGHT_FROM = 140;

/**
 * Draws the pictures for messengers that are missing, and sends them. Where that can't be done, or fails, messengers show the picture of the
 * genre, so nothing is said of it.
 */
export async function sendMissingPreviews(apiPath: string, shares: readonly Share[]): Promise<void> {
  const missing = shares.filter(({ missingPreview }) => missingPreview !== null);
  const [first] = missing;
  if (!first?.missingPreview) return;
  try {
    const file = await drawPreview(first.missingPreview); // the same for all copies of a story
    if (file === null) return;
    for (const { shareId, missingPreview } of missing)
      await callApi("PUT", `${apiPath}/shares/${shareId}/preview/${missingPreview?.mark}`, v.null(), {
        file,
      });
  } catch {
    // The next time that the sheet opens it is tried again.
  }
}

/** The cover on its own colour, with the title beside it. `null`: this browser gives no true picture of what was drawn. */
async function drawPreview({ title, coverPath }: { title: string; coverPath: string }): Promise<Blob | null> {
  const { width, height } = PREVIEW_SIZE;
  const canvas = Object.assign(document.createElement("canvas"), PREVIEW_SIZE);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) return null;
  const cover = Object.assign(new Image(), { src: coverPath });
  await cover.decode();
  context.fillRect(0, 0, width, height);
  // Some browsers give noise, against sites that would tell people apart by what they draw.
  if (readColour(context, 0, 0).some((part) => part !== 0)) return null;

  const coverHeight = height - 2 * MARGIN;
  const coverWidth = (coverHeight * COVER_SHAPES.book.width) / COVER_SHAPES.book.height;
  context.drawImage(cover, MARGIN, MARGIN, coverWidth, coverHeight);
  const ground = readColour(context, MARGIN + 4, MARGIN + 4); // its sky, outside the frame
  context.fillStyle = `rgb(${ground.join(" ")})`;
  context.fillRect(0, 0, width, height);
  context.shadowColor = "rgb(0 0 0 / 40%)";
  context.shadowBlur = 36;
  context.shadowOffsetY = 10;
  context.drawImage(cover, MARGIN, MARGIN, coverWidth, coverHeight);
  context.shadowColor = "transparent";

  const [red = 0, green = 0, blue = 0] = ground;
  context.fillStyle = red * 0.3 + green * 0.59 + blue * 0.11 < LIGHT_FROM ? PAPER : INK;
  const left = MARGIN + coverWidth + GAP;
  await drawTitle(context, title, { left, width: width - left - MARGIN, height });
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.88));
}

async function drawTitle(
  context: CanvasRenderingContext2D,
  title: string,
  { left, width, height }: { left: number; width: number; height: number },
): Promise<void> {
  const family = getComputedStyle(document.documentElement).getPropertyValue("--font-story");
  // Of the first alone: one of those after it may not be on this device, which is a failure.
  await document.fonts.load(`600 1em ${family.split(",")[0]}`, title);
  context.textBaseline = "middle";
  context.direction = findDirection(title);
  context.textAlign = "start";
  let lines: string[] = [];
  let size = 0;
  for (size of FONT_SIZES) {
    context.font = `600 ${size}px ${family}`;
    lines = breakLines(context, title, width);
    if (lines.length <= LINES_MAX && lines.every((line) => context.measureText(line).width <= width)) break;
  }
  if (lines.length > LINES_MAX) lines = [...lines.slice(0, LINES_MAX - 1), `${lines[LINES_MAX - 1]}…`];
  const top = height / 2 - ((lines.length - 1) * size * 1.2) / 2;
  const start = context.direction === "rtl" ? left + width : left;
  for (const [index, line] of lines.entries()) context.fillText(line, start, top + index * size * 1.2, width);
}

/** Between words, in scripts without spaces too. */
function breakLines(context: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: "word" }).segment(text)) {
    if (line.trim() !== "" && context.measureText((line + segment).trim()).width > width) {
      lines.push(line.trim());
      line = "";
    }
    line += segment;
  }
  return [...lines, line.trim()].filter((one) => one !== "");
}

/** That of a text whose first letter says it, as the browser finds it. */
function findDirection(text: string): CanvasDirection {
  const probe = Object.assign(document.createElement("bdi"), { textContent: text, hidden: true });
  document.body.appendChild(probe);
  const { direction } = getComputedStyle(probe);
  probe.remove();
  return direction === "rtl" ? "rtl" : "ltr";
}

function readColour(context: CanvasRenderingContext2D, x: number, y: number): number[] {
  return [...context.getImageData(x, y, 1, 1).data.slice(0, 3)];
}
