import { describe, expect, inject, it } from "vitest";
import { readAtMost } from "#workers/ai/image-bytes.ts";
import { type ImageRequest, paintImage } from "#workers/ai/image-model.ts";
import { parseSettings, type Settings } from "#workers/settings.ts";
import { TestIssuer } from "../helpers/issuer.ts";
import { settingsFor } from "../helpers/site.ts";
import { fakeWorkersAi } from "./fake-models.ts";

function settings(changes: Record<string, unknown>): Settings {
  return parseSettings({ ...settingsFor(new TestIssuer()), ...changes });
}

const SERVER = settings({
  AI_IMAGE_PROVIDER: "openai-compatible",
  AI_IMAGE_BASE_URL: `${inject("modelUrl")}/v1/`,
  AI_IMAGE_MODEL: "scripted-images",
  AI_IMAGE_API_KEY: "a key",
});

function requestFor(script: Record<string, unknown>, changes: Partial<ImageRequest> = {}): ImageRequest {
  return {
    prompt: `A portrait. #image ${JSON.stringify(script)}`,
    seed: 7,
    steps: 50,
    signal: new AbortController().signal,
    ...changes,
  };
}

async function requestsOf(id: string): Promise<Record<string, unknown>[]> {
  return (await fetch(`${inject("modelUrl")}/image-log?id=${id}`)).json();
}

describe("a server of the OpenAI protocol", () => {
  it.each([
    ["png", "image/png"],
    ["jpeg", "image/jpeg"],
    ["webp", "image/webp"],
  ])("gives a %s, known by its bytes", async (kind, mediaType) => {
    const image = await paintImage(SERVER, {}, requestFor({ kind }));
    expect(image).toMatchObject({ mediaType, model: "scripted-images" });
    expect(image.bytes.byteLength).toBeGreaterThan(10);
  });

  it("that refuses unknown parameters gets the request again without them", async () => {
    const id = crypto.randomUUID();
    const image = await paintImage(SERVER, {}, requestFor({ id, fault: "strict" }));
    expect(image.mediaType).toBe("image/png");
    const bodies = (await requestsOf(id)).map(({ body }) => Object.keys(body as object));
    expect(bodies).toHaveLength(2);
    expect(bodies[1]?.toSorted()).toEqual(["model", "n", "prompt"]);
  });

  it.each([
    ["status-500", "IMAGE_UNAVAILABLE"],
    ["status-429", "IMAGE_BUSY"],
    ["refused", "IMAGE_UNAVAILABLE"],
    ["cut", "IMAGE_UNAVAILABLE"],
    ["redirect", "IMAGE_UNAVAILABLE"],
    ["not-json", "IMAGE_FAILED"],
    ["no-image", "IMAGE_FAILED"],
    ["html", "IMAGE_FAILED"],
    ["svg", "IMAGE_FAILED"],
    ["huge", "IMAGE_FAILED"],
    ["endless", "IMAGE_FAILED"],
    ["policy", "IMAGE_REFUSED"],
  ])("with the fault %s ends in %s", async (fault, code) => {
    await expect(paintImage(SERVER, {}, requestFor({ fault }))).rejects.toMatchObject({ code });
  });

  it("is asked once for what its policy forbids", async () => {
    const id = crypto.randomUUID();
    await paintImage(SERVER, {}, requestFor({ id, fault: "policy" })).catch(() => {});
    expect(await requestsOf(id)).toHaveLength(1);
  });

  it("that never answers is given up after the limit", async () => {
    const image = paintImage(SERVER, {}, requestFor({ fault: "hang" }), { timeoutMs: 150 });
    await expect(image).rejects.toMatchObject({ code: "IMAGE_TIMEOUT" });
  });

  it("is left when the person leaves, and that is no failure of the model", async () => {
    const left = new AbortController();
    const image = paintImage(SERVER, {}, requestFor({ fault: "hang" }, { signal: left.signal }));
    left.abort(new Error("the person left"));
    await expect(image).rejects.toThrow("the person left");
  });
});

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);

function workersAi(AI_IMAGE_MODEL: string): Settings {
  return settings({ AI_IMAGE_PROVIDER: "workers-ai", AI_IMAGE_MODEL });
}

const FLUX = "@cf/black-forest-labs/flux-1-schnell";

it("Workers AI is asked for a FLUX picture with at most 8 steps, and its base64 is decoded", async () => {
  const { AI, asked } = fakeWorkersAi(() => ({ image: btoa(String.fromCharCode(...PNG)) }));
  const image = await paintImage(workersAi(FLUX), { AI }, requestFor({}, { prompt: "p".repeat(5000) }));
  expect(image).toEqual({ bytes: PNG, mediaType: "image/png", model: FLUX });
  expect(asked[0]).toMatchObject({ model: FLUX, inputs: { seed: 7, steps: 8 } });
  expect(asked[0]?.inputs["prompt"]).toHaveLength(2048);
});

it.each([
  ["3040: Capacity temporarily exceeded, please try again.", "IMAGE_BUSY"],
  ["3030: Input prompt contains NSFW content.", "IMAGE_REFUSED"],
  ["5007: No such model", "IMAGE_UNAVAILABLE"],
])("Workers AI that throws %j ends in %s", async (message, code) => {
  const { AI } = fakeWorkersAi(() => {
    throw new Error(message);
  });
  await expect(paintImage(workersAi(FLUX), { AI }, requestFor({}))).rejects.toMatchObject({ code });
});

it("Workers AI that answers with something else counts as failed", async () => {
  for (const answer of [null, {}, { image: 7 }, { image: btoa("GIF89a") }, "text"]) {
    const { AI } = fakeWorkersAi(() => answer);
    await expect(paintImage(workersAi(FLUX), { AI }, requestFor({}))).rejects.toMatchObject({
      code: "IMAGE_FAILED",
    });
  }
});

it("a stream that is read up to a limit needs memory only for the received bytes, whatever the limit is", async () => {
  const pieces = [1, 2, 3].map((value) => new Uint8Array(4).fill(value));
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  const bytes = await readAtMost(stream, 10 * 1024 * 1024);
  expect([...(bytes ?? [])]).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]);
  expect(bytes?.buffer.byteLength).toBe(12);
});
