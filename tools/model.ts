import { describeRunningServer } from "./model-server.ts";
import { runCommand } from "./refusal.ts";
import { runNode } from "./run-node.ts";

/*
 * `npm run model`: a model on this machine, unless a model server runs already. `npm run model -- FILE.gguf` or an address takes any other
 * model; `--yes` asks nothing, `--install` only installs the engine.
 */

await runCommand(async () => {
  const args = process.argv.slice(2);
  const running = args.includes("--install") ? null : await describeRunningServer();
  if (running === null) process.exitCode = await runNode(["packages/local-model/src/main.ts", ...args]);
  else process.stdout.write(`${running}\n`);
});
