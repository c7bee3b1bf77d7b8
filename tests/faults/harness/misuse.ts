import { spawn } from "node:child_process";
import { once } from "node:events";
import * as v from "valibot";
import { inProject } from "#tools/paths.ts";

export type MisuseOrder = {
  origin: string;
  token: string;
  /** The account's only active story. */
  storyId: string;
  seconds: number;
};

const outcomesSchema = v.record(v.string(), v.record(v.string(), v.number()));
/** Counts by attempt and answer. */
export type MisuseOutcomes = v.InferOutput<typeof outcomesSchema>;

/** Runs the misuse of one account in a process of its own; resolves when its time is over. */
export async function misuse(order: MisuseOrder): Promise<MisuseOutcomes> {
  const child = spawn(process.execPath, [inProject("tests/faults/harness/misuser.ts")], {
    env: { ...process.env, MISUSE: JSON.stringify(order) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.on("data", (piece: Buffer) => {
    printed += piece.toString("utf8");
  });
  await once(child, "close");
  return v.parse(outcomesSchema, JSON.parse(printed));
}

/** A text frame of a WebSocket client, masked as RFC 6455 requires, here with zeros. */
export function toMaskedFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  if (payload.length >= 126) throw new Error("A short frame is enough here.");
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}
