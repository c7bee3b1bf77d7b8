import * as v from "valibot";
import { nonEmpty, portSetting, readEnvironment } from "../environment.ts";

const environmentSchema = v.object({
  PORT: portSetting,
  SECRET_KEY: nonEmpty,
  WEBHOOK_SECRET: nonEmpty,
  WEBHOOK_URL: v.pipe(nonEmpty, v.url("is not a URL")),
  STATE_DIR: nonEmpty,
});

/** The settings of the emulator's process. */
export type EmulatorSettings = v.InferOutput<typeof environmentSchema>;

/** Reads the settings from an environment. Throws a `Refusal` with one sentence that names the wrong one. */
export function readEmulatorSettings(environment: Record<string, string | undefined>): EmulatorSettings {
  return readEnvironment(environmentSchema, environment);
}
