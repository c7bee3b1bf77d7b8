import { describe, expect, inject, it } from "vitest";
import { toPatience } from "#workers/ai/patience.ts";
import { parseSettings } from "#workers/settings.ts";
import { TestIssuer } from "../helpers/issuer.ts";
import { settingsFor } from "../helpers/site.ts";

function patience(settings: Record<string, string> = {}) {
  return toPatience(parseSettings({ ...settingsFor(new TestIssuer()), AI_MODEL: "scripted", ...settings }));
}

it("is 60 seconds in all, where the settings say nothing else", () => {
  expect(patience()).toEqual({ totalMs: 60_000, silenceMs: 60_000, watchModel: null });
  expect(patience({ AI_REPLY_SECONDS: "900" })).toMatchObject({ totalMs: 900_000, silenceMs: 900_000 });
  expect(patience({ AI_REPLY_SECONDS: "900", AI_SILENCE_SECONDS: "60" })).toMatchObject({
    totalMs: 900_000,
    silenceMs: 60_000,
  });
});

describe.each(["ollama", "llama.cpp", "lm-studio"])("the model of %s", (server) => {
  async function find(at: string) {
    const base = at === "nowhere" ? "http://127.0.0.1:1/v1" : `${inject("modelUrl")}/${at}/v1`;
    const findState = patience({ AI_SERVER: server, AI_BASE_URL: base }).watchModel?.();
    return findState?.(new AbortController().signal);
  }

  it("is being loaded, or reads, as the server says", async () => {
    expect(await find("loading")).toBe("loading");
    expect(await find("loaded")).toBe("reading");
  });

  it("writes another text first, where the server can say so", async () => {
    expect(await find("writing")).toBe(server === "llama.cpp" ? "waiting" : "reading");
  });

  it("is believed to read where the server does not say", async () => {
    expect(await find("elsewhere")).toBe("reading");
    expect(await find("nowhere")).toBe("reading");
  });
});
