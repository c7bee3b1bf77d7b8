import { describe, expect, inject, it } from "vitest";
import { type ReplyScript, replyScript } from "#tests/fakes/reply-script.ts";
import { FILLED_FORM } from "../../fakes/filled-form.ts";
import { d1 } from "../helpers/databases.ts";
import { TestSite } from "../helpers/site.ts";

const FULL = "/api/prompts/generate-full";
const LINES = { Accept: "application/json, application/x-ndjson" };

/** A site with a model server on the person's own machine. */
function ownModel(settings: Record<string, string> = {}): TestSite {
  return new TestSite({
    AI_BASE_URL: `${inject("modelUrl")}/v1`,
    AI_MODEL: "scripted",
    AI_REPLY_SECONDS: "900",
    AI_SILENCE_SECONDS: "60",
    ...settings,
  });
}

function form(script: ReplyScript) {
  return { currentData: { description: replyScript(script, "A lost boat.") }, generateFullForm: true };
}

async function readLines(response: Response): Promise<Record<string, unknown>[]> {
  return (await response.text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

async function ledgerOf(sub: string): Promise<unknown[]> {
  const ledger = d1.prepare("SELECT state FROM spark_ledger WHERE user_id = ?").bind(sub);
  return (await ledger.all()).results;
}

/** A form that comes piece by piece, in about three seconds. */
const SLOW = { text: JSON.stringify(FILLED_FORM), pieces: 30, everyMs: 100 };

describe.concurrent("a slow model in front of a form", () => {
  it("is waited for, and who waits is told what it does", async () => {
    const browser = await ownModel().consented();
    const response = await browser.send("POST", FULL, form(SLOW), LINES);
    expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "application/x-ndjson"]);
    const lines = await readLines(response);
    expect(lines[0]).toEqual({ progress: { phase: "writing", elapsedMs: expect.any(Number) } });
    expect(lines.at(-1)).toMatchObject({ answer: { success: true, source: "model" } });
    expect(await ledgerOf(browser.sub)).toEqual([{ state: "charged" }]);
  });

  it("that is being loaded is said to be", async () => {
    const settings = { AI_SERVER: "lm-studio", AI_BASE_URL: `${inject("modelUrl")}/loading/v1` };
    const browser = await ownModel(settings).consented();
    const lines = await readLines(await browser.send("POST", FULL, form(SLOW), LINES));
    expect(lines[0]).toMatchObject({ progress: { phase: "loading" } });
  });

  it("that falls silent is given up, and one of Booky's own ideas comes", async () => {
    const browser = await ownModel({ AI_SILENCE_SECONDS: "5" }).consented();
    const lines = await readLines(
      await browser.send("POST", FULL, form({ ...SLOW, fault: "hang", after: 3 }), LINES),
    );
    expect(lines.at(-1)).toMatchObject({ answer: { success: true, source: "booky" } });
  }, 15_000);

  it("makes no difference for who accepts JSON alone, or gets an answer at once", async () => {
    const browser = await ownModel().consented();
    const slow = await browser.send("POST", FULL, form(SLOW));
    expect(slow.headers.get("Content-Type")).toContain("application/json");
    expect(await slow.json()).toMatchObject({ success: true, source: "model" });
    const quick = await browser.send("POST", FULL, form({ ...SLOW, everyMs: 0 }), LINES);
    expect(await quick.json()).toMatchObject({ success: true, source: "model" });
    const refused = await (await ownModel().signedIn()).send("POST", FULL, form(SLOW), LINES);
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: "CONSENT_REQUIRED" }]);
  });
});
