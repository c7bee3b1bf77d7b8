import { expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { toMonth } from "#domain/plan.ts";
import { d1 } from "../helpers/databases.ts";
import { renderPages } from "../helpers/pages.ts";
import { TestSite } from "../helpers/site.ts";

const PAGES = ["/home", "/stories", "/characters", "/settings", "/help", "/upgrade"];

/** A person on Free (50 Sparks a month) who has used this many, and the pages for them. */
async function aSpender(sparks: number) {
  const bare = new TestSite();
  const person = await bare.consented();
  const site = new TestSite({ OIDC_ISSUER: bare.issuer.url }, renderPages);
  await d1
    .prepare(
      `INSERT INTO spark_ledger (turn_key, user_id, month, purpose, sparks, state, reserved_at)
     VALUES (?, ?, ?, 'image', ?, 'charged', ?)`,
    )
    .bind(createId(), person.sub, toMonth(new Date()), sparks, new Date().toISOString())
    .run();
  const Cookie = [...person.cookies].map((pair) => pair.join("=")).join("; ");
  /** The pages that contain the text, ignoring React's comment marks. */
  const listWarned = async (text: string) => {
    const pages = await Promise.all(
      PAGES.map(
        async (path) => [path, await (await site.fetch(path, { headers: { Cookie } })).text()] as const,
      ),
    );
    return pages.filter(([, html]) => html.replaceAll("<!-- -->", "").includes(text)).map(([path]) => path);
  };
  return { person, listWarned };
}

it("from 80 % of the month's Sparks on every page shows a warning line", async () => {
  const { listWarned } = await aSpender(40);

  expect(await listWarned("You have used 40 of your 50 Sparks this month. New ones come on 1 ")).toEqual(
    PAGES,
  );
});

it("before that no page warns", async () => {
  const { listWarned } = await aSpender(39);

  expect(await listWarned("You have used")).toEqual([]);
});

it("no page warns a person who has switched the warnings off", async () => {
  const { person, listWarned } = await aSpender(50);
  await person.send("PATCH", `/api/users/${person.sub}`, { settings: { usageWarnings: false } });

  expect(await listWarned("You have used")).toEqual([]);
});
