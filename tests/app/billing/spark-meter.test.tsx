import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { NextSparks } from "#app/features/billing/limit-dialog.tsx";
import { SparkMeter, SparksNote } from "#app/features/billing/spark-meter.tsx";
import { textOf } from "#tests/app/text-of.tsx";

/** How many leaves the meter draws as turned, as left and as the last ones, and where its ribbon is, in percent of its width. */
function describeMeter(used: number, allowance: number) {
  const sparks = { used, allowance, renewsAt: "2026-12-01T00:00:00.000Z" };
  const html = renderToStaticMarkup(<SparkMeter sparks={sparks} />);
  const [turned, left, last] = [...html.matchAll(/ d="([^"]*)"/g)].map(
    ([, lines = ""]) => lines.split("M").length - 1,
  );
  const ribbon = /left:([\d.]+)%/.exec(html)?.[1];
  return { turned, left, last, ribbon: ribbon === undefined ? null : Math.round(Number(ribbon)) };
}

it.each([
  [0, 50, { turned: 0, left: 45, last: 5, ribbon: 0 }],
  [1, 50, { turned: 1, left: 44, last: 5, ribbon: 2 }],
  [1, 10_000, { turned: 1, left: 44, last: 5, ribbon: 2 }],
  [5_000, 10_000, { turned: 25, left: 20, last: 5, ribbon: 51 }],
  [45, 50, { turned: 45, left: 0, last: 5, ribbon: 92 }],
  [48, 50, { turned: 48, left: 0, last: 2, ribbon: 98 }],
  [50, 50, { turned: 50, left: 0, last: 0, ribbon: null }],
  [60, 50, { turned: 50, left: 0, last: 0, ribbon: null }],
])("%d of %d Sparks used are shown as the leaves of a book", (used, allowance, leaves) => {
  expect(describeMeter(used, allowance)).toEqual(leaves);
});

it.each([
  [20, ""],
  [48, "running out"],
  [50, "used up"],
  [60, "used up"],
])("with %d of 50 Sparks used a story says of them: %j", (used, words) => {
  const sparks = { used, allowance: 50, renewsAt: "2026-12-01T00:00:00.000Z" };
  const text = textOf(
    <MemoryRouter>
      <SparksNote sparks={sparks} />
    </MemoryRouter>,
  );
  const said = `|Your Sparks for this month are ${words}. New ones come on 1 December. |See plans|`;
  expect(text).toBe(words === "" ? "" : said);
});

it("the monthly limit names Sparks and the day on which they come back", () => {
  expect(textOf(<NextSparks now={new Date("2026-11-24T10:00:00Z")} />)).toBe(
    "|Each message uses a Spark. New Sparks come on 1 December.|",
  );
});
