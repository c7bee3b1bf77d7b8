import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import * as v from "valibot";
import { toCoverPath } from "#domain/cover.ts";
import { PUBLIC_PAGES } from "#domain/public-pages.ts";
import { makeThings } from "#tests/faults/harness/make-things.ts";
import type { WebVisitor } from "#tests/faults/harness/web-visitor.ts";
import { World } from "#tests/faults/harness/world.ts";
import { anyFreePort } from "#tools/ports.ts";
import { type AnswerCounts, startListener, startScanProxy } from "./proxy.ts";

/*
 * `npm run scan`: wapiti (Debian: `apt-get install wapiti`) against the running production build behind HTTPS, once as a
 * visitor with the demo and once as a signed-in person with a story, a character and a chat. Prints the findings, and exits
 * with 1 if one is above "informational" and not accepted below. `npm run scan visitor` does the first part only.
 */

/**
 * All but nikto and wapp, which need lists from the Internet; brute_login_form: there is no password here; and buster: every
 * unknown page leads to the beginning, so it "finds" each of its 31,545 names.
 */
const MODULES = [
  ...["backup", "blindsql", "cookieflags", "crlf", "csp", "csrf", "exec", "file", "htaccess"],
  ...["http_headers", "methods", "permanentxss", "redirect", "shellshock", "sql", "ssrf", "xss", "xxe"],
];

/** Findings that are not followed, with the reason. */
const ACCEPTED: readonly { category: string; info: RegExp; why: string }[] = [
  {
    category: "HTTP Secure Headers",
    info: /^X-XSS-Protection is not set$/,
    why: "no browser reads it any more, and OWASP advises against it; a Content-Security-Policy is there",
  },
  {
    category: "Cross Site Request Forgery",
    info: /CSRF/i,
    why: "it looks for a token in each form; here SameSite cookies and a check of every change's origin protect them",
  },
];

/** The origin that the product is configured with. The scanner reaches it at another address, because this name has no DNS entry. */
const ORIGIN = "https://talespark.test";
const SECONDS_A_MODULE = 60;

const findingSchema = v.object({
  method: v.string(),
  path: v.string(),
  info: v.string(),
  level: v.number(),
  parameter: v.nullable(v.string()),
});
const categoriesSchema = v.record(v.string(), v.array(findingSchema));
const reportSchema = v.object({
  vulnerabilities: categoriesSchema,
  anomalies: categoriesSchema,
  additionals: categoriesSchema,
});
type Finding = v.InferOutput<typeof findingSchema> & { category: string };

type Scan = { name: string; who: WebVisitor; paths: readonly string[]; requestsPerSecond: number };

async function main(): Promise<void> {
  const version = findVersion();
  const folder = mkdtempSync(path.join(tmpdir(), "talespark-scan-"));
  const port = await anyFreePort();
  const world = await World.start({ images: true, env: { APP_ORIGIN: ORIGIN } });
  const listener = await startListener();
  try {
    const reader = await world.newWebVisitor();
    const visitor = world.newVisitor();
    const scans: Scan[] = [
      { name: "visitor", who: visitor, paths: await listVisitorsPaths(visitor), requestsPerSecond: 60 },
      // Below the limit of one person: beyond it all answers would be 429.
      { name: "signed-in", who: reader, paths: await listReadersPaths(reader), requestsPerSecond: 18 },
    ];
    process.stdout.write(`${version}, ${new Date().toISOString().slice(0, 10)}\n${MODULES.join(", ")}\n`);
    let isGood = true;
    for (const scan of scans.filter(({ name }) => [undefined, name].includes(process.argv[2]))) {
      const proxy = await startScanProxy({ port, product: world.product, folder, ...scan });
      const findings = await runWapiti(scan, { port, folder, listener: listener.url });
      await proxy.close();
      isGood = print(scan, findings, proxy.answers) && isGood;
    }
    process.stdout.write(`Requests that the server was led to make: ${listener.hits.length}\n`);
    process.exitCode = isGood && listener.hits.length === 0 ? 0 : 1;
  } finally {
    await listener.close();
    await world.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function findVersion(): string {
  const { stdout, status } = spawnSync("wapiti", ["--version"], { encoding: "utf8" });
  if (status !== 0) throw new Error("wapiti is not installed: apt-get install wapiti");
  return stdout.trim().split("\n").at(-1) ?? "";
}

/** Public pages and calls; the visitor begins a demo story. */
async function listVisitorsPaths(visitor: WebVisitor): Promise<string[]> {
  const premise = {
    genre: "Mystery",
    character: "A keeper",
    description: "A voice reads out a boat's name.",
  };
  const demo = v.parse(
    v.object({ storyId: v.string() }),
    await visitor.call("POST", "/api/stories/demo", premise),
  );
  return [
    ...PUBLIC_PAGES,
    "/login?returnTo=%2Fstories",
    "/auth/callback?code=1&state=2",
    "/auth/callback?error=access_denied&state=2",
    "/auth/callback?session_id=cs_test_1",
    "/account/deleted",
    "/robots.txt",
    "/sitemap.xml",
    toCoverPath("mystery", "scan"),
    "/api/health",
    `/api/stories/demo/${demo.storyId}`,
    "/api/openapi.json",
    "/api/docs",
  ];
}

/** Pages and reading calls with their parameters. Bodies in JSON are the fuzz test's. */
async function listReadersPaths(reader: WebVisitor & { sub: string }): Promise<string[]> {
  const ids = await makeThings(reader);
  const { user, story, character, chat } = ids;
  return [
    "/home",
    "/stories?search=boat&sort=title&status=active&toast=story-not-found",
    "/stories/new?genre=mystery",
    "/stories/deleted",
    `/stories/${story}`,
    "/settings",
    "/help",
    "/upgrade?canceled=true",
    "/upgrade-success?session_id=cs_test_1",
    "/payment/success?session_id=cs_test_1",
    "/characters?section=mine&sort=name&search=mara",
    "/characters/deleted",
    "/age-confirmation?returnTo=%2Fstories",
    "/welcome?returnTo=%2Fstories",
    `/character-chats/${chat}`,
    `${ids["portrait"]}`,
    `${ids["picture"]}`,
    `/api/users/${user}`,
    `/api/users/${user}/chats?type=story&include_messages=true&limit=5&cursor=x`,
    `/api/stories/user/${user}?search=boat&sort=title&status=active&limit=5&cursor=x`,
    `/api/stories/user/${user}/deleted?limit=5&cursor=x`,
    `/api/stories/${story}`,
    `/api/stories/${story}/messages?before=x&limit=5&include_story_info=true`,
    `/api/characters/user/${user}?sort=name&section=mine&storyId=${story}&limit=5&include_chats=true`,
    `/api/characters/${character}?include_chats=true&include_history=true&include_stories=true`,
    `/api/characters/${character}/card.json`,
    `/api/character-chats/user/${user}?limit=5&cursor=x`,
    `/api/character-chats/${chat}/messages?before=x&limit=5`,
  ];
}

type Run = { port: number; folder: string; listener: string };

async function runWapiti(scan: Scan, { port, folder, listener }: Run): Promise<Finding[]> {
  const origin = `https://localhost:${port}`;
  const output = path.join(folder, `${scan.name}.json`);
  const options = [
    ["-u", `${origin}/`],
    ["-m", MODULES.join(",")],
    ["-f", "json"],
    ["-o", output],
    ["--endpoint", listener],
    ["--store-session", path.join(folder, scan.name)],
    ["--store-config", path.join(folder, "config")],
    ["--max-attack-time", String(SECONDS_A_MODULE)],
    ["--max-links-per-page", "60"],
    ["--level", "1"],
    ["--verify-ssl", "0"],
    ["--no-bugreport"],
    ...scan.paths.map((one) => ["-s", origin + one]),
  ];
  const child = spawn("wapiti", options.flat(), { stdio: ["ignore", "inherit", "inherit"] });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`wapiti ended with ${code}.`);
  const { vulnerabilities, anomalies, additionals } = v.parse(
    reportSchema,
    JSON.parse(readFileSync(output, "utf8")),
  );
  return [vulnerabilities, anomalies, additionals].flatMap((found) =>
    Object.entries(found).flatMap(([category, list]) => list.map((one) => ({ category, ...one }))),
  );
}

/** Prints what was found. Returns whether everything above "informational" (level 0) is accepted. */
function print({ name, paths }: Scan, findings: readonly Finding[], answers: AnswerCounts): boolean {
  const counts = [...answers]
    .sort(([one], [other]) => one - other)
    .map(([status, count]) => `${count} × ${status}`);
  process.stdout.write(`\n── as ${name}: ${paths.length} addresses to begin with; ${counts.join(", ")}\n`);
  let isGood = true;
  for (const { category, level, method, path: where, parameter, info } of findings) {
    const accepted = ACCEPTED.find((one) => one.category === category && one.info.test(info));
    if (level > 0 && accepted === undefined) isGood = false;
    const verdict = accepted ? `accepted: ${accepted.why}` : level > 0 ? `LEVEL ${level}` : "informational";
    process.stdout.write(`${category}: ${method} ${where} ${parameter ?? ""} ${info.trim()} (${verdict})\n`);
  }
  process.stdout.write(`${findings.length} findings, ${isGood ? "none" : "SOME"} above informational\n`);
  return isGood;
}

await main();
