import * as v from "valibot";

/**
 * What `npm run dev` passes to the Vite server, in the environment: unlike a command line, other users can't read it.
 */
const devServerOptionsSchema = v.object({
  stateDir: v.string(),
  /** The settings of the Worker, including secrets. */
  vars: v.record(v.string(), v.string()),
  /**
   * Replaces wrangler.toml's path: the plugin looks for a .dev.vars in the same folder, but `vars` has those values
   * already.
   */
  userConfigPath: v.string(),
  /** The databases of the state folder that wrangler.toml does not have. */
  moreDatabases: v.array(v.object({ binding: v.string(), id: v.string() })),
});

export type DevServerOptions = v.InferOutput<typeof devServerOptionsSchema>;

/** The options, or null if Vite was not started by `npm run dev`. */
export function readDevServerOptions(): DevServerOptions | null {
  const given = process.env["DEV_SERVER_OPTIONS"];
  return given === undefined ? null : v.parse(devServerOptionsSchema, JSON.parse(given));
}
