import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { NextSparks } from "#app/features/billing/limit-dialog.tsx";
import { SparksNote } from "#app/features/billing/spark-meter.tsx";
import { textOf } from "#tests/app/text-of.tsx";

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
