import { describe, expect, it } from "vitest";
import { TestSite } from "../helpers/site.ts";
import { beginStory, onPremium, STORY } from "../helpers/stories.ts";

describe("POST /api/stories with a request's id", () => {
  it("eight times at the same time begins one story, and the ninth call finds it", async () => {
    const browser = await onPremium(new TestSite());
    const requestId = crypto.randomUUID();
    const begun = await Promise.all(Array.from({ length: 8 }, () => beginStory(browser, { requestId })));
    const again = await beginStory(browser, { requestId });
    expect(new Set([...begun, again].map(({ storyId }) => storyId)).size).toBe(1);
    expect(await (await browser.get(`/api/stories/user/${browser.sub}`)).json()).toHaveLength(1);
  });

  it("that began another story is a conflict; another person's request id has no effect", async () => {
    const site = new TestSite();
    const [browser, somebodyElse] = [await onPremium(site), await onPremium(site)];
    const requestId = crypto.randomUUID();
    const { storyId } = await beginStory(browser, { requestId });
    const changed = { ...STORY, character: "Somebody else entirely", requestId };
    const answer = await browser.send("POST", "/api/stories", changed);
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ code: "REQUEST_CONFLICT" });
    expect((await beginStory(somebodyElse, { requestId })).storyId).not.toBe(storyId);
  });
});
