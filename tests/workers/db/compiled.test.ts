import { env } from "cloudflare:workers";
import { asc, desc, eq, type SQLWrapper, sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { openPrimaryDatabase } from "#workers/db/client.ts";
import { compile, compileShapes, runTogether } from "#workers/db/compiled.ts";
import { stories, users } from "#workers/db/schema/index.ts";
import { aStory } from "../../durable-objects/story-reader.ts";
import { db } from "../helpers/databases.ts";

describe("a compiled query", () => {
  let built = 0;
  const findUser = compile((db) => {
    built += 1;
    return db
      .select({ id: users.id, name: users.name })
      .from(users)
      .where(eq(users.id, sql.placeholder("id")));
  });

  it("is built once, and each call has its own values", async () => {
    const [{ userId: one }, { userId: other }] = [await aStory(), await aStory()];
    expect(await findUser(db, { id: one })).toMatchObject([{ id: one }]);
    const [first, second] = await db.batch([findUser(db, { id: other }), findUser(db, { id: one })]);
    expect([first, second]).toMatchObject([[{ id: other }], [{ id: one }]]);
    expect(await findUser(openPrimaryDatabase(env.DB), { id: "nobody" })).toEqual([]);
    expect(built).toBe(1);
  });

  it("refuses to run without one of its values", () => {
    expect(() => findUser(db, {})).toThrow("id");
  });

  it("is built once for each of its shapes", async () => {
    const shapes: string[] = [];
    const listTitles = compileShapes((opened, shape: { order: "asc" | "desc" }) => {
      shapes.push(shape.order);
      return opened
        .select({ title: stories.title })
        .from(stories)
        .where(eq(stories.userId, sql.placeholder("userId")))
        .orderBy(shape.order === "asc" ? asc(stories.title) : desc(stories.title));
    });
    const { userId } = await aStory({ title: "The Toll" });
    for (const order of ["asc", "desc", "asc"] as const) {
      expect(await listTitles(db, { order }, { userId })).toEqual([{ title: "The Toll" }]);
    }
    expect(shapes).toEqual(["asc", "desc"]);
  });

  it("is not sent again once it has run together with others", async () => {
    const [{ userId: one }, { userId: other }] = [await aStory(), await aStory()];
    const batch = vi.spyOn(db, "batch");
    const [first, second] = [findUser(db, { id: one }), findUser(db, { id: other })];
    expect(await runTogether(db, [first])).toMatchObject([[{ id: one }]]);
    expect(await runTogether(db, [first, second])).toMatchObject([[{ id: one }], [{ id: other }]]);
    expect(await runTogether(db, [second, first])).toMatchObject([[{ id: other }], [{ id: one }]]);
    expect(await first).toMatchObject([{ id: one }]);
    expect(batch.mock.calls).toEqual([[[first]], [[second]]]);
    batch.mockRestore();
  });

  describe("reads its rows as drizzle does", () => {
    it("in groups, with the types of columns and expressions, and null", async () => {
      const { storyId } = await aStory();
      const select = {
        story: stories,
        facts: { length: sql`length(${stories.title})`.mapWith(String).as("length") },
        nothing: sql<string | null>`NULL`.mapWith(String),
      };
      const plain = db.select(select).from(stories).where(eq(stories.id, storyId));
      const compiled = compile((opened) =>
        opened
          .select(select)
          .from(stories)
          .where(eq(stories.id, sql.placeholder("storyId"))),
      );
      const [row] = await compiled(db, { storyId });
      expect(row).toEqual((await plain)[0]);
      expect(row).toMatchObject({ facts: { length: expect.any(String) }, nothing: null });
      expect(row?.story.categories).toBeInstanceOf(Array);
    });

    it("and a join's missing part is null", async () => {
      const { userId } = await aStory();
      const join = (opened: typeof db, id: SQLWrapper | string) =>
        opened
          .select({ user: { id: users.id }, story: { id: stories.id, title: stories.title } })
          .from(users)
          .leftJoin(stories, eq(stories.title, "No story has this title"))
          .where(eq(users.id, id));
      const compiled = compile((opened) => join(opened, sql.placeholder("userId")));
      const rows = await compiled(db, { userId });
      expect(rows).toEqual([{ user: { id: userId }, story: null }]);
      expect(rows).toEqual(await join(db, userId));
    });

    it("after a change that returns them", async () => {
      const { storyId } = await aStory({ title: "The Toll" });
      const rename = compile((opened) =>
        opened
          .update(stories)
          .set({ title: "The Bridge" })
          .where(eq(stories.id, sql.placeholder("storyId")))
          .returning({ title: stories.title, isNSFW: stories.isNSFW }),
      );
      expect(await rename(db, { storyId })).toEqual([{ title: "The Bridge", isNSFW: false }]);
    });
  });
});
