import { expect, test } from "vitest";
import { libraryPath, readLibraryQuery } from "#domain/library-query.ts";

const BEGINNING = { sort: "recent", search: "", status: "active", cursor: null } as const;

test("an address without a query, or with unknown values, is the default list", () => {
  expect(readLibraryQuery(new URLSearchParams())).toEqual(BEGINNING);
  expect(readLibraryQuery(new URLSearchParams("sort=best&status=lost&search=%20"))).toEqual(BEGINNING);
});

test("order, search, shelf and place travel in the address", () => {
  const path = libraryPath({
    sort: "name-desc",
    search: "50% of the boat",
    status: "archived",
    cursor: null,
  });
  expect(path).toBe("/stories?status=archived&search=50%25+of+the+boat&sort=name-desc");
  expect(readLibraryQuery(new URL(path, "http://localhost").searchParams)).toEqual({
    sort: "name-desc",
    search: "50% of the boat",
    status: "archived",
    cursor: null,
  });
  expect(libraryPath(BEGINNING, { cursor: "abc" })).toBe("/stories?cursor=abc");
});

test("default values are left out, and a change of the list begins at its top", () => {
  expect(libraryPath(BEGINNING)).toBe("/stories");
  expect(libraryPath({ ...BEGINNING, cursor: "abc" }, { sort: "oldest" })).toBe("/stories?sort=oldest");
});

test("a search is trimmed and cut to 100 characters", () => {
  const { search } = readLibraryQuery(new URLSearchParams({ search: `  ${"é".repeat(150)}` }));
  expect(search).toBe("é".repeat(100));
});
