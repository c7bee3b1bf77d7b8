import { startScriptedModelServer } from "#tests/fakes/scripted-model-server.ts";
import { onParentGone } from "#tools/shutdown.ts";

// The scripted model server as its own process, so that it does not share an event loop with the measuring clock.

const server = await startScriptedModelServer();
async function end(): Promise<void> {
  await server.close();
  process.exit(0);
}
process.once("SIGTERM", end);
process.once("SIGINT", end);
onParentGone(end);
process.stdout.write(`ready ${server.url}\n`);
