import { randomInt } from "node:crypto";
import { Agent, request } from "node:http";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_readConfig } from "wrangler";
import { Product } from "#tests/harness/product.ts";
import { measureMemory } from "#tests/harness/runtime.ts";
import { inProject } from "#tools/paths.ts";
import { anyFreePort } from "#tools/ports.ts";

/*
 * `npm run memory`: the memory of the local runtime over many requests, compared with that of a one-line Worker that is
 * served in the same way. Local workerd has no memory limit and frees memory late, so both grow at first. Exits with 1
 * if ours grows in the second half by over `MARGIN_BYTES` per request more than the bare one. Linux only: it reads
 * /proc.
 */

const ROUNDS = 6;
const REQUESTS_A_ROUND = 5_000;
const AT_ONCE = 20;
/** Data of one request that leaks, such as its headers, would be some KiB. */
const MARGIN_BYTES = 2_048;

type Server = { name: string; origin: string; pid: number; paths: readonly string[] };

async function main(): Promise<void> {
  const product = await Product.start({ env: { AI_BASE_URL: "http://127.0.0.1:1/v1", AI_MODEL: "none" } });
  const port = await anyFreePort();
  const bare = new Miniflare(bareOptions(port));
  try {
    await bare.ready;
    const ours: Server = {
      name: "Talespark",
      origin: product.origin,
      pid: product.pid,
      paths: ["/login", "/api/users/somebody", "/manifest.webmanifest"],
    };
    const theirs: Server = {
      name: "bare",
      origin: `http://localhost:${port}`,
      pid: process.pid,
      paths: ["/"],
    };
    const grown = { ours: await measure(ours), theirs: await measure(theirs) };
    process.exitCode = grown.ours > grown.theirs + MARGIN_BYTES ? 1 : 0;
  } finally {
    await bare.dispose();
    await product.dispose();
  }
}

/** Prints the memory after each round. Returns the growth per request in the second half, in bytes. */
async function measure(server: Server): Promise<number> {
  const megabytes = [readMegabytes(server)];
  for (let round = 0; round < ROUNDS; round += 1) {
    await load(server);
    megabytes.push(readMegabytes(server));
  }
  const half = ROUNDS / 2;
  const added = (megabytes[ROUNDS] ?? 0) - (megabytes[half] ?? 0);
  const each = Math.round((added * 1_048_576) / (half * REQUESTS_A_ROUND));
  const row = megabytes.map((size) => `${size}`).join(" ");
  process.stdout.write(
    `${server.name}: ${row} MB, every ${REQUESTS_A_ROUND} requests; second half ${each} bytes a request\n`,
  );
  return each;
}

async function load({ origin, paths }: Server): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  let sent = 0;
  const line = async () => {
    while (sent < REQUESTS_A_ROUND) {
      const address = paths[sent % paths.length] ?? "/";
      sent += 1;
      await get(origin + address, agent);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
  agent.destroy();
}

function get(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    // Each request has another address, so that none reaches a limit.
    const headers = { "CF-Connecting-IP": `2001:db8:${randomInt(65_536).toString(16)}::1` };
    const sent = request(url, { agent, headers }, (response) => {
      if (response.statusCode === 429) reject(new Error(`${url} is limited.`));
      response.resume().on("end", resolve);
    });
    sent.on("error", reject);
    sent.end();
  });
}

function bareOptions(port: number) {
  const { compatibility_date, compatibility_flags } = unstable_readConfig({
    config: inProject("wrangler.toml"),
  });
  const contents = "export default { fetch() { return new Response('ok'); } }";
  return convertV4MiniflareOptions({
    host: "127.0.0.1",
    port,
    telemetry: { enabled: false },
    cf: false,
    workers: [
      {
        name: "bare",
        compatibilityDate: compatibility_date,
        compatibilityFlags: compatibility_flags,
        modules: [{ type: "ESModule", path: "worker.js", contents }],
      },
    ],
  });
}

function readMegabytes({ pid }: Server): number {
  return Math.round(measureMemory(pid) / 1_048_576);
}

await main();
