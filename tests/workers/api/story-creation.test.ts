import { describe, expect, it } from "vitest";
import { LENGTH_NOT_IN_PLAN } from "#domain/plan-offers.ts";
import { d1 } from "../helpers/databases.ts";
import { failureAnswer } from "../helpers/failure.ts";
import { TestSite } from "../helpers/site.ts";
import { beginStory, onPremium, STORY } from "../helpers/stories.ts";

describe("POST /api/stories", () => {
  it("applies the plan's limits, and the age check for adult content", async () => {
    const browser = await new TestSite().consented();
    await beginStory(browser);

    const second = await browser.send("POST", "/api/stories", STORY);
    const long = await browser.send("POST", "/api/stories", { ...STORY, storyLength: "long" });
    const adult = await browser.send("POST", "/api/stories", { ...STORY, isNSFW: true });

    expect([second.status, (await second.json<{ code: string }>()).code]).toEqual([
      402,
      "STORY_LIMIT_EXCEEDED",
    ]);
    expect(long.status).toBe(402);
    expect(await long.json()).toEqual(
      failureAnswer({
        code: "STORY_LENGTH_EXCEEDED",
        message: LENGTH_NOT_IN_PLAN,
        field: "storyLength",
      }),
    );
    expect([adult.status, (await adult.json<{ code: string }>()).code]).toEqual([
      403,
      "AGE_CONFIRMATION_REQUIRED",
    ]);
  });
});

describe("the person's own character", () => {
  it("has the name that was found when the story was begun: a list shows the stored value", async () => {
    const browser = await new TestSite().consented();
    const { storyId } = await beginStory(browser, { character: "Wren Halloran, a relief operator" });
    const listedName = async () => {
      const response = await browser.get(`/api/stories/user/${browser.sub}`);
      const [story] = await response.json<{ userCharacter: { name: string } }[]>();
      return story?.userCharacter.name;
    };

    expect(await listedName()).toBe("Wren Halloran");
    await d1.prepare("UPDATE stories SET player_name = 'Somebody Else' WHERE id = ?").bind(storyId).run();
    expect(await listedName()).toBe("Somebody Else");
  });
});

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
