import { spawnSync } from "node:child_process";
import * as v from "valibot";
import { PROJECT_ROOT } from "./paths.ts";

/*
 * `npm run audit`: asks the registry for known vulnerabilities of every installed package, those of development included.
 * `npm run audit -- --registry=URL` asks another one, because many mirrors don't answer this. Exits with 1 for one that is not accepted
 * below, and with 2 if the registry could not be asked. No test does this: `npm test` needs no network.
 */

const NOT_ASKED = `The registry could not be asked, so nothing was checked. Instead:
  npm run audit -- --registry=URL     asks a registry that answers
  npm sbom --sbom-format cyclonedx    is the list for a scanner
  npm run update                      lists what is newer
`;

/** Accepted advisories, by their id (GHSA-…), with the reason. Remove a line when its package is upgraded. */
const ACCEPTED: Readonly<Record<string, string>> = {};

const advisorySchema = v.object({ url: v.string(), title: v.string(), range: v.string() });
const reportSchema = v.object({
  vulnerabilities: v.record(
    v.string(),
    v.object({ severity: v.string(), via: v.array(v.union([v.string(), advisorySchema])) }),
  ),
  metadata: v.object({ dependencies: v.object({ total: v.number() }) }),
});

function main(): number {
  const npm = process.env["npm_execpath"];
  const command = npm === undefined ? ["npm"] : [process.execPath, npm];
  const [program = "npm", ...rest] = command;
  const { stdout, stderr } = spawnSync(program, [...rest, "audit", "--json", ...process.argv.slice(2)], {
    cwd: PROJECT_ROOT,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const report = v.safeParse(v.pipe(v.string(), v.parseJson(), reportSchema), stdout);
  if (!report.success) {
    process.stderr.write(`${stdout}${stderr}\n${NOT_ASKED}`);
    return 2;
  }
  const { vulnerabilities, metadata } = report.output;
  // A package that only contains a vulnerable one names it as a text.
  const found = Object.entries(vulnerabilities).flatMap(([name, { severity, via }]) =>
    via.flatMap((cause) => (typeof cause === "string" ? [] : [{ name, severity, ...cause }])),
  );
  let open = 0;
  for (const { name, severity, url, title, range } of found) {
    const why = ACCEPTED[url.split("/").at(-1) ?? ""];
    if (why === undefined) open += 1;
    process.stdout.write(
      `${severity}: ${name} ${range}: ${title} ${url}${why ? ` (accepted: ${why})` : ""}\n`,
    );
  }
  process.stdout.write(`${metadata.dependencies.total} packages, ${found.length} advisories, ${open} open\n`);
  return open > 0 ? 1 : 0;
}

process.exitCode = main();
