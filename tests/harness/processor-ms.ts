/** The time of the processor that this process has used, in ms. On a busy machine a process waits, and uses no more. */
export function readProcessorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
