import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { close, json, listen } from "#tests/fakes/http.ts";

type LocalService = {
  origin: string;
  /** All of stdout so far, without the last line break. */
  stdout: () => string;
  stderr: () => string;
  /** Ends it with SIGTERM and waits until it has ended. */
  stop: () => Promise<void>;
};

/** Starts a local service as `npm start` does, in a process of its own, and waits for its ready line. */
export async function startLocalService(main: string, env: Record<string, string>): Promise<LocalService> {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env["PATH"], EXIT_WITH_STDIN: "1", ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const lines: string[] = [];
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const reader = createInterface({ input: child.stdout });
  const origin = await new Promise<string>((resolve, reject) => {
    reader.on("line", (line) => {
      lines.push(line);
      if (line.startsWith("ready ")) resolve(line.slice("ready ".length));
    });
    child.once("exit", (code) =>
      reject(new Error(`${main} ended with ${code} before it was ready: ${stderr}`)),
    );
  });
  async function stop(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  return { origin, stdout: () => lines.join("\n"), stderr: () => stderr, stop };
}

/** Starts a server that ends with the test. Returns its base URL of the OpenAI protocol. */
export async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  onTestFinished(() => close(server));
  return `${await listen(server)}/v1`;
}

/** Starts a server that has these answers, by method and path, all with one status. It answers everything else with 404. */
export function startAnswering(answers: Record<string, unknown>, status = 200): Promise<string> {
  return startServer(({ method, url }, response) => {
    const answer = answers[`${method} ${url}`];
    json(response, answer === undefined ? 404 : status, answer ?? {});
  });
}
