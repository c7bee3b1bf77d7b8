import { expect, test } from "vitest";
import { olderCursor } from "#app/features/conversation/messages-api.ts";

test("the cursor to what is older is read from the Link header", () => {
  expect(olderCursor('<https://talespark.test/api/stories/s/messages?limit=50&before=m7>; rel="next"')).toBe(
    "m7",
  );
  expect(olderCursor("</api/stories/s/messages?before=m7>; rel=next")).toBe("m7");
});

test("without a next page there is no cursor", () => {
  expect(olderCursor(null)).toBeNull();
  expect(olderCursor('<https://talespark.test/>; rel="prev"')).toBeNull();
});
