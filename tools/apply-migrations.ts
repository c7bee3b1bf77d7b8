import { migrate } from "./migrate.ts";
import { Refusal, runCommand } from "./refusal.ts";

// `node tools/apply-migrations.ts STATE_DIR` runs as its own process, for commands that do not use Miniflare.

await runCommand(async () => {
  const stateDir = process.argv[2];
  if (stateDir === undefined)
    throw new Refusal("Which state folder? node tools/apply-migrations.ts STATE_DIR");
  for (const { binding, name } of await migrate(stateDir))
    process.stdout.write(`Applied migration ${name} to ${binding}\n`);
});
