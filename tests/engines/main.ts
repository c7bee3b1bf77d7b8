import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream";
import tls from "node:tls";
import { parseArgs } from "node:util";
import { STORYTELLER_MODEL } from "#domain/message.ts";
import { readBookIn } from "#tests/harness/book-reader.ts";
import { Product } from "#tests/harness/product.ts";
import { inProject } from "#tools/paths.ts";
import { anyFreePort } from "#tools/ports.ts";
import type { Engine } from "./drivers.ts";
import { FIREFOX, WEBKIT } from "./drivers.ts";
import { makeJourney } from "./journey.ts";
import { Page } from "./page.ts";

/*
 * `npm run test:engines`: the journeys of a person in the engines that Playwright's Chromium says nothing about. Over HTTPS in a wide
 * window, over plain HTTP in the narrowest that the engine allows. `npm run test:engines -- webkit --pictures FOLDER` runs one engine and
 * puts the pictures of all that opens into another folder than .cache/engines/. (Playwright empties test-results/ when it begins.) An
 * engine that is not installed, or does not start on this machine, is named, and is no failure.
 */

const ENGINES: readonly Engine[] = [FIREFOX, WEBKIT];
const NARROW_PX = 320;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { pictures: { type: "string", default: inProject(".cache", "engines") } },
  });
  const [wanted] = positionals;
  for (const engine of ENGINES.filter(({ name }) => wanted === undefined || name === wanted)) {
    const missing = Object.entries(engine.packages).flatMap(([name, file]) =>
      existsSync(file) ? [] : [name],
    );
    if (missing.length > 0) print(`${engine.name} is not tried: apt-get install ${missing.join(" ")}`);
    else await tryEngine(engine, path.resolve(values.pictures));
  }
}

async function tryEngine(engine: Engine, folder: string): Promise<void> {
  for (const isNarrow of [false, true]) {
    const startedAt = Date.now();
    const [driver, site] = await Promise.all([
      engine.open().catch((error: unknown) => {
        print(`${engine.name} is not tried: it does not start here (${toReason(error)})`);
        return null;
      }),
      isNarrow ? startSite() : startSiteOverHttps(),
    ]);
    if (driver === null) return site.close();
    const pictures = path.join(folder, `${engine.name}-${isNarrow ? "narrow" : "wide"}`);
    try {
      await driver.resize(isNarrow ? NARROW_PX : 1440, 900);
      const page = new Page(driver, { origin: site.origin, pictures });
      await makeJourney(page, { isNarrow }).catch(async (error: unknown) => {
        await page.takePicture("failed");
        throw error;
      });
      const origins = isNarrow ? [site.origin] : [site.origin, await readBookIn(driver)];
      const error = driver.listErrors().find((each) => origins.some((origin) => each.startsWith(origin)));
      if (error !== undefined) throw new Error(`an error in the console: ${error}`);
      const width = await driver.run(() => innerWidth);
      print(
        `✓ ${engine.name}, ${width} px, ${site.origin}: ${Math.round((Date.now() - startedAt) / 1000)} s`,
      );
    } catch (error) {
      print(`✗ ${engine.name}, ${site.origin}: ${toReason(error)}; ${pictures}`);
      process.exitCode = 1;
    } finally {
      await driver.close();
      await site.close();
    }
  }
}

function toReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

type Site = { origin: string; close: () => Promise<void> };

async function startSite(env: Record<string, string> = {}): Promise<Site & { port: number }> {
  const product = await Product.start({ env: { AI_MODEL: STORYTELLER_MODEL, ...env } });
  return { origin: product.origin, port: product.port, close: () => product.dispose() };
}

/** The product at https://localhost, with a certificate that nobody trusts. */
async function startSiteOverHttps(): Promise<Site> {
  const folder = await mkdtemp(path.join(tmpdir(), "talespark-engines-"));
  const httpsPort = await anyFreePort();
  const origin = `https://localhost:${httpsPort}`;
  const site = await startSite({ APP_ORIGIN: origin });
  const proxy = tls.createServer(createCertificate(folder), (socket) => {
    pipeline(socket, net.connect(site.port, "localhost"), socket, () => {});
  });
  await new Promise<void>((resolve) => proxy.listen(httpsPort, "localhost", resolve));
  return {
    origin,
    async close() {
      proxy.close();
      await site.close();
      await rm(folder, { recursive: true });
    },
  };
}

function createCertificate(folder: string): { key: Buffer; cert: Buffer } {
  const [key, cert] = [path.join(folder, "key.pem"), path.join(folder, "cert.pem")];
  const form = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2"];
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, ...form],
    { stdio: "ignore" },
  );
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main();
