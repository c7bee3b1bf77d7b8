import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { findModelServer, requireModel } from "#tools/model-server.ts";
import { anyFreePort } from "#tools/ports.ts";

/** A server that answers `GET /v1/models` with these ids, or with this status, or never. */
async function aServer(models: string[] | number | "silence"): Promise<string> {
  const server = createServer((request, response) => {
    if (models === "silence") return;
    if (typeof models === "number" || request.url !== "/v1/models") {
      response.writeHead(typeof models === "number" ? models : 404).end("{}");
      return;
    }
    response.end(JSON.stringify({ object: "list", data: models.map((id) => ({ id, object: "model" })) }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/v1`;
}

it("the first server that has a model is taken, whatever the others do", async () => {
  const nothing = `http://127.0.0.1:${await anyFreePort()}/v1`;
  const found = await findModelServer([
    { name: "not there", baseUrl: nothing },
    { name: "silent", baseUrl: await aServer("silence") },
    { name: "something else", baseUrl: await aServer(404) },
    { name: "empty", baseUrl: await aServer([]) },
    { name: "Ollama", baseUrl: await aServer(["llama3.2:3b"]) },
  ]);
  expect(found).toMatchObject({ name: "Ollama", model: "llama3.2:3b" });
});

it("a model that only embeds is not taken for one that writes", async () => {
  const baseUrl = await aServer(["nomic-embed-text:latest", "mistral"]);
  expect(await findModelServer([{ name: "Ollama", baseUrl }])).toMatchObject({ model: "mistral" });
  const onlyEmbeds = await aServer(["nomic-embed-text:latest"]);
  expect(await findModelServer([{ name: "Ollama", baseUrl: onlyEmbeds }])).toBeNull();
});

it("a server of one's own that names no model is refused in a sentence", async () => {
  const baseUrl = await aServer(500);
  await expect(requireModel(baseUrl, undefined)).rejects.toThrow(
    `AI_MODEL is missing: the server at AI_BASE_URL ${baseUrl} names no model.`,
  );
});
