import { expect, it } from "vitest";
import { readDeed } from "../src/language/deed.ts";

it.each([
  ["I ask the old keeper what she knows about the Corrie Ann.", "the old keeper"],
  ["I tell Mara the truth.", "Mara"],
  ["I follow the man with the lamp.", "the man"],
  ["I turn to the captain and smile.", "the captain"],
  ["I talk to my brother.", "your brother"],
  ["I open the door.", null],
])("whoever is spoken to is called by the whole of it: %j", (action, addressee) => {
  expect(readDeed(action, []).who).toBe(addressee);
});
