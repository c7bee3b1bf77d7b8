import { expect, test } from "vitest";
import { findChanges } from "#app/features/stories/reading/cast-corrections.tsx";

const mara = { name: "Mara", role: "Keeper", description: null, personality: "dry" };

function form(values: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  return data;
}

test("only fields that say something else are corrected, and each can be taken back", () => {
  const typed = form({
    name: " Mara Voss ",
    role: "Keeper",
    description: "Answers nothing",
    personality: "",
  });
  expect(findChanges(mara, typed)).toEqual({
    correction: { name: "Mara Voss", description: "Answers nothing", personality: "" },
    back: { name: "Mara", description: "", personality: "dry" },
  });
});

test("a form that says the same corrects nothing", () => {
  const same = form({ name: "Mara", role: "Keeper", description: " ", personality: "dry" });
  expect(findChanges(mara, same).correction).toEqual({});
  const own = form({ role: "Keeper", personality: "steady" });
  expect(findChanges(mara, own).correction, "without a name and a description").toEqual({
    personality: "steady",
  });
});
