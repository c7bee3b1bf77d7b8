import { expect, test } from "vitest";
import { remember } from "#domain/remember.ts";

test("a function is run once for each object, also where it returns nothing", () => {
  const asked: string[] = [];
  const find = remember(({ name }: { name: string }) => {
    asked.push(name);
    return name === "" ? undefined : name.length;
  });
  const [mira, other, nobody] = [{ name: "Mira" }, { name: "Mira" }, { name: "" }];
  expect([find(mira), find(mira), find(other), find(nobody), find(nobody)]).toEqual([
    4,
    4,
    4,
    undefined,
    undefined,
  ]);
  expect(asked).toEqual(["Mira", "Mira", ""]);
});
