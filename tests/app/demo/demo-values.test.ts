import { expect, test } from "vitest";
import { NO_DEMO_VALUES, readDemoValues } from "#app/features/demo/demo-values.ts";

function fillIn(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

const GOTHIC = { ...NO_DEMO_VALUES, genre: "Horror", subGenre: "Gothic", title: "The Guest" };

test("an idea's sub-genre stays while its field is not loaded yet, and another genre drops it", () => {
  expect(readDemoValues(fillIn({ genre: "Horror" }), GOTHIC).subGenre).toBe("Gothic");
  expect(readDemoValues(fillIn({ genre: "Horror", subGenre: "" }), GOTHIC).subGenre).toBe("");
  expect(readDemoValues(fillIn({ genre: "Mystery" }), GOTHIC).subGenre).toBe("");
});
