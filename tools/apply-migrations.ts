import { migrate } from "./migrate.ts";
import { Refusal, runCommand } from "./refusal.ts";

// `node tools/apply-migrations.ts STATE_DIR`: a process of its own, for commands that have no use for Miniflare.

await runCommand(async () => {
  const stateDir = process.argv[2];
  if (stateDir === undefined)
    throw new Refusal("Which state folder? node tools/apply-migrations.ts STATE_DIR");
  for (const name of await migrate(stateDir)) process.stdout.write(`Applied migration ${name}\n`);
});
