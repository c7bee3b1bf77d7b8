import { readFile, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";
import * as v from "valibot";
import { inProject } from "#tools/paths.ts";
import { buildFolder, provideBuild, serveBuild } from "#tools/production-build.ts";
import { runCommand } from "#tools/refusal.ts";
import { runProduct } from "#tools/run-product.ts";

// `npm start` with the benchmark's Worker around the product's: `node tests/bench/distance/start.ts`.

const configSchema = v.looseObject({ main: v.string() });

await runCommand(() =>
  runProduct({
    async prepare(settings, processes) {
      const folder = buildFolder(settings);
      await provideBuild(folder, processes);
      await wrap(path.join(folder, "server"));
    },
    serve: serveBuild,
  }),
);

/** Puts the benchmark's Worker beside the built one, in this server's own copy of the build, and makes it the main module. */
async function wrap(folder: string): Promise<void> {
  const configPath = path.join(folder, "wrangler.json");
  const config = v.parse(v.pipe(v.string(), v.parseJson(), configSchema), await readFile(configPath, "utf8"));
  if (config.main === "distance.js") return;
  const worker = stripTypeScriptTypes(await readFile(path.join(import.meta.dirname, "worker.ts"), "utf8"))
    .replaceAll("../../../workers/app.ts", `./${config.main}`)
    .replace("../../harness/watched-bindings.ts", "./watched-bindings.js");
  const bindings = await readFile(inProject("tests", "harness", "watched-bindings.ts"), "utf8");
  await writeFile(path.join(folder, "distance.js"), worker);
  await writeFile(path.join(folder, "watched-bindings.js"), stripTypeScriptTypes(bindings));
  await writeFile(configPath, JSON.stringify({ ...config, main: "distance.js" }));
}
