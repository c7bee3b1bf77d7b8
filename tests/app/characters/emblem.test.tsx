import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Emblem } from "#app/features/characters/emblem.tsx";
import { EMBLEM_LAYOUTS, type EmblemDesign } from "#domain/emblem.ts";
import { ART_STYLES, type ArtStyle } from "#domain/portraits.ts";

const KEY: EmblemDesign = { hue: 255, motif: "key", layout: "above" };

/** The drawing of Mara Voss, without the ids that each drawing has of its own. */
function draw(of: { name?: string; emblem?: EmblemDesign; width?: number; style?: ArtStyle } = {}): string {
  const html = renderToStaticMarkup(<Emblem name="Mara Voss" emblem={KEY} width={112} {...of} />);
  return html.replaceAll(/(?<=id="|url\(#)[^")]*/g, "");
}
/** Its motif, which is drawn in a group. */
const hasMotif = (html: string) => html.includes("<g ");

test("an emblem is named after its person and shows their initials", () => {
  expect(draw()).toContain('role="img" aria-label="Mara Voss"');
  expect(draw().replace(/<[^>]*>/g, "")).toBe("MV");
  expect(draw({ name: "" })).toContain('aria-hidden="true"');
});

test("six styles are six treatments, and four layouts four drawings", () => {
  const styles = ART_STYLES.map((style) => draw({ style }).replace(/data-style="[^"]*"/, ""));
  expect(new Set(styles).size).toBe(6);
  expect(new Set(EMBLEM_LAYOUTS.map((layout) => draw({ emblem: { ...KEY, layout } }))).size).toBe(4);
});

test("below 32 px the letters stand alone; a name without letters is its motif", () => {
  expect([24, 32, 112].map((width) => hasMotif(draw({ width })))).toEqual([false, true, true]);
  const nameless = draw({ name: "—" });
  expect(hasMotif(nameless)).toBe(true);
  expect(nameless).not.toContain("<text");
});
