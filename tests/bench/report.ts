import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import path from "node:path";
import { inProject } from "#tools/paths.ts";
import { RESULTS, type Result, toCells } from "./harness/figures.ts";

/*
 * `npm run bench:report`: writes the latest result of each measure into docs/benchmarks.md. So the measures need not
 * all be run at once.
 */

const DOCUMENT = inProject("docs", "benchmarks.md");
const BETWEEN = /(?<=<!-- figures -->\n)[\s\S]*(?=<!-- end -->)/;

function readLatest(): Result[] {
  const latest = new Map<string, Result>();
  for (const name of readdirSync(RESULTS).filter((file) => file.endsWith(".json"))) {
    const { results = [] }: { results?: Result[] } = JSON.parse(
      readFileSync(path.join(RESULTS, name), "utf8"),
    );
    for (const result of results) {
      if ((latest.get(result.name)?.at ?? "") < result.at) latest.set(result.name, result);
    }
  }
  return [...latest.values()];
}

function describeMachine(): string {
  const [processor] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `Machine: ${cpus().length} × ${processor?.model.trim()}, ${gigabytes} GiB, ${process.platform}, Node ${process.versions.node}.`;
}

/**
 * The figures that have a target: the ratio where the target is one, else the product's figure. Parts of a figure are in the run's own
 * table.
 */
function toMarkdown(results: readonly Result[]): string {
  const figures = results
    .flatMap((result) => result.figures)
    .filter(({ measure, target }) => target !== null && !measure.startsWith(" "));
  const lines = figures.map((figure) => {
    const [measure = "", product, , ratio, target = ""] = toCells(figure);
    const [sign, bound] = target.split(" ");
    return `- ${measure.trim()}: ${figure.target?.of === "ratio" ? ratio : product} (${sign} ${bound})`;
  });
  const latest = results
    .map(({ at }) => at.slice(0, 10))
    .sort()
    .at(-1);
  return `${describeMachine()} Latest run: ${latest}.\n\n${lines.join("\n")}`;
}

const document = readFileSync(DOCUMENT, "utf8");
if (!BETWEEN.test(document)) throw new Error(`${DOCUMENT} has no place for figures.`);
writeFileSync(
  DOCUMENT,
  document.replace(BETWEEN, () => `\n${toMarkdown(readLatest())}\n\n`),
);
