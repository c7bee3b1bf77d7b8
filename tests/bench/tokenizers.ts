import { readFileSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";
import { startEngine, stopEngine } from "#tests/local-model/engine.ts";
import { writeTokenizer } from "#tests/local-model/tiny-model.ts";
import { PROSE } from "#tests/tools/prose.ts";
import { formatTable } from "#tools/table.ts";
import { estimateTokens } from "#workers/ai/tokens.ts";

/*
 * `node tests/bench/tokenizers.ts FOLDER…`: how far `workers/ai/tokens.ts` is off the tokenizers of real models, language by language. Each folder has a
 * model's tokenizer.json; the engine reads it from a model file that is made here, without the model's weights.
 */

const tokensSchema = v.object({ tokens: v.array(v.number()) });

async function countTokens(folder: string): Promise<Map<string, number>> {
  const file = path.join(folder, "tiny.gguf");
  writeTokenizer(file, JSON.parse(readFileSync(path.join(folder, "tokenizer.json"), "utf8")));
  const engine = await startEngine(file, "--context", "512", "--conversations", "2");
  const counts = new Map<string, number>();
  try {
    for (const [language, texts] of Object.entries(PROSE)) {
      const body = JSON.stringify({ content: texts.join("\n\n") });
      const response = await fetch(new URL("/tokenize", engine.url), { method: "POST", body });
      counts.set(language, v.parse(tokensSchema, await response.json()).tokens.length);
    }
    return counts;
  } finally {
    await stopEngine(engine);
  }
}

const folders = process.argv.slice(2);
const counted: Map<string, number>[] = [];
for (const folder of folders) counted.push(await countTokens(folder));
const rows = Object.entries(PROSE).map(([language, texts]) => {
  const estimated = estimateTokens(texts.join("\n\n"));
  const errors = counted.map((counts) => {
    const error = Math.round((100 * estimated) / (counts.get(language) ?? Number.NaN) - 100);
    return `${error > 0 ? "+" : ""}${error} %`;
  });
  return [language, ...errors];
});
process.stdout.write(`${formatTable([["", ...folders.map((folder) => path.basename(folder))], ...rows])}\n`);
