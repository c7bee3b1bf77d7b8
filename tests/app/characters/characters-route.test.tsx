import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { ErrorBoundary } from "#app/routes/characters/characters.tsx";
import { textOf } from "../text-of.tsx";

test("characters that could not be loaded are missed on the page itself, with a way to try again", () => {
  const Stub = createRoutesStub([{ id: "characters", path: "/", ErrorBoundary }]);
  const text = textOf(<Stub hydrationData={{ errors: { characters: new Error("No database.") } }} />);
  expect(text).toContain("|Failed to load characters. Please try again.|");
  expect(text).toContain("|Try again|");
});
