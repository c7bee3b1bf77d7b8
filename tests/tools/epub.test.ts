import { EpubCheck } from "@likecoin/epubcheck-ts";
import { expect, it } from "vitest";
import { makeBook } from "../fakes/taken-story.ts";

it("ten books have no error and no warning, as a port of epubcheck reads them", {
  timeout: 60_000,
}, async () => {
  for (let seed = 1; seed <= 10; seed += 1) {
    const { errorCount, warningCount, messages } = await EpubCheck.validate(await makeBook(seed));
    expect([errorCount, warningCount], `book ${seed}: ${JSON.stringify(messages)}`).toEqual([0, 0]);
  }
});
