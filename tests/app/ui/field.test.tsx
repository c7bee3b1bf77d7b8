import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TextArea } from "#app/ui/field.tsx";

test("the counter of a field follows a text that the form changes itself, such as one that Booky wrote", () => {
  const html = renderToStaticMarkup(
    <TextArea label="Description" name="description" max={1_000} value=" Forty keys. " onChange={() => {}} />,
  );
  expect(html).toContain("11 of 1000 characters");
});
