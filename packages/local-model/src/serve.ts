import { parseArgs } from "node:util";
import { Engine } from "./engine.ts";
import { createModelServer } from "./server.ts";

/*
 * The process with the engine: `node src/serve.ts --file F --name N --port P --context T`. Prints `loading` when it listens and `ready URL`
 * when the model is loaded. It ends with the process that started it, whose end closes stdin.
 */

const { values } = parseArgs({
  options: {
    file: { type: "string", default: "" },
    name: { type: "string", default: "" },
    port: { type: "string", default: "0" },
    context: { type: "string", default: "8192" },
    conversations: { type: "string", default: "4" },
    threads: { type: "string", default: "0" },
    cpu: { type: "boolean", default: false },
  },
});

process.stdin.once("end", () => process.exit(0)).resume();

let engine: Engine | null = null;
const server = createModelServer({ name: values.name, engine: () => engine });
server.once("error", (error: NodeJS.ErrnoException) => {
  const why =
    error.code === "EADDRINUSE" ? `port ${values.port} is in use by another program` : error.message;
  process.stderr.write(`The model's server can't listen: ${why}.\n`);
  process.exit(1);
});
server.listen(Number(values.port), "127.0.0.1", () => {
  process.stdout.write("loading\n");
  void load();
});

async function load(): Promise<void> {
  try {
    engine = await Engine.load({
      file: values.file,
      contextTokens: Number(values.context),
      conversations: Number(values.conversations),
      gpu: !values.cpu,
      threads: Number(values.threads),
    });
  } catch (error) {
    process.stderr.write(
      `The model can't be loaded: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exit(1);
  }
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : values.port;
  process.stdout.write(`ready http://127.0.0.1:${port}/v1\n`);
}
