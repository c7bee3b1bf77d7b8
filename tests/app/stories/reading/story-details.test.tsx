import { expect, test } from "vitest";
import { StoryInformationText } from "#app/features/stories/reading/story-information.tsx";
import { textOf } from "../../text-of.tsx";

const metadata = {
  genre: "Mystery",
  subGenre: null,
  setting: "",
  isNSFW: false,
  userCharacter: { name: "You", description: "A keeper", role: "Main Character" },
} as const;
const story = { description: "A voice.\n\nA boat.", metadata, currentLocation: null, messageCount: 1234 };

test("a description is shown in its paragraphs, beside genre and number of messages", () => {
  const text = textOf(<StoryInformationText {...story} metadata={{ ...metadata, subGenre: "Cold Case" }} />);
  expect(text).toContain("|Story Details|A voice.|A boat.|");
  expect(text).toContain("|Genre|Mystery|Cold Case|");
  expect(text).toContain("|Messages|1,234|");
  expect(text).not.toContain("NSFW");
});

test("a story without a description says so, and one for adults is marked", () => {
  const text = textOf(
    <StoryInformationText {...story} description=" " metadata={{ ...metadata, isNSFW: true }} />,
  );
  expect(text).toContain("|No description available|");
  expect(text).toContain("|NSFW Content|");
});

test("the setting is the chosen one, otherwise the current location, otherwise “not told yet”", () => {
  const chosen = { ...metadata, setting: "An island lighthouse" };
  expect(textOf(<StoryInformationText {...story} metadata={chosen} currentLocation="The quay" />)).toContain(
    "|Setting|An island lighthouse|",
  );
  expect(textOf(<StoryInformationText {...story} currentLocation="The quay" />)).toContain(
    "|Setting|The quay|",
  );
  expect(textOf(<StoryInformationText {...story} />)).toContain("|Setting|Not told yet|");
});
