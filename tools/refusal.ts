/** The reason why nothing was started, as one sentence for the person at the terminal. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

/**
 * Runs a command of `tools/`. A `Refusal` becomes one sentence on stderr and exit code 1; any other error is a bug and
 * keeps its stack.
 */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    process.stderr.write(`${error instanceof Refusal ? error.message : describeBug(error)}\n`);
    process.exit(1);
  }
}

function describeBug(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
