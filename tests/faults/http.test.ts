import { readdirSync, statSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { World } from "./harness/world.ts";

const { product } = await World.shared();

it.each(["", "left over"])("a GET with the body %j is answered like one without", async (body) => {
  for (const path of ["/login", "/api/health", "/api/characters/import", "/robots.txt"]) {
    const plain = await fetch(product.origin + path);
    await plain.text();
    const { status } = await getWithBody(path, body);

    expect(status, path).toBe(plain.status);
  }
});

it("covers of any seed fill no disk of one's own server", async () => {
  const countBytes = () =>
    readdirSync(product.stateDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
  const before = countBytes();
  for (let count = 0; count < 300; count += 1) {
    const seed = count.toString(16).padStart(8, "0");
    const cover = await fetch(`${product.origin}/covers/mystery/${seed}-book.svg`);
    expect(cover.status).toBe(200);
    await cover.text();
  }
  expect(countBytes() - before).toBeLessThan(100_000);
});

/** A GET with a body, which no browser sends but some programs and proxies do. */
function getWithBody(path: string, body: string): Promise<{ status: number }> {
  return new Promise((resolve, reject) => {
    const headers = { "Content-Length": Buffer.byteLength(body) };
    const sent = request(`${product.origin}${path}`, { method: "GET", headers }, async (response) => {
      await text(response);
      resolve({ status: response.statusCode ?? 0 });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
