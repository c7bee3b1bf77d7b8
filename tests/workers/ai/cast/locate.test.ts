import { expect, test } from "vitest";
import { findLocation } from "#workers/ai/cast/locate.ts";

test.each([
  ["You climb the last stair and step into the lamp room.", "the lamp room"],
  ["At dawn Mara came to Harrow Light, and the door was open.", "Harrow Light"],
  ["They left the harbour behind. By noon they had reached Dry Creek.", "Dry Creek"],
  ["In the cellar, something breathed.", "the cellar"],
  ["He ran into her kitchen and then out through the window.", "the kitchen"],
  ["Harbour, night\n\nThe boats lay still.", "Harbour, night"],
  ["INT. CONTROL ROOM, NIGHT\nNobody speaks.", "CONTROL ROOM, NIGHT"],
  ["She stood on the deck of the Gannet.", "the deck"],
  ["Inside Blackthorn Manor the air was colder.", "Blackthorn Manor"],
  ["You return to the old chapel where Agnes waits.", "the old chapel"],
])("the place of “%s” is %s", (text, place) => {
  expect(findLocation(text, null)).toBe(place);
});

test("the last place that is moved to counts", () => {
  expect(
    findLocation("She walked to the pier. Then she hurried back to the tavern, out of breath.", null),
  ).toBe("the tavern");
});

test("without a word about it the place stays", () => {
  expect(findLocation("Mara laughed. She put the lamp down.", "the lamp room")).toBe("the lamp room");
  expect(findLocation("Mara laughed.", null)).toBeNull();
  expect(findLocation("", "here")).toBe("here");
});

test("speech, times, parts of the body and people are not places", () => {
  expect(findLocation("“We went to Paris,” said Finn. “Let us go into the forest.”", null)).toBeNull();
  expect(
    findLocation(
      "He stood in silence. She came in the evening. They were in April. He was in her arms.",
      null,
    ),
  ).toBeNull();
  expect(findLocation("She walked to Mara and took her hand.", "the pier", ["Mara Voss"])).toBe("the pier");
});
